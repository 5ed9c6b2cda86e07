package lesson

import "testing"

func TestHeadsAreTheBeginningsOfTheLessons(t *testing.T) {
	for i, head := range Heads() {
		l := All()[i]
		if head.ID != l.ID || head.Number != l.Number || head.Group != l.Group || head.Title != l.Title || head.Lead != l.Lead {
			t.Errorf("head %d is of %s: %+v", i, l.ID, head)
		}
		if Get(head.ID) != l {
			t.Errorf("Get(%s) is another lesson than All's", head.ID)
		}
	}
	if Get("no-such-lesson") != nil {
		t.Error("there is a lesson called no-such-lesson")
	}
}
