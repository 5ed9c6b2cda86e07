package brokers

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

const recordedScenario = `queue jobs
  dead-letter failed
queue failed
producer shop
  to jobs
  write 3 "m{n}"
consumer a
  from jobs
consumer b
  from jobs
`

// The actors of recordedScenario.
const (
	shop = iota
	consumerA
	consumerB
)

// recording is a recorder of recordedScenario that three messages were written to.
func newRecording(t *testing.T, rules Rules) *recorder {
	t.Helper()
	sc := bound(t, recordedScenario)
	head := sim.New(sc, sim.Options{}).Result().Trace.Head
	r := newRecorder(&clock{start: time.Now(), slow: 1}, sc, head, []Rules{rules, rules})
	for id := uint64(1); id <= 3; id++ {
		r.write(0, shop, id, 0, bodyValue(head.Bodies, "m{n}")|int64(id)<<32, 0)
	}
	return r
}

// told is what was recorded after the three writes: kind, queue, message and delivery.
func told(r *recorder) (lines []string) {
	for i := 3; i < r.tr.Len(); i++ {
		e := r.tr.At(i)
		queue := "-"
		if e.Queue != trace.NoQueue {
			queue = r.tr.Head.Queues[e.Queue].Name
		}
		lines = append(lines, fmt.Sprintf("%s %s m%d %d", e.Kind, queue, e.Message, e.Delivery))
	}
	return lines
}

func wantTold(t *testing.T, r *recorder, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, told(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The trace must be one that can be played and measured to its end.
	r.tr.State(r.tr.Len())
	stats.New(r.tr)
}

// A message that is delivered while it is in flight had come back before: with
// its lease, with its connection, or claimed, as the broker does it.
func TestADeliveryTellsWhatCameBefore(t *testing.T) {
	for want, rules := range map[string]Rules{
		"lease ended": {Lease: time.Hour}, "returned": {Returns: true}, "claimed": {Claims: true},
	} {
		r := newRecording(t, rules)
		r.deliver(consumerA, 0, &Delivery{ID: 1})
		r.deliver(consumerB, 0, &Delivery{ID: 1, Redelivered: true})
		wantTold(t, r, "delivered jobs m1 1", want+" jobs m1 1", "delivered jobs m1 2")
	}
}

// The broker's own count goes before that of the deliveries seen, and its mark
// alone is kept as a mark.
func TestTheBrokersCountAndMarkAreRecorded(t *testing.T) {
	r := newRecording(t, Rules{Returns: true})
	r.deliver(consumerA, 0, &Delivery{ID: 1, Count: 4})
	r.deliver(consumerA, 0, &Delivery{ID: 2, Redelivered: true})
	wantTold(t, r, "delivered jobs m1 4", "delivered jobs m2 1")
	if step := r.tr.At(r.tr.Len() - 1).Step; step != 1 {
		t.Errorf("the mark is %d, want 1", step)
	}
}

func TestAnAcknowledgementIsLateOrGone(t *testing.T) {
	r := newRecording(t, Rules{Lease: time.Hour})
	m := r.deliver(consumerA, 0, &Delivery{ID: 1})
	r.deliver(consumerB, 0, &Delivery{ID: 1, Redelivered: true})
	r.acknowledged(m, 1, consumerA, false)
	r.acknowledged(m, 2, consumerB, false)
	wantTold(t, r, "delivered jobs m1 1", "lease ended jobs m1 1", "delivered jobs m1 2", "acknowledged jobs m1 1", "acknowledge gone jobs m1 2")
	if late := r.tr.At(r.tr.Len() - 2).Value; late != 1 {
		t.Errorf("it is recorded as %d, want 1: late", late)
	}
}

// A delivery that was on its way when the message was settled: the broker that
// answered has forgotten the message, and one that gives no answer may not have.
func TestADeliveryOfWhatIsGone(t *testing.T) {
	for _, test := range []struct {
		rules Rules
		want  []string
	}{
		{Rules{Lease: time.Hour}, []string{"delivered jobs m1 1", "acknowledged jobs m1 1", "executed jobs m1 2", "acknowledge gone jobs m1 2"}},
		{Rules{Returns: true, Unanswered: true}, []string{
			"delivered jobs m1 1", "acknowledged jobs m1 1", "written jobs m1 0", "delivered jobs m1 1", "executed jobs m1 1", "acknowledged jobs m1 1"}},
	} {
		r := newRecording(t, test.rules)
		m := r.deliver(consumerA, 0, &Delivery{ID: 1})
		r.acknowledged(m, 1, consumerA, false)
		m = r.deliver(consumerB, 0, &Delivery{ID: 1, Redelivered: true})
		r.tell(trace.Executed, m, m.delivery, consumerB, 0, 0)
		r.acknowledged(m, m.delivery, consumerB, false)
		wantTold(t, r, test.want...)
	}
}

// One that arrives at the dead letters was dead-lettered; the broker's reason is kept.
func TestADeadLetterTellsThatItDied(t *testing.T) {
	r := newRecording(t, Rules{Returns: true})
	r.deliver(consumerA, 0, &Delivery{ID: 2})
	r.deliver(consumerB, 1, &Delivery{ID: 2, Died: &Death{Queue: 0, Why: trace.ByTTL}})
	wantTold(t, r, "delivered jobs m2 1", "returned jobs m2 1", "dead-lettered jobs m2 1", "written failed m2 0", "delivered failed m2 1")
	if why := r.tr.At(5).Value; why != trace.ByTTL {
		t.Errorf("it died of %d, want %d", why, trace.ByTTL)
	}
}

func TestDeathsThatTheBrokerTells(t *testing.T) {
	for want, d := range map[string]Death{
		"dead-lettered jobs m1 0, written failed m1 0": {ID: 1, Why: trace.ByLength},
		"dropped jobs m1 0":                            {ID: 1, Circular: true},
		"parked jobs m1 0":                             {ID: 1, Parked: true},
		"":                                             {ID: 9},
	} {
		r := newRecording(t, Rules{})
		r.died(d)
		r.died(d) // told twice, it has died once
		if got := strings.Join(told(r), ", "); got != want {
			t.Errorf("%+v is %s, want %s", d, got, want)
		}
	}
}

func TestRejections(t *testing.T) {
	r := newRecording(t, Rules{Returns: true})
	m1, m2 := r.deliver(consumerA, 0, &Delivery{ID: 1}), r.deliver(consumerA, 0, &Delivery{ID: 2})
	r.rejected(m1, 1, consumerA, rejection{requeue: true})
	r.rejected(m2, 1, consumerA, rejection{})
	wantTold(t, r, "delivered jobs m1 1", "delivered jobs m2 1", "rejected jobs m1 1", "dead-lettered jobs m2 1", "written failed m2 0")
}

// What a closed connection held comes back where the broker sees to that, and
// is known to nobody any more where it was acknowledged on delivery.
func TestAConnectionThatCloses(t *testing.T) {
	for _, test := range []struct {
		rules   Rules
		forgets bool
		want    []string
	}{
		{Rules{Returns: true}, false, []string{"delivered jobs m1 1", "returned jobs m1 1"}},
		{Rules{Lease: time.Hour}, false, []string{"delivered jobs m1 1"}},
		{Rules{}, true, []string{"delivered jobs m1 1", "acknowledged jobs m1 1", "forgotten jobs m1 1"}},
	} {
		r := newRecording(t, test.rules)
		m := r.deliver(consumerA, 0, &Delivery{ID: 1})
		if test.forgets {
			r.acknowledged(m, 1, consumerA, false)
		}
		r.disconnected([]*held{{m: m, delivery: 1}}, test.forgets)
		wantTold(t, r, test.want...)
	}
}

// What should lie in a queue and does not was dead-lettered, or is lost with
// the queue; what is there is there.
func TestWhatIsMissing(t *testing.T) {
	r := newRecording(t, Rules{})
	r.missing(0, []Delivery{{ID: 1}, {ID: 3}}, false, false)
	wantTold(t, r, "dead-lettered jobs m2 0")
	r = newRecording(t, Rules{})
	r.missing(0, nil, false, true)
	wantTold(t, r, "queue removed jobs m0 0", "lost jobs m1 0", "lost jobs m2 0", "lost jobs m3 0")
}

// A lease that lapses is recorded at its own instant, whenever anybody looks.
func TestALeaseLapsesAtItsInstant(t *testing.T) {
	r := newRecording(t, Rules{Lease: 20 * time.Millisecond})
	r.deliver(consumerA, 0, &Delivery{ID: 1})
	end := time.Duration(r.tr.At(3).Value)
	r.clock.start = r.clock.start.Add(-time.Hour)
	if s := r.sight(); s.there != 3 || s.leaseEnd != 0 {
		t.Errorf("it sees %+v", s)
	}
	wantTold(t, r, "delivered jobs m1 1", "lease ended jobs m1 1")
	if at := r.tr.At(4).At; at != end {
		t.Errorf("the lease ended at %s, want %s", at, end)
	}
}

func TestARefusedMessageIsDropped(t *testing.T) {
	r := newRecording(t, Rules{})
	r.refused(shop, 3, 0, true)
	r.duplicate(shop, 0, true)
	wantTold(t, r, "publish refused jobs m0 0", "dropped jobs m3 0", "confirmed jobs m0 0", "dropped jobs m0 0")
}

// Nothing is recorded after the last instant of the scenario, but what had happened by then.
func TestNothingComesAfterTheEnd(t *testing.T) {
	r := newRecording(t, Rules{})
	r.sc = &scenario.Scenario{Queues: r.sc.Queues, Until: time.Second}
	r.clock.start = r.clock.start.Add(-time.Hour)
	r.deliver(consumerA, 0, &Delivery{ID: 1})
	wantTold(t, r)
	r.missing(0, []Delivery{{ID: 2}, {ID: 3}}, false, false)
	if at := r.tr.At(r.tr.Len() - 1).At; at > time.Second {
		t.Errorf("recorded at %s", at)
	}
}
