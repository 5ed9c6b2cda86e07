package cause_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/cause"
	"github.com/queuelab/queuelab/core/trace"
)

// pairs are the inversions without their places.
func pairs(tr *trace.Trace, most int) []cause.Inversion {
	list := cause.Inversions(tr, most)
	for i := range list {
		p := &list[i]
		p.EarlierDone, p.LaterDone, p.EarlierBegun, p.LaterBegun, p.Cause = 0, 0, 0, 0, 0
	}
	return list
}

// Order, broken four ways.
func TestReasonsOfInversions(t *testing.T) {
	head := `
queue jobs
producer shop
  to jobs
`
	for name, c := range map[string]struct {
		text string
		want []cause.Inversion
	}{
		"one consumer keeps the order": {head + `
  write "order 1" "order 2"
consumer worker
  from jobs
  work 10ms
  work by message "order 1" 30ms
`, nil},
		"the first takes longer": {head + `
  write "order 1" "order 2"
consumer worker x 2
  from jobs
  work 10ms
  work by message "order 1" 30ms
`, []cause.Inversion{{Earlier: 1, Later: 2, Reason: cause.Slower}}},
		"the third waits in the slow consumer's hand": {head + `
  write "order 1" "order 2" "order 3" "order 4"
consumer slow
  from jobs
  prefetch 2
  work 30ms
consumer quick
  from jobs
  prefetch 2
  work 10ms
`, []cause.Inversion{
			{Earlier: 1, Later: 2, Reason: cause.Slower}, {Earlier: 1, Later: 4, Reason: cause.Slower},
			{Earlier: 3, Later: 4, Reason: cause.InHand},
		}},
		"the first is put back": {head + `
  write "order 1" "order 2"
consumer worker x 2
  from jobs
  work 10ms
  fails "order 1" after 5ms times 1 requeue
`, []cause.Inversion{{Earlier: 1, Later: 2, Reason: cause.Requeued}}},
		"the first comes back after a crash": {head + `
  write "order 1" "order 2"
consumer worker x 2
  from jobs
  work 10ms
at 5ms crash worker-1
`, []cause.Inversion{{Earlier: 1, Later: 2, Reason: cause.Redelivered}}},
	} {
		if d := cmp.Diff(c.want, pairs(run(t, c.text), 10)); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}

// Three ordinary messages at 0, an urgent one at 5 ms, 10 ms each: it goes
// before messages 2 and 3.
func TestPriorityInverts(t *testing.T) {
	tr := run(t, `
queue jobs
producer shop
  to jobs
  write 3 "order {n}"
producer vip
  to jobs
  starts 5ms
  priority 9
  write "vip"
consumer worker
  from jobs
  work 10ms
`)
	want := []cause.Inversion{{Earlier: 2, Later: 4, Reason: cause.Priority}, {Earlier: 3, Later: 4, Reason: cause.Priority}}
	if d := cmp.Diff(want, pairs(tr, 10)); d != "" {
		t.Errorf("inversions:\n%s", d)
	}
	if n := len(pairs(tr, 1)); n != 1 {
		t.Errorf("%d listed where one was asked for", n)
	}
	p := cause.Inversions(tr, 10)[0]
	if at := [3]int64{tr.At(p.EarlierDone).At.Milliseconds(), tr.At(p.LaterDone).At.Milliseconds(), tr.At(p.Cause).At.Milliseconds()}; at != [3]int64{30, 20, 10} {
		t.Errorf("message 2 done, message 4 done, message 4 handed out at %v ms; want 30, 20, 10", at)
	}
}
