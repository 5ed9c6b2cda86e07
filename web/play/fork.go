package play

import (
	"slices"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// The shadow: a run that is kept beside the present one. Both can be undone.
type (
	// KeepShadow keeps the run shown as the shadow, in the place of an older one.
	KeepShadow struct{}
	DropShadow struct{}
	// SeekParting goes to the instant at which the run and its shadow part.
	SeekParting struct{}
)

func (KeepShadow) message()  {}
func (DropShadow) message()  {}
func (SeekParting) message() {}

// inquiry is what is remembered of what the reader asked about a run.
type inquiry struct {
	// asked is the event that Why explains.
	asked trace.Event
	fork  *Fork
	// order lists the inversions of ordered.
	order   []Overtaking
	ordered *Run
}

func (m *Model) keepShadow() {
	m.remember(edit{draft: m.Draft, label: "shadow kept"})
	m.setShadow(m.Run)
	m.Notice = "This run stays as a shadow. Change something, and both are shown."
}

func (m *Model) dropShadow() {
	if m.Shadow != nil {
		m.remember(edit{draft: m.Draft, label: "shadow dropped"})
		m.setShadow(nil)
	}
}

func (m *Model) setShadow(r *Run) {
	m.Shadow = r
	m.Version.Run++
}

// goBack is what undo and redo come to: another draft, or another shadow.
func (m *Model) goBack(e edit) {
	if e.shadow != m.Shadow {
		m.setShadow(e.shadow)
	}
	if !e.draft.equal(m.Draft) {
		m.restore(e.draft)
	}
}

// Fork is the run and its shadow side by side, each to its end.
type Fork struct {
	run, shadow *Run
	// Same says that the two don't differ in any event.
	Same bool
	// At is the instant at which they part; Now and Then are what happens
	// there in the run, and in the shadow.
	At, Now, Then string
	parting       Cursor
	// Numbers are measures; Claims what holds; World what the tables hold.
	Numbers, Claims, World []Compared
}

// Compared is a value of the run and the shadow's.
type Compared struct {
	Name, Now, Shadow string
}

// Differs says whether the two values differ.
func (c Compared) Differs() bool { return c.Now != c.Shadow }

// Fork compares the run with its shadow; nil where there is none. It follows
// Version.Run.
func (m *Model) Fork() *Fork {
	if m.Run == nil || m.Shadow == nil {
		return nil
	}
	if f := m.inquiry.fork; f == nil || f.run != m.Run || f.shadow != m.Shadow {
		m.inquiry.fork = newFork(m.Run, m.Shadow)
	}
	return m.inquiry.fork
}

func newFork(run, shadow *Run) *Fork {
	f := &Fork{run: run, shadow: shadow}
	f.part()
	f.numbers()
	f.claims()
	f.world()
	return f
}

// part finds where the two runs part.
func (f *Fork) part() {
	a, b := f.run.Trace, f.shadow.Trace
	n := trace.Part(a, b)
	if f.Same = n == a.Len() && n == b.Len(); f.Same {
		return
	}
	var first time.Duration
	f.Now, first = f.run.next(n)
	then, second := f.shadow.next(n)
	f.Then = then
	at := min(first, second)
	f.At = timeText(at)
	f.parting = Cursor{n, min(at, a.End())}
	if n < a.Len() && a.At(n).At == at {
		f.parting = Cursor{n + 1, at}
	}
}

// next is the event with an index, in words, and its instant; an instant that
// never comes where the run is over by then.
func (r *Run) next(i int) (string, time.Duration) {
	if i >= r.Trace.Len() {
		return "nothing more happens", time.Duration(trace.Never)
	}
	return timeText(r.Trace.At(i).At) + " " + r.Text(i), r.Trace.At(i).At
}

func (m *Model) seekParting() {
	if f := m.Fork(); f != nil && !f.Same {
		m.jump(f.parting)
	}
}

// compared are the measures of a fork, and what the page calls them.
var compared = []struct {
	label   string
	measure scenario.Measure
	always  bool
}{
	{"finished at", scenario.Measure{Name: scenario.Finished}, true},
	{"deliveries", scenario.Measure{Name: scenario.Deliveries}, true},
	{"redeliveries", scenario.Measure{Name: scenario.Redeliveries}, false},
	{"executions", scenario.Measure{Name: scenario.Executions}, true},
	{"done twice", scenario.Measure{Name: scenario.Duplicates}, false},
	{"acknowledged", scenario.Measure{Name: scenario.Acknowledged}, false},
	{"refused acknowledgements", scenario.Measure{Name: scenario.Refused}, false},
	{"dead-lettered", scenario.Measure{Name: scenario.DeadLettered}, false},
	{"dropped", scenario.Measure{Name: scenario.Dropped}, false},
	{"lost", scenario.Measure{Name: scenario.Lost}, false},
	{"out of order", scenario.Measure{Name: scenario.Inversions}, false},
	{"greatest depth", scenario.Measure{Name: scenario.DepthMax}, false},
	{"waiting, mean", scenario.Measure{Name: scenario.Waiting, Stat: scenario.Mean}, true},
	{"lag", scenario.Measure{Name: scenario.Lag}, false},
	{"receipts sent", scenario.Measure{Name: scenario.Receipts}, false},
	{"published", scenario.Measure{Name: scenario.Published}, false},
}

func (f *Fork) numbers() {
	for _, c := range compared {
		now, shadow := f.run.value(c.measure), f.shadow.value(c.measure)
		row := Compared{c.label, now, shadow}
		if c.always || !idle(now) || !idle(shadow) {
			f.Numbers = append(f.Numbers, row)
		}
	}
}

func idle(value string) bool { return value == "0" || value == "none" }

// value is a measure at the end of the run, as the page writes it.
func (r *Run) value(measure scenario.Measure) string {
	v, err := r.Report.Measure(measure)
	switch {
	case err != nil:
		return "none"
	case v.Kind == stats.Duration:
		return timeText(time.Duration(v.N))
	}
	return v.String()
}

func (f *Fork) claims() {
	for _, c := range f.run.Claims {
		row := Compared{c.Name, holds(c.Holds), "not claimed"}
		for _, o := range f.shadow.Claims {
			if o.Name == c.Name {
				row.Shadow = holds(o.Holds)
			}
		}
		f.Claims = append(f.Claims, row)
	}
}

func holds(yes bool) string {
	if yes {
		return "✓ holds"
	}
	return "✕ does not hold"
}

// worldRows is the most cells of tables that a fork shows.
const worldRows = 24

// world compares what the tables hold at the end, where it differs.
func (f *Fork) world() {
	now, shadow := f.run.cells(), f.shadow.cells()
	for _, c := range now {
		row := Compared{c.name, c.value, "nothing"}
		if i := slices.IndexFunc(shadow, func(o cellValue) bool { return o.name == c.name }); i >= 0 {
			row.Shadow = shadow[i].value
		}
		f.addCell(row)
	}
	for _, c := range shadow {
		if !slices.ContainsFunc(now, func(o cellValue) bool { return o.name == c.name }) {
			f.addCell(Compared{c.name, "nothing", c.value})
		}
	}
}

func (f *Fork) addCell(row Compared) {
	if row.Differs() && len(f.World) < worldRows {
		f.World = append(f.World, row)
	}
}

// cellValue is a cell of a table and what it holds.
type cellValue struct{ name, value string }

// cellsRead is the most cells of a run that are compared.
const cellsRead = 200

// cells are what the tables hold at the end of the run.
func (r *Run) cells() []cellValue {
	h := &r.Trace.Head
	if len(h.Cells) == 0 {
		return nil
	}
	state := r.Trace.State(r.Trace.Len())
	var all []cellValue
	for i, v := range state.Cells[:min(len(state.Cells), cellsRead)] {
		if v == 0 {
			continue
		}
		value := h.Words[v-1]
		if value == "" {
			value = "there"
		}
		name := words{r, &trace.Event{Slot: uint32(i)}}.cell()
		all = append(all, cellValue{strings.TrimSpace(name), value})
	}
	return all
}
