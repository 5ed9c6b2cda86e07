package sim

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

const twoJobs = `queue jobs
producer shop
  to jobs
  write "job 1" "job 2"
consumer worker x 2
  from jobs
  work uniform 10ms to 30ms
`

func parsed(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

func TestTheTraceTellsWhatWasChosenWhere(t *testing.T) {
	sc := parsed(t, twoJobs+"choose at 0ms after 8 give worker-1\nchoose at 9ms after 0 work longest\nchoose at 0ms after 9 work longest\n")
	// The first asks for what the rules do, the second does not come; the third
	// follows the write of two, two starts and a hand-out.
	if d := cmp.Diff([]trace.Chosen{{Choice: 2, Event: 5}}, Run(sc, Options{}).Trace.Head.Chosen); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// At 0 the producer writes both, the consumers start, and the queue hands out:
// four events and four turns come before the first choice of a consumer; the
// hand-out, its start of work and one more turn, before the second hand-out.
func TestChooseLines(t *testing.T) {
	for _, c := range []struct {
		lines string
		kinds []trace.Kind
		want  []string
	}{
		{"choose at 0ms after 8 give worker-2", []trace.Kind{trace.Delivered}, []string{
			"0 worker-2 delivered 1", "0 worker-1 delivered 2",
		}},
		{"choose at 0ms after 8 give worker-1", []trace.Kind{trace.Delivered}, []string{
			"0 worker-1 delivered 1", "0 worker-2 delivered 2",
		}},
		// A place that the run does not come to changes nothing.
		{"choose at 1ms after 8 give worker-2", []trace.Kind{trace.Delivered}, []string{
			"0 worker-1 delivered 1", "0 worker-2 delivered 2",
		}},
		// The work is drawn after its message was handed out: one event later.
		{"choose at 0ms after 9 work longest\nchoose at 0ms after 12 work shortest", []trace.Kind{trace.Executed}, []string{
			"10 worker-2 executed 2", "30 worker-1 executed 1",
		}},
		// Both end at 10 ms. The first turn there finds two things due.
		{
			"choose at 0ms after 9 work shortest\nchoose at 0ms after 12 work shortest\nchoose at 10ms after 1 next 2",
			[]trace.Kind{trace.Executed},
			[]string{"10 worker-2 executed 2", "10 worker-1 executed 1"},
		},
		// A crash after the work and before the acknowledgement: one event and one
		// turn into 10 ms. The message comes back and goes to the other one.
		{
			"choose at 0ms after 9 work shortest\nchoose at 0ms after 12 work shortest\nchoose at 10ms after 2 crash worker-1 for 5ms",
			[]trace.Kind{trace.Executed, trace.Acknowledged, trace.Crashed, trace.Recovered, trace.Returned},
			[]string{
				"10 worker-1 executed 1", "10 worker-1 crashed 1", "10 worker-1 returned 1",
				"10 worker-2 executed 2", "10 worker-2 acknowledged 2", "15 worker-1 recovered 0",
			},
		},
		{
			"choose at 0ms after 9 work shortest\nchoose at 0ms after 12 work shortest\nchoose at 10ms after 2 lose worker-1",
			[]trace.Kind{trace.Executed, trace.Acknowledged, trace.AcknowledgeDropped},
			[]string{
				"10 worker-1 executed 1", "10 worker-1 acknowledge dropped 1",
				"10 worker-2 executed 2", "10 worker-2 acknowledged 2",
			},
		},
	} {
		t.Run(c.lines, func(t *testing.T) {
			sc := parsed(t, twoJobs+"until 15ms\n"+c.lines+"\n")
			if len(c.kinds) == 1 {
				sc.Until = 0
			}
			if d := cmp.Diff(c.want, story(Run(sc, Options{}).Trace, c.kinds...)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
