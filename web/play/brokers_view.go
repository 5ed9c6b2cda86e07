package play

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// BrokerRow is the scenario at one broker.
type BrokerRow struct {
	Profile scenario.Profile
	// Problem says why it can't run there; then there is nothing else.
	Problem string
	// Cells are the measures of BrokerMeasures.
	Cells []BrokerCell
	// Order is who was handed out in which order, where they are few: messages by
	// their numbers, a star where it is not the first time.
	Order        string
	OrderDiffers bool
	// Same says that the run is the one of the lessons' queue. Otherwise, from At on,
	// it is Now here, and Then there.
	Same          bool
	At, Now, Then string
	// Claims hold here and not there, or the other way round.
	Claims []string
	// Lacks says what the scenario asks for and the broker does not have, or has otherwise.
	Lacks []string
	// Limited says that the run was cut short.
	Limited bool
}

// BrokerCell is a measure of a run.
type BrokerCell struct {
	Text string
	// Differs from the lessons' queue: by so much, as +1, where it is a number.
	Differs bool
	By      string
}

// brokerMeasures are the columns. Those without a name are leftOver.
var brokerMeasures = []struct {
	label   string
	measure scenario.MeasureName
}{
	{"deliveries", scenario.Deliveries},
	{"repeated", scenario.Redeliveries},
	{"done twice", scenario.Duplicates},
	{"lost", scenario.Lost},
	{"dead letters", scenario.DeadLettered},
	{"out of order", scenario.Inversions},
	{"left over", ""},
}

// BrokerMeasures are the columns of the rows.
func BrokerMeasures() []string {
	labels := make([]string, len(brokerMeasures))
	for i, c := range brokerMeasures {
		labels[i] = c.label
	}
	return labels
}

// BrokersProgress is how far the comparison is.
func (m *Model) BrokersProgress() string {
	b := &m.Brokers
	return strconv.Itoa(b.Done) + " of " + strconv.Itoa(b.All) + " brokers"
}

// fill makes a row of a run, beside base under the lessons' queue, whose cells
// are there already, or are these.
func (row *BrokerRow) fill(run, base *Run, own []BrokerCell) {
	row.Limited = run.Limited
	for i, c := range brokerMeasures {
		cell := BrokerCell{Text: run.leftOver()}
		if c.measure != "" {
			cell.Text = run.value(scenario.Measure{Name: c.measure})
		}
		if run != base && i < len(own) {
			cell.compare(own[i].Text)
		}
		row.Cells = append(row.Cells, cell)
	}
	row.Order = run.order()
	row.Lacks = lacks(run.Scenario, &row.Profile)
	if row.Same = run == base; !row.Same {
		row.compare(run, base)
	}
}

// leftOver is how many messages are not gone at the end, but for dead letters.
func (r *Run) leftOver() string {
	left := int64(0)
	for i := range r.Scenario.Queues {
		forDead := func(q scenario.Queue) bool { return q.DeadLetter == i }
		if slices.ContainsFunc(r.Scenario.Queues, forDead) {
			continue
		}
		of := scenario.Subject{Kind: scenario.OfQueue, Name: r.Scenario.Queues[i].Name}
		if v, err := r.Report.Measure(scenario.Measure{Name: scenario.Left, Of: of}); err == nil {
			left += v.N
		}
	}
	return strconv.FormatInt(left, 10)
}

func (c *BrokerCell) compare(own string) {
	if c.Differs = c.Text != own; !c.Differs {
		return
	}
	here, err := strconv.Atoi(c.Text)
	there, other := strconv.Atoi(own)
	if err == nil && other == nil {
		c.By = "−" + strconv.Itoa(there-here)
		if here > there {
			c.By = "+" + strconv.Itoa(here-there)
		}
	}
}

// compare says where the two part, and what holds in one of them only.
func (row *BrokerRow) compare(run, base *Run) {
	row.OrderDiffers = row.Order != base.order()
	n := parting(run.Trace, base.Trace)
	if row.Same = n == run.Trace.Len() && n == base.Trace.Len(); row.Same {
		return
	}
	var here, there time.Duration
	row.Now, here = run.happens(n)
	row.Then, there = base.happens(n)
	row.At = timeText(min(here, there))
	for i, c := range run.Claims {
		if i < len(base.Claims) && c.Holds != base.Claims[i].Holds {
			row.Claims = append(row.Claims, "“"+c.Name+"” "+map[bool]string{true: "holds here", false: "does not hold here"}[c.Holds])
		}
	}
}

// parting is how many events two runs have in common, but for what a reader
// doesn't see of them.
func parting(a, b *trace.Trace) int {
	n := 0
	for n < a.Len() && n < b.Len() && sameEvent(a.At(n), b.At(n)) {
		n++
	}
	return n
}

func sameEvent(a, b *trace.Event) bool {
	return a.At == b.At && a.Kind == b.Kind && a.Actor == b.Actor && a.Queue == b.Queue && a.Message == b.Message && a.Delivery == b.Delivery
}

// happens is the event with an index, in words, with its instant.
func (r *Run) happens(i int) (text string, at time.Duration) {
	if i >= r.Trace.Len() {
		return "nothing more happens", time.Duration(trace.Never)
	}
	at = r.Trace.At(i).At
	return "at " + timeText(at) + " " + r.Text(i), at
}

// ordered is the most hand-outs that are listed.
const ordered = 20

// order lists the hand-outs of a run; empty where they are none or many.
func (r *Run) order() string {
	var words []string
	for i := range r.Trace.Len() {
		e := r.Trace.At(i)
		if e.Kind != trace.Delivered {
			continue
		}
		if len(words) == ordered {
			return ""
		}
		word := strconv.Itoa(int(e.Message))
		if e.Delivery > 1 || e.Step == 1 {
			word += "*"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// problemText is the first of what is wrong.
func problemText(err error) string {
	var all scenario.Errors
	if errors.As(err, &all) && len(all) > 0 {
		return sentence(all[0].Message)
	}
	return sentence(err.Error())
}
