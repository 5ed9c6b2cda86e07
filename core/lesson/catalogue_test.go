package lesson_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
)

func TestCatalogueIsInOrder(t *testing.T) {
	want := []string{"five-jobs", "unacknowledged", "visibility-timeout", "competing-consumers", "queue-depth"}
	var got []string
	for i, l := range lesson.All() {
		got = append(got, l.ID)
		if l.Number != i+1 {
			t.Errorf("%s has number %d, want %d", l.ID, l.Number, i+1)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lessons (-want +got):\n%s", diff)
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
