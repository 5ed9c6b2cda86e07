package scene

import (
	"slices"
	"sort"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Survey is what a run comes to at most: the furniture is made to fit it, so
// that nothing changes its size while the run is played.
type Survey struct {
	head *trace.Head
	// state is how far it is; nil when it is done.
	state *trace.State
	// depth is the largest depth of each queue, held the most deliveries in
	// flight to each actor at once.
	depth, held []int
	// backs are the leases that run out, in the order of their message and delivery.
	backs []back
	// dead are the queues with dead letters; delays says that a message is held back.
	dead   []uint16
	delays bool
	// lost and dropped say that such messages are.
	lost, dropped bool
	// forgotten are the records that nobody will work on, by event.
	forgotten []int
	// active are the consumers that a queue made its active one, restarts the
	// restarts of brokers.
	active, restarts []happening
	// records are the numbers of the records of each partition.
	records [][]uint32
	wiring
}

// back is a delivery that ends with the message visible again.
type back struct {
	message, delivery uint32
	at                time.Duration
}

// maxBacks bounds the memory for ways back of very long runs; later ones are not drawn.
const maxBacks = 1 << 16

// NewSurvey goes through a run once.
func NewSurvey(t *trace.Trace) *Survey {
	s := BeginSurvey(t)
	s.Run(t, t.Len())
	return s
}

// BeginSurvey is a survey that has still to go through the run.
func BeginSurvey(t *trace.Trace) *Survey {
	return &Survey{
		head: &t.Head, depth: make([]int, len(t.Head.Queues)), held: make([]int, len(t.Head.Actors)),
		state: trace.NewState(&t.Head),
	}
}

// Run goes through so many events more, and says whether the survey is done.
func (s *Survey) Run(t *trace.Trace, events int) bool {
	if s.state == nil {
		return true
	}
	for end := min(s.state.Events+events, t.Len()); s.state.Events < end; {
		e := t.At(s.state.Events)
		s.noteBack(s.state, e)
		s.state.Apply(&t.Head, e)
		s.note(s.state, e)
		s.noteWorld(s.state, e)
	}
	if s.state.Events < t.Len() {
		return false
	}
	sort.Sort(byDelivery(s.backs))
	s.state = nil
	return true
}

func (s *Survey) noteBack(before *trace.State, e *trace.Event) {
	if e.Kind != trace.LeaseEnded || len(s.backs) == maxBacks {
		return
	}
	m := &before.Messages[e.Slot]
	s.backs = append(s.backs, back{message: e.Message, delivery: m.Deliveries, at: e.At})
}

func (s *Survey) note(after *trace.State, e *trace.Event) {
	switch e.Kind {
	case trace.Written:
		d := &s.depth[e.Queue]
		*d = max(*d, int(after.Queues[e.Queue].Depth()))
	case trace.Delivered:
		h := &s.held[e.Actor]
		*h = max(*h, int(after.Actors[e.Actor].Holding))
	case trace.DeadLettered:
		if !slices.Contains(s.dead, e.Queue) {
			s.dead = append(s.dead, e.Queue)
		}
	case trace.Held:
		s.delays = true
	}
}

// byDelivery sorts by message and delivery.
type byDelivery []back

func (b byDelivery) Len() int           { return len(b) }
func (b byDelivery) Less(i, j int) bool { return b[i].key() < b[j].key() }
func (b byDelivery) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func (b back) key() uint64 { return uint64(b.message)<<32 | uint64(b.delivery) }

// comesBack says whether the present lease of a message in flight is one that runs out.
func (s *Survey) comesBack(m *trace.Message) bool {
	want := back{message: m.Number, delivery: m.Deliveries}.key()
	i := sort.Search(len(s.backs), func(i int) bool { return s.backs[i].key() >= want })
	return i < len(s.backs) && s.backs[i].key() == want && int64(s.backs[i].at) == m.LeaseEnd
}
