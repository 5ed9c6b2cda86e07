package lesson

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestReadmeListsEveryLesson(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range All() {
		if line := strconv.Itoa(l.Number) + ". " + l.Title + " (`" + l.ID + "`)"; !strings.Contains(string(readme), line) {
			t.Errorf("README.md lacks the line %q", line)
		}
	}
}
