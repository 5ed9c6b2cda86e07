package lesson_test

import (
	"os"
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
)

// Reading a lesson is part of the page's start.
func BenchmarkParse(b *testing.B) {
	text, err := os.ReadFile("lessons/visibility-timeout.txt")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := lesson.Parse("visibility-timeout.txt", string(text)); err != nil {
			b.Fatal(err)
		}
	}
}
