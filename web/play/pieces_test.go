package play

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// runs the text to its end.
func runText(t *testing.T, text string) *trace.Trace {
	t.Helper()
	doc, err := scenario.Parse("piece", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := sim.Run(sc, sim.Options{MaxEvents: 100_000}).Trace
	if err := check.Conservation(tr); err != nil {
		t.Error(err)
	}
	if tr.Len() >= 100_000 {
		t.Error("the run does not end")
	}
	return tr
}

func TestEveryPieceGoesIntoTheEmptyScenario(t *testing.T) {
	for _, p := range Pieces {
		t.Run(p.ID, func(t *testing.T) {
			text, _ := InsertPiece("", p, 0)
			tr := runText(t, text)
			if p.ID != "claims" && tr.Len() == 0 {
				t.Error("nothing happens")
			}
			if doc, _ := scenario.Parse("piece", text); doc.Format() != text {
				t.Errorf("not in canonical form:\n%s", cmp.Diff(doc.Format(), text))
			}
		})
	}
}

// Each one twice, one after the other and each behind the first block.
func TestAllPiecesGoTogether(t *testing.T) {
	end, front := "", ""
	for range 2 {
		for _, p := range Pieces {
			end, _ = InsertPiece(end, p, 0)
			front, _ = InsertPiece(front, p, 1)
		}
	}
	runText(t, end)
	runText(t, front)
}

func TestEveryPieceGoesIntoEveryLesson(t *testing.T) {
	for _, l := range lessons(t) {
		for _, p := range Pieces {
			text, _ := InsertPiece(l.Source, p, 3)
			if _, err := scenario.Parse(l.ID, text); err != nil {
				t.Errorf("%s into %s: %v", p.ID, l.ID, err)
			}
		}
	}
}

func TestAPieceIsAboutWhatIsThere(t *testing.T) {
	for _, c := range []struct{ text, piece, want string }{
		{"queue a\nconsumer c\n  from a\n", "crash", "queue a\nconsumer c\n  from a\n\nat 15ms crash c for 20ms\n"},
		{"queue a\nqueue b\nconsumer c x 2\n  from a\n", "crash", "queue a\nqueue b\nconsumer c x 2\n  from a\n\nat 15ms crash c-1 for 20ms\n"},
		{"queue a\nqueue b\nconsumer c\n  from a\n", "burst", "queue a\nqueue b\nconsumer c\n  from a\n\nat 40ms write b \"extra\" count 10\n"},
	} {
		if got, _ := InsertPiece(c.text, FindPiece(c.piece), 0); got != c.want {
			t.Errorf("%s:\n%s", c.piece, cmp.Diff(c.want, got))
		}
	}
	if got, _ := InsertPiece("", FindPiece("crash"), 0); !strings.HasPrefix(got, "queue jobs\n") || !strings.HasSuffix(got, "\n\nat 15ms crash worker-1 for 20ms\n") {
		t.Errorf("into nothing:\n%s", got)
	}
}

func TestAPieceGoesBehindTheBlockOfTheCaret(t *testing.T) {
	const text = "queue a\n  visibility 30ms\n\nconsumer c\n  from a\n"
	const crash = "at 15ms crash c for 20ms\n"
	for line, want := range map[int]struct {
		text string
		at   int
	}{
		0: {text + "\n" + crash, 7},
		1: {"queue a\n  visibility 30ms\n\n" + crash + "\nconsumer c\n  from a\n", 4},
		2: {"queue a\n  visibility 30ms\n\n" + crash + "\nconsumer c\n  from a\n", 4},
		3: {"queue a\n  visibility 30ms\n\n" + crash + "\nconsumer c\n  from a\n", 4},
		4: {text + "\n" + crash, 7},
	} {
		got, at := InsertPiece(text, FindPiece("crash"), line)
		if got != want.text || at != want.at {
			t.Errorf("at line %d: line %d, want %d\n%s", line, at, want.at, cmp.Diff(want.text, got))
		}
	}
}

func TestASecondPieceGetsNamesOfItsOwn(t *testing.T) {
	once, _ := InsertPiece("", Pieces[0], 0)
	twice, at := InsertPiece(once, Pieces[0], 0)
	want := `queue jobs2
  visibility 60ms

producer shop2
  to jobs2
  write 4 "job {n}"
  every 10ms

consumer worker2 x 2
  from jobs2
  work 25ms
`
	if diff := cmp.Diff(once+"\n"+want, twice); diff != "" || at != 23 {
		t.Errorf("at %d:\n%s", at, diff)
	}
}

func TestALineGoesBelowTheCaret(t *testing.T) {
	const text = "queue a\n  visibility 30ms\nconsumer c\n  from a\n"
	for _, c := range []struct {
		line     string
		indented bool
		below    int
		want     string
		at       int
	}{
		{"delay 5ms", true, 1, "queue a\n  delay 5ms\n  visibility 30ms\nconsumer c\n  from a\n", 2},
		{"delay 5ms", true, 2, "queue a\n  visibility 30ms\n  delay 5ms\nconsumer c\n  from a\n", 3},
		{"work 1ms", true, 0, text + "  work 1ms\n", 5},
		{"queue b", false, 1, "queue a\n  visibility 30ms\nqueue b\nconsumer c\n  from a\n", 3},
	} {
		got, at := InsertLine(text, c.line, c.indented, c.below)
		if diff := cmp.Diff(c.want, got); diff != "" || at != c.at {
			t.Errorf("%s below %d: at %d, want %d\n%s", c.line, c.below, at, c.at, diff)
		}
	}
	if got, at := InsertLine("", "queue b", false, 0); got != "queue b\n" || at != 1 {
		t.Errorf("into nothing: %q at %d", got, at)
	}
}
