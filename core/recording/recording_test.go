package recording

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

const text = `queue jobs
  visibility 30ms
producer shop
  to jobs
  write 2 "m{n}"
consumer worker
  from jobs
  work 45ms
at 100ms write jobs "late"
`

func recorded(t *testing.T) *Recording {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Recording{
		Lesson: "test", Set: []scenario.Setting{{Name: "work", Value: "45ms"}}, Broker: "RabbitMQ 3.10.8", Profile: "rabbitmq-classic",
		Notes: []string{"a note"}, Slow: 10, Trace: sim.Run(sc, sim.Options{}).Trace,
	}
}

func TestAFileKeepsEverything(t *testing.T) {
	want := recorded(t)
	file, err := want.Format()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse("test", file)
	if err != nil {
		t.Fatal(err)
	}
	if got.Trace.Hash() != want.Trace.Hash() || got.Trace.End() != want.Trace.End() {
		t.Errorf("%d events to %s are %d to %s", want.Trace.Len(), want.Trace.End(), got.Trace.Len(), got.Trace.End())
	}
	if diff := cmp.Diff(want.Trace.Head, got.Trace.Head); diff != "" {
		t.Errorf("head (-want +got):\n%s", diff)
	}
	want.Trace, got.Trace = nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for file, want := range map[string]string{
		`{`:                                  "broken.json: ",
		`{"Kinds":["flown"]}`:                `there is no kind of event "flown"`,
		`{"Events":[[1]]}`:                   "event 0: 1 numbers; expected 9",
		`{"Events":[[0,0,-1,-1,0,0,0,0,0]]}`: "event 0: its kind",
		`{"Kinds":["lost"],"Events":[[0,0,0,-1,0,0,0,0,0]]}`: "event 0: its actor",
		`{"Kinds":["lost"],"Events":[[0,0,-1,5,0,0,0,0,0]]}`: "event 0: its queue",
	} {
		if _, err := Parse("broken.json", []byte(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", file, err, want)
		}
	}
}

// Every file that ships can be played from beginning to end, and says where it was recorded.
func TestAll(t *testing.T) {
	for _, r := range All() {
		name := r.Lesson + " on " + r.Broker
		if r.Lesson == "" || r.Broker == "" || r.Slow <= 0 || r.Trace.Len() == 0 {
			t.Errorf("%s: it does not say what was run, where, and how slowly", name)
		}
		if _, known := scenario.ProfileNamed(r.Profile); !known {
			t.Errorf("%s: there is no profile %q", name, r.Profile)
		}
		var last trace.Event
		for i := range r.Trace.Len() {
			if e := r.Trace.At(i); e.At < last.At {
				t.Errorf("%s: event %d is earlier than the one before", name, i)
			} else {
				last = *e
			}
		}
		s := r.Trace.State(r.Trace.Len())
		if s.Total.Written == 0 || s.Total.Deliveries == 0 {
			t.Errorf("%s: %d written, %d deliveries", name, s.Total.Written, s.Total.Deliveries)
		}
	}
}

func TestOf(t *testing.T) {
	for _, r := range Of("five-jobs") {
		if r.Lesson != "five-jobs" {
			t.Error(r.Lesson)
		}
	}
	if got := Of("no-such-lesson"); len(got) != 0 {
		t.Errorf("%d recordings of no lesson", len(got))
	}
}
