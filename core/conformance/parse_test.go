package conformance

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
)

const sound = `title  One message
# a comment
note   more of it
live   yes
-- scenario --
param broker rabbitmq-classic one of rabbitmq-classic sqs-like
queue jobs
-- cases --
case
  expect depth of jobs = 0
  expect lost = 0
case broker=rabbitmq-classic documented "a book"
  expect depth = 0
`

func TestParse(t *testing.T) {
	row, errs := Parse("rows/rabbitmq/Z1.txt", sound)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if row.ID != "Z1" || row.Family != "rabbitmq" || row.Title != "One message" || row.Note != "more of it" || !row.Live || !row.Imitated {
		t.Errorf("%+v", row)
	}
	type short struct {
		Broker, Documented string
		Set                []scenario.Setting
		Expect             []string
		Line               int
	}
	var got []short
	for _, c := range row.Cases {
		s := short{Broker: c.Broker, Documented: c.Documented, Set: c.Set, Line: c.Pos.Line}
		for _, e := range c.Expect {
			s.Expect = append(s.Expect, e.Text)
		}
		got = append(got, s)
	}
	want := []short{
		{Broker: "rabbitmq-classic", Expect: []string{"depth of jobs = 0", "lost = 0"}, Line: 9},
		{Broker: "rabbitmq-classic", Documented: "a book", Set: []scenario.Setting{{Name: "broker", Value: "rabbitmq-classic"}}, Expect: []string{"depth = 0"}, Line: 12},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestParseFindsWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"title  One message", "", `f.txt:1:1: "title": missing`},
		{"live   yes", "live   no", `f.txt:4:1: "live": expected yes, or no and the reason`},
		{"note   more of it", "notes  more of it", `f.txt:3:1: "notes": expected title, note, live or not-imitated`},
		{"-- cases --", "-- rows --", `f.txt:8:1: "rows": expected the section scenario or cases`},
		{"queue jobs", "quue jobs", `f.txt:7:1: "quue": expected a word that begins a line at the top level; did you mean queue?`},
		{"depth of jobs", "depth of job", `f.txt:10:`},
		{"broker=rabbitmq-classic documented", "broker=rabbit documented", `f.txt:12:1: "rabbit": expected rabbitmq-classic or sqs-like`},
		{"  expect depth = 0\n", "", `f.txt:12:1: "case": expected expect and a condition under it`},
		{"param broker", "param brokers", `f.txt:1:1: "scenario": expected a parameter named broker`},
		{"title  One message", "title  One message\nnot-imitated  a defect", `f.txt:1:1: "not-imitated": expected no scenario beside it`},
	} {
		text := strings.Replace(sound, c.old, c.new, 1)
		if text == sound {
			t.Fatalf("%q is not there", c.old)
		}
		_, errs := Parse("f.txt", text)
		if !strings.Contains(errs.Error(), c.want) {
			t.Errorf("%q for %q: got\n%v\nwant %s", c.new, c.old, errs, c.want)
		}
	}
}

func TestRowsAreReadInOrder(t *testing.T) {
	text := &fstest.MapFile{Data: []byte("title  x\nnot-imitated  a defect\n")}
	rows, err := read(fstest.MapFS{"rows/b/R10.txt": text, "rows/b/R2.txt": text, "rows/a/X1.txt": text, "rows/b/A1.txt": text})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.Family+"/"+r.ID)
	}
	if d := cmp.Diff([]string{"a/X1", "b/A1", "b/R2", "b/R10"}, ids); d != "" {
		t.Error(d)
	}
}

// Every row of the measurements is there: as a scenario, or with the reason why not.
func TestEveryMeasuredRowOfRabbitMQIsThere(t *testing.T) {
	have := map[string]bool{}
	for _, r := range All() {
		have[r.Family+"/"+r.ID] = true
	}
	for _, id := range strings.Fields("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 L1 L2 L3 L4 L5 E1 E2 E3 E4 E5 E6 P1 P2 P3 P4 P5 " +
		"T1 T2 T3 T4 T5 T6 T7 T8 F1 F2 F3 F4 F5 F6 F7 F8 O1 O2 O3 O4 H1 H2 A1 A2 A3 A4 A5 A6 S1 S2 S3 X1 X2 D1 D2") {
		if !have["rabbitmq/"+id] {
			t.Errorf("%s is missing", id)
		}
	}
}
