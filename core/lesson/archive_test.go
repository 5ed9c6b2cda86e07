package lesson_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
)

const small = `title One job
group Tests
number 7
lead One job,
  one consumer.

-- prose.md --
It is done at {finished}.
-- scenario --
param work 10ms from 0ms to 1h "Work"

queue jobs
  visibility 30ms

producer library
  to jobs
  write "a"

consumer consumer
  from jobs
  work $work

print at end "done={acknowledged}"

claim "Quick" finished <= 20ms
-- predict --
# what is asked
ask How many
  deliveries?
choice 1
choice over and over
answer deliveries
explain {deliveries} of {written}.
-- console --
done=1
-- rows --
row expect deliveries = 1, finished = 10ms
row work=40ms fails "Quick" expect finished = 40ms
-- challenge --
ask Be quicker.
set work=50ms
goal "Done by 20 ms" expect finished <= 20ms
goal "Twice as long is fine" with work=20ms expect deliveries = 1
hint Less work.
solution work=5ms
wrong work=30ms
wrong work=1h
`

func parsed(t *testing.T, text string) *lesson.Lesson {
	t.Helper()
	l, err := lesson.Parse("lessons/one-job.txt", text)
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return l
}

func TestParseReadsEverySection(t *testing.T) {
	l := parsed(t, small)
	got := []any{l.ID, l.Title, l.Group, l.Number, l.Lead, l.Prose, l.ProsePos.Line, l.Console}
	want := []any{
		"one-job", "One job", "Tests", 7, "One job, one consumer.", "It is done at {finished}.\n", 8, "done=1\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("header and texts (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(l.Source, "param work") || !strings.HasSuffix(l.Source, "20ms\n") {
		t.Errorf("Source = %q", l.Source)
	}
}

func TestParseReadsTheQuestion(t *testing.T) {
	q := parsed(t, small).Predict
	got := []any{q.Text, q.Choices, string(q.Answer.Name), q.Pos.Line}
	want := []any{"How many deliveries?", []string{"1", "over and over"}, "deliveries", 27}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
}

func TestParseReadsRows(t *testing.T) {
	rows := parsed(t, small).Rows
	if len(rows) != 2 {
		t.Fatalf("%d rows, want 2", len(rows))
	}
	got := []any{len(rows[0].Set), len(rows[0].Expect.All), rows[1].Set, rows[1].Fails, rows[1].Pos.Line}
	want := []any{0, 2, []lesson.Setting{{Name: "work", Value: "40ms"}}, []string{"Quick"}, 38}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestParseReadsTheChallenge(t *testing.T) {
	c := parsed(t, small).Challenge
	setting := func(value string) []lesson.Setting { return []lesson.Setting{{Name: "work", Value: value}} }
	got := []any{c.Text, c.Set, len(c.Goals), c.Goals[1].Text, c.Goals[1].With, c.Hints, c.Solution, c.Wrong}
	want := []any{
		"Be quicker.", setting("50ms"), 2, "Twice as long is fine", setting("20ms"), []string{"Less work."},
		setting("5ms"), [][]lesson.Setting{setting("30ms"), setting("1h")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("challenge (-want +got):\n%s", diff)
	}
}

// Each case changes one thing in the small lesson and wants an error at the
// line where that is, about that word.
func TestParseSaysWhatIsWrongAndWhere(t *testing.T) {
	tests := map[string]struct{ old, new, want string }{
		"unknown header word":  {"group Tests", "grup Tests", `one-job.txt:2:1: "grup": not known in header`},
		"missing header word":  {"group Tests\n", "", `one-job.txt:1:1: "group": missing in header`},
		"number":               {"number 7", "number seven", `one-job.txt:3:1: "seven": expected a whole number`},
		"empty word":           {"title One job", "title", `one-job.txt:1:1: "title": nothing follows`},
		"title twice":          {"number 7", "title Two", `one-job.txt:3:1: "title": this is there more than once`},
		"unknown section":      {"-- console --", "-- konsole --", `one-job.txt:34:1: "konsole": not a section`},
		"missing section":      {"-- prose.md --\n", "", `one-job.txt:1:1: "prose.md": this section is missing`},
		"scenario":             {"  visibility 30ms", "  visibility 30", `one-job.txt:13:`},
		"answer":               {"answer deliveries", "answer delivery", `one-job.txt:32:`},
		"explain":              {"explain {deliveries}", "explain {deliverys}", `one-job.txt:33:`},
		"row without expect":   {"row expect deliveries = 1", "row deliveries = 1", `one-job.txt:37:1: "deliveries": expected expect`},
		"row's setting":        {"row work=40ms", "row work=soon", `one-job.txt:38:`},
		"row's parameter":      {"row work=40ms", "row speed=40ms", `one-job.txt:38:`},
		"row's condition":      {"expect finished = 40ms", "expect finished 40ms", `one-job.txt:38:`},
		"goal without a text":  {`goal "Done by 20 ms"`, `goal Done`, `one-job.txt:42:1: "Done": expected what the goal says`},
		"solution":             {"solution work=5ms", "solution faster", `one-job.txt:45:1: "faster": expected name=value`},
		"one wrong answer":     {"wrong work=1h\n", "", `one-job.txt:40:1: "wrong": too few in challenge`},
		"claim that isn't one": {`fails "Quick"`, `fails "Swift"`, `one-job.txt:38:1: "Swift": the scenario makes no such claim`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(small, test.old, test.new, 1)
			if text == small {
				t.Fatalf("%q is not in the lesson", test.old)
			}
			_, err := lesson.Parse("one-job.txt", text)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %s", err, test.want)
			}
		})
	}
}

func TestParseReportsEverythingInOrder(t *testing.T) {
	text := strings.NewReplacer("number 7", "number x", "visibility 30ms", "visibility x", "hint ", "hnt ").Replace(small)
	_, err := lesson.Parse("one-job.txt", text)
	lines := strings.Split(err.Error(), "\n")
	var at []string
	for _, l := range lines {
		at = append(at, strings.Split(l, ":")[1])
	}
	if diff := cmp.Diff([]string{"3", "13", "40", "44"}, at); diff != "" {
		t.Errorf("lines of the errors (-want +got):\n%s\n%v", diff, err)
	}
}

func TestOverReplacesByName(t *testing.T) {
	a := []lesson.Setting{{Name: "work", Value: "1ms"}, {Name: "seed", Value: "2"}}
	got := lesson.Over(a, []lesson.Setting{{Name: "work", Value: "3ms"}})
	want := []lesson.Setting{{Name: "seed", Value: "2"}, {Name: "work", Value: "3ms"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Whatever the text, Parse gives a lesson or errors, and does not panic.
func FuzzParse(f *testing.F) {
	f.Add(small)
	for _, l := range lesson.All() {
		f.Add(strings.Replace(small, "-- scenario --\n", "-- scenario --\n"+l.Source, 1))
	}
	f.Add("title\n-- x --\n-- rows --\nrow \"a=1 fails \"\n-- challenge --\ngoal \"\nwrong =")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := lesson.Parse("fuzz.txt", text)
		if (l == nil) == (err == nil) {
			t.Errorf("lesson %v, error %v", l, err)
		}
	})
}
