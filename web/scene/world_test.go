package scene

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// staged runs a scenario and plans its stage.
func staged(t *testing.T, text string, width float64) (*trace.Trace, *Plan) {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := sim.Run(sc, sim.Options{}).Trace
	return tr, NewPlan(NewSurvey(tr).Wire(sc), width)
}

// node finds a thing of a picture.
func node(p *Picture, k Key) *Node {
	for i := range p.Nodes {
		if p.Nodes[i].Key == k {
			return &p.Nodes[i]
		}
	}
	return nil
}

func words(n *Node) string {
	var all []string
	for i := range n.Parts {
		if p := &n.Parts[i]; p.Kind == TextPart && p.Text+p.Strong != "" {
			all = append(all, p.Text+p.Strong+p.After)
		}
	}
	return strings.Join(all, "|")
}

const fanout = `queue a
queue b
queue c
exchange events topic
  bind a key order.*
  bind c key "#"
producer shop
  to exchange events
  key order.created
  write "event"
`

func TestAnExchangeStandsBetweenItsProducerAndItsQueues(t *testing.T) {
	for _, width := range []float64{350, 700, 840} {
		tr, p := staged(t, fanout, width)
		pic := NewStage(p).Draw(tr, tr.Len(), 0, 0)
		if got := words(node(pic, Key{ExchangeKey, 0})); got != "events|topic exchange" {
			t.Errorf("%v: %q", width, got)
		}
		routes, keys := 0, ""
		for _, part := range node(pic, Key{BindingKey, 0}).Parts {
			if part.Kind == PathPart {
				routes++
			} else {
				keys += part.Text
			}
		}
		if routes != 2 || !strings.Contains(keys, "order.*") || !strings.Contains(keys, "#") {
			t.Errorf("%v: %d routes, keys %q; want two, order.* and #", width, routes, keys)
		}
		// Each bound queue has a copy, and the middle one none.
		for number, queue := range map[uint32]int{1: 0, 2: 2} {
			n := node(pic, Key{MessageKey, number})
			if r := p.rails[queue]; n.Y < r.Y || n.Y > r.Bottom() {
				t.Errorf("%v: copy %d is not in queue %d", width, number, queue)
			}
		}
	}
}

// Nothing of the furniture stands on anything else.
func TestNothingOverlaps(t *testing.T) {
	for _, text := range []string{fanout, relays, logs, pump} {
		for _, width := range []float64{350, 690, 840} {
			_, p := staged(t, text, width)
			var boxes []Box
			for _, list := range [][]Box{p.actors, p.exchanges, p.tables} {
				boxes = append(boxes, list...)
			}
			for _, r := range p.rails {
				boxes = append(boxes, r.Box)
			}
			for _, tp := range p.tapes {
				boxes = append(boxes, tp.Box)
			}
			for _, pl := range p.piles {
				boxes = append(boxes, pl.Box)
			}
			for i, a := range boxes {
				if a.W > 0 && (a.X < 0 || a.Right() > width || a.Bottom() > p.Height) {
					t.Errorf("%v: %+v is outside of the stage, %v high", width, a, p.Height)
				}
				for _, b := range boxes[:i] {
					if a.W > 0 && b.W > 0 && a.X < b.Right() && b.X < a.Right() && a.Y < b.Bottom() && b.Y < a.Bottom() {
						t.Errorf("%v: %+v stands on %+v", width, a, b)
					}
				}
			}
		}
	}
}

const relays = `outbox letters
  rows 3 "letter {n}"
queue mail
relay courier x 2
  from letters
  to mail
  publish 2ms
  mark 1ms
consumer worker x 3
  from mail
`

const pump = `outbox letters
  rows 3 "letter {n}"
mailbox post
relay courier
  from letters
  to mailbox post
  publish 2ms
queue jobs
  max-deliveries 1
  dead-letter failed
queue failed
producer shop
  to jobs
  write 12 "job {n}"
consumer worker x 5
  from jobs
`

func TestAnOutboxCountsItsMarkedRows(t *testing.T) {
	tr, p := staged(t, relays, 840)
	stage := NewStage(p)
	if got := words(node(stage.Draw(tr, 3, 0, 0), Key{TableKey, 0})); got != "outbox letters|0 of 3 rows marked" {
		t.Errorf("at the start: %q", got)
	}
	if got := words(node(stage.Draw(tr, tr.Len(), tr.End(), 0), Key{TableKey, 0})); got != "outbox letters|3 of 3 rows marked" {
		t.Errorf("at the end: %q", got)
	}
}

const logs = `log orders
  records 20 "order {n}"
group billing
  from orders
  starts at position 12
  work 10ms
group late
  from orders
  joins 15ms
  work 10ms
until 25ms
`

func TestAFlagStandsAtItsGroupsPosition(t *testing.T) {
	tr, p := staged(t, logs, 840)
	pic := NewStage(p).Draw(tr, tr.Index(25e6), 25e6, 0)
	tape := &p.tapes[0]
	for group, want := range map[int]struct {
		position int64
		text     string
	}{0: {14, "billing 14"}, 1: {1, "late 1"}} {
		n := node(pic, Key{FlagKey, Flag(group, 0)})
		if math.Abs(n.X-tape.x(want.position)) > 1e-9 || words(n) != want.text {
			t.Errorf("group %d: x %v, want %v; %q, want %q", group, n.X, tape.x(want.position), words(n), want.text)
		}
		if got := p.Position(group, n.X+2.4*tape.cell); got != want.position+2 {
			t.Errorf("group %d dragged by 2.4 records: %d, want %d", group, got, want.position+2)
		}
	}
	if got := FlagGroup(Flag(3, 7)); got != 3 {
		t.Errorf("flag of group 3, partition 7, is of group %d", got)
	}
	if got := p.Position(0, -1000); got != 0 {
		t.Errorf("dragged out to the left: %d, want 0", got)
	}
}

func TestALongLogIsAScale(t *testing.T) {
	tr, p := staged(t, strings.Replace(logs, "records 20", "records 150", 1), 840)
	n := node(NewStage(p).Draw(tr, 150, 0, 0), Key{TapeKey, 0})
	if got := words(n); !strings.HasPrefix(got, "log orders|150 records|0|") || len(n.Parts) > 60 {
		t.Errorf("%d shapes, %q", len(n.Parts), got)
	}
	for _, c := range []struct {
		least float64
		want  int64
	}{{0.3, 1}, {1.2, 2}, {3, 5}, {12, 20}, {700, 1000}} {
		if got := tickStep(c.least); got != c.want {
			t.Errorf("at least %v: %d, want %d", c.least, got, c.want)
		}
	}
}

func TestWhatIsTurnedAwayAndLostPilesUp(t *testing.T) {
	tr, p := staged(t, `queue rail
  direct
producer waiters
  to rail
  write 5 "order {n}"
consumer cook x 3
  from rail
  work 10ms
`, 840)
	pic := NewStage(p).Draw(tr, tr.Index(0), 0, 0)
	if got := words(node(pic, Key{PileKey, 2})); got != "turned away|2" {
		t.Errorf("%q, want two", got)
	}
	if n := node(pic, Key{MessageKey, 5}); n == nil || n.Class != "message dropped" {
		t.Errorf("the fifth: %+v", n)
	}
	if node(pic, Key{PileKey, 3}) != nil {
		t.Error("a pile of lost messages where none is lost")
	}
}

func TestOneActiveConsumerTheOtherStandsBy(t *testing.T) {
	tr, p := staged(t, `queue jobs
  single-active
producer shop
  to jobs
  write 3 "job {n}"
consumer worker x 2
  from jobs
  work 10ms
at 15ms crash worker-1
`, 840)
	for at, want := range map[int64][2]string{
		5e6:  {"consumer working active", "consumer idle standby"},
		25e6: {"consumer crashed", "consumer working active"},
	} {
		pic := NewStage(p).Draw(tr, tr.Index(time.Duration(at)), time.Duration(at), 0)
		for i := range 2 {
			if got := node(pic, Key{ActorKey, uint32(i + 1)}).Class; got != want[i] {
				t.Errorf("at %v worker-%d is %q, want %q", time.Duration(at), i+1, got, want[i])
			}
		}
	}
}

func TestASurveyGoesThroughARunInParts(t *testing.T) {
	tr, whole := staged(t, pump, 840)
	s := BeginSurvey(tr)
	parts := 0
	for !s.Run(tr, 10) {
		parts++
	}
	if want := (tr.Len() - 1) / 10; parts != want {
		t.Errorf("%d events in %d parts of 10 before the last, want %d", tr.Len(), parts, want)
	}
	if s.depth[0] != 12 || whole.depth[0] != 12 {
		t.Errorf("depths %v and %v, want 12 in the first queue", s.depth, whole.depth)
	}
}
