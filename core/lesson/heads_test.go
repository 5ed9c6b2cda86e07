package lesson

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write contents.txt again")

// contents.txt is what the lessons' headers say now: go test ./core/lesson -run TestContents -update writes it again.
func TestContents(t *testing.T) {
	files, err := filepath.Glob("lessons/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var lessons []*Lesson
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		l, err := Read(file, string(text))
		if err != nil {
			t.Fatal(err)
		}
		lessons = append(lessons, l)
	}
	var want string
	for _, l := range sorted(lessons) {
		want += fmt.Sprintf("%d\t%s\t%s\t%s\t%s\n", l.Number, l.ID, l.Group, l.Title, l.Lead)
	}
	if *update {
		if err := os.WriteFile("contents.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, contentsText); diff != "" {
		t.Errorf("(-lessons +contents.txt); run go test ./core/lesson -run TestContents -update:\n%s", diff)
	}
}

func TestHeadsAreTheBeginningsOfTheLessons(t *testing.T) {
	for i, head := range Heads() {
		l := All()[i]
		if head.ID != l.ID || head.Number != l.Number || head.Group != l.Group || head.Title != l.Title || head.Lead != l.Lead {
			t.Errorf("head %d is of %s: %+v", i, l.ID, head)
		}
		if head.Doc != nil || Get(head.ID) != l {
			t.Errorf("Get(%s) is another lesson than All's, or the head is whole", head.ID)
		}
	}
	if Get("no-such-lesson") != nil {
		t.Error("there is a lesson called no-such-lesson")
	}
}
