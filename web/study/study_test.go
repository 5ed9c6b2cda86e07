package study

import (
	"testing"
	"time"
)

func TestTurnsComeToTakeAFewMilliseconds(t *testing.T) {
	c := Turn{Size: 100, Least: 10}
	for _, step := range []struct {
		took time.Duration
		want int
	}{{0, 100}, {8 * time.Millisecond, 100}, {4 * time.Millisecond, 200}, {time.Millisecond, 400}, {32 * time.Millisecond, 100}, {time.Second, 25}, {time.Second, 10}} {
		if c.Learn(step.took, 8*time.Millisecond); c.Size != step.want {
			t.Fatalf("after a turn of %v the size is %d, want %d", step.took, c.Size, step.want)
		}
	}
}
