package lesson_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
)

func TestCatalogueIsInOrder(t *testing.T) {
	want := []string{
		"five-jobs", "unacknowledged", "visibility-timeout", "competing-consumers", "queue-depth", "outbox",
		"broken-order", "delivered-twice", "inbox", "status-out-of-order", "lost-on-the-way",
		"kitchen", "load-leveling", "prefetch", "one-at-a-time",
		"publish-subscribe", "queue-or-log", "commit-position", "two-receipts", "safe-order",
		"utilization",
	}
	var got []string
	last := 0
	for _, l := range lesson.All() {
		got = append(got, l.ID)
		if l.Number <= last {
			t.Errorf("%s has number %d, after %d", l.ID, l.Number, last)
		}
		last = l.Number
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lessons (-want +got):\n%s", diff)
	}
}

// The catalogue leaves out checks that Parse makes.
func TestParseFindsNothingWrongWithTheCatalogue(t *testing.T) {
	files, err := filepath.Glob("lessons/*.txt")
	if err != nil || len(files) != len(lesson.All()) {
		t.Fatalf("%d files, %d lessons, %v", len(files), len(lesson.All()), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lesson.Parse(file, string(text)); err != nil {
			t.Error(err)
		}
	}
}

func TestGetFindsByID(t *testing.T) {
	if l := lesson.Get("queue-depth"); l == nil || l.Title != "Queue depth" {
		t.Errorf("Get(queue-depth) = %v", l)
	}
	if l := lesson.Get("queue"); l != nil {
		t.Errorf("Get(queue) = %s, want nil", l.ID)
	}
}
