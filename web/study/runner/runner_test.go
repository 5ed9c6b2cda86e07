package runner

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/web/study"
)

// receipts sends a receipt for each order, and sends it twice where the shop
// dies between the sending and the acknowledgement.
const receipts = `param orders 1 from 1 to 5

queue orders
  visibility 30ms

producer buyer
  to orders
  write $orders "order={n}"

mailbox receipts

handler pay each 5ms
  send receipts "receipt {order}"
  acknowledge

consumer shop
  from orders
  handler pay

claim "One receipt each" receipts <= written
`

// jobs is one consumer that is busy for half of the time.
const jobs = `param rate 30/m from 1/m to 59/m slider 6/m to 54/m
until 1m
queue jobs
producer shop
  to jobs
  write "order {n}"
  poisson $rate
consumer worker
  from jobs
  work exponential 1s
`

func searching(id int, crashes int) study.Request {
	return study.Request{
		ID: id, System: study.System{Name: "receipts", Text: receipts},
		Search: &explore.Options{Crashes: crashes, Away: 10 * time.Millisecond},
	}
}

func sweeping(id, runs int, measure string) study.Request {
	return study.Request{
		ID: id, System: study.System{Name: "jobs", Text: jobs},
		Sweep: &study.Sweep{
			Over: []sweep.Range{{Param: "rate", Steps: 2}}, Replications: runs, Batches: 1, Warmup: sweep.Off,
			Measures: []study.Measure{{Field: "measure", Text: measure}},
		},
	}
}

// toEnd does turns until nothing goes on, and gives the last report of each request.
func toEnd(t *testing.T, r *Runner) map[int]study.Report {
	t.Helper()
	last := map[int]study.Report{}
	hear := func() {
		for _, one := range r.Reports() {
			if last[one.ID].Over {
				t.Errorf("%+v after the last report", one)
			}
			last[one.ID] = one
		}
	}
	hear()
	for i := 0; r.Turn(time.Millisecond); i++ {
		if hear(); i > 100_000 {
			t.Fatal("it goes on and on")
		}
	}
	hear()
	return last
}

func TestSearchAndSweepOneAfterTheOther(t *testing.T) {
	r := &Runner{}
	r.Take(searching(1, 1))
	r.Take(sweeping(2, 3, "waiting"))
	last := toEnd(t, r)
	v := last[1].Verdict
	if v == nil || v.Kind != explore.Broken || !v.Complete || len(v.Lines) != 1 || v.Lines[0] != "crash shop after step 1 for 10ms" {
		t.Errorf("verdict %+v", v)
	}
	c := last[2].Curve
	if c == nil || c.Done != 6 || c.All != 6 || len(c.Points) != 2 || len(c.Fits) != 2 || c.Fits[0][0].Model != "M/M/1" {
		t.Fatalf("curve %+v", c)
	}
	want := study.Curve{Params: []study.Param{{Name: "rate", Kind: scenario.RateParam}}, Measures: []study.Column{{Text: "waiting", Unit: scenario.Span}}, Done: 6, All: 6, Batches: 1}
	if d := cmp.Diff(want, *c, cmpopts.IgnoreFields(study.Curve{}, "Points", "Fits")); d != "" {
		t.Error(d)
	}
}

// A search that was given up is heard of no more, and the one that takes its place is.
func TestANewerRequestTakesThePlaceOfTheOld(t *testing.T) {
	r := &Runner{}
	r.Take(searching(1, 3))
	r.Turn(0)
	r.Take(searching(2, 0))
	last := toEnd(t, r)
	if len(last) != 1 || last[2].Verdict == nil || last[2].Verdict.Kind != explore.Keeps {
		t.Errorf("%+v", last)
	}
}

func TestStopAndDrop(t *testing.T) {
	r := &Runner{}
	long := searching(1, 3)
	long.System.Settings = []scenario.Setting{{Name: "orders", Value: "5"}}
	r.Take(long)
	r.Turn(0)
	r.Take(study.Request{ID: 1, Stop: true})
	if last := toEnd(t, r)[1]; !last.Over || !last.Stopped || last.Verdict == nil || last.Verdict.Complete || last.States == 0 {
		t.Errorf("stopped: %+v", last)
	}
	r.Take(long)
	r.Turn(0)
	r.Take(study.Request{ID: 7, Stop: true}) // of nothing that is known
	r.Take(study.Request{ID: 1, Drop: true})
	if r.Turn(0) || len(r.Reports()) > 0 {
		t.Error("a search that was dropped goes on")
	}
}

// More replications, at once or after a stop or of a runner that knows nothing of the
// first ones, come to the same numbers as all of them in one go.
func TestMoreReplicationsComeToTheSame(t *testing.T) {
	more := sweeping(2, 4, "waiting p95")
	more.Sweep.Batches, more.Sweep.Continue = 3, true
	whole := curveOf(t, &Runner{}, more)

	r := &Runner{}
	r.Take(sweeping(1, 4, "waiting p95"))
	for range 4 {
		r.Turn(0)
	}
	r.Take(study.Request{ID: 1, Stop: true})
	if len(r.Reports()) != 1 || r.Turn(0) {
		t.Error("a stopped sweep goes on")
	}
	parts := curveOf(t, r, more)
	if d := cmp.Diff(whole, parts, cmpopts.EquateNaNs()); d != "" || whole.Done != 24 || whole.Batches != 3 {
		t.Errorf("%d runs; (-whole +parts)\n%s", whole.Done, d)
	}
}

func curveOf(t *testing.T, r *Runner, q study.Request) *study.Curve {
	t.Helper()
	r.Take(q)
	c := toEnd(t, r)[q.ID].Curve
	if c == nil {
		t.Fatal("there is no curve")
	}
	return c
}

// What goes on is what there is only of the same sweep; another one begins anew.
func TestOnlyTheSameSweepGoesOn(t *testing.T) {
	r := &Runner{}
	curveOf(t, r, sweeping(1, 4, "waiting"))
	other := sweeping(2, 4, "sojourn")
	other.Sweep.Continue = true
	if c := curveOf(t, r, other); c.Measures[0].Text != "sojourn" || c.Done != 8 {
		t.Errorf("%+v", c)
	}
	same := other
	same.ID = 3
	r.Take(same)
	if !r.sweep.news || r.sweep.sweep.Done() != true {
		t.Error("what is done is done again")
	}
	if c := toEnd(t, r)[3].Curve; c == nil || c.Done != 8 {
		t.Errorf("%+v", c)
	}
}

func TestProblemsNameTheirWords(t *testing.T) {
	tooMany := sweeping(1, sweep.MaxReplications, "waiting")
	for _, c := range []struct {
		q     study.Request
		words []string
		text  string
	}{
		{sweeping(1, 1, "waitin"), []string{"waitin"}, "measure: "},
		{study.Request{ID: 1, System: study.System{Name: "x", Text: "queue"}, Search: &explore.Options{}}, []string{"queue"}, "x:1:1:"},
		{study.Request{ID: 1, System: study.System{Text: jobs}, Search: &explore.Options{}}, nil, "no claim line"},
		{tooMany, nil, "expected at most 1000000 runs"},
	} {
		r := &Runner{}
		r.Take(c.q)
		last := toEnd(t, r)[1]
		if p := last.Problem; !last.Over || p == nil || !slices.Equal(p.Words, c.words) || !strings.Contains(p.Text, c.text) {
			t.Errorf("%+v, want %q %q", last.Problem, c.words, c.text)
		}
	}
}

// Lines are added to the text, and bind under the settings.
func TestASystemHasItsLinesAndSettings(t *testing.T) {
	q := searching(1, 0)
	q.System.Lines = []string{"crash shop after step 1 for 10ms"}
	q.System.Settings = []scenario.Setting{{Name: "orders", Value: "2"}}
	r := &Runner{}
	r.Take(q)
	if v := toEnd(t, r)[1].Verdict; v == nil || v.Kind != explore.Broken || v.Claim.Right != "2" {
		t.Errorf("%+v", v)
	}
}
