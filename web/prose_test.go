//go:build !js

package web

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/lesson/prose"
)

var update = flag.Bool("update", false, "render the lessons' prose again")

// The prose in web/prose is what the lessons say now, with the numbers of
// their runs: go test ./web -run TestProse -update renders it again.
func TestProse(t *testing.T) {
	for _, l := range append(slices.Clone(lesson.All()), lesson.Sandbox()) {
		want, err := prose.Render(l)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("prose", l.ID+".html")
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v: run go test ./web -run TestProse -update", err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s is not what the lesson says (-lesson +file); run go test ./web -run TestProse -update:\n%s", file, diff)
		}
	}
}

// A word of the stage has the stage's colour and shape in a lesson's text too.
func TestEveryWordHasItsLook(t *testing.T) {
	css, err := os.ReadFile("../static/app.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range lesson.Words {
		if !strings.Contains(string(css), ".word."+word+",") {
			t.Errorf("static/app.css has no look for the word %q", word)
		}
	}
}
