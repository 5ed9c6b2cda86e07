package lesson

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

// Schedules proposes a search over every schedule: what the page's search
// begins with. The zero value looks for a break of any claim with nothing going wrong.
type Schedules struct {
	// Claim is the name of the claim to break; empty: any of them.
	Claim string
	// With are settings to search under, over whatever the learner has set.
	With []Setting
	// Crashes and LostAcknowledgements are how many there may be, Away how long
	// a crash lasts; 0: for good.
	Crashes, LostAcknowledgements int
	Away                          time.Duration
	// Consumers, Ties and Work say what else is open: who gets the next message,
	// the order within an instant, short or long work.
	Consumers, Ties, Work bool
}

// Tradeoff proposes a curve: measures over the range of a parameter.
type Tradeoff struct {
	// Param is the parameter. From and To are the ends of its range, empty for
	// its slider's or for a choice; Steps is how many values, 0 for the usual number.
	Param, From, To string
	Steps           int
	// Each is a second parameter, of whose values each has a line of its own; then
	// there is one measure. EachSteps is how many lines.
	Each, EachFrom, EachTo string
	EachSteps              int
	// Measures are one or two, each a measure or one divided by another, with " / " between.
	Measures []string
	// With are settings to measure under, over whatever the learner has set.
	With []Setting
	// Replications is how many runs each point has; 0 for the usual number.
	Replications int
	// Whole says that no warm-up is cut.
	Whole bool
}

const (
	mostCrashes = 3
	mostSteps   = 60
	mostLines   = 4
	mostRuns    = 2000
)

var scheduleWords = []duty{{"claim", 0, 1}, {"with", 0, 1}, {"crashes", 0, 1}, {"acknowledgements", 0, 1}, {"open", 0, 1}}

func (r *reader) schedules(s section) {
	p := &Schedules{}
	r.lesson.Schedules = p
	for _, st := range r.checked(s, scheduleWords) {
		switch st.word {
		case "claim":
			p.Claim, _ = token(st.rest)
			r.claims(st, []string{p.Claim})
		case "with":
			p.With = r.settings(st)
		case "crashes":
			number, away, _ := strings.Cut(st.rest, " for ")
			p.Crashes = r.atMost(st, number, mostCrashes)
			if away != "" {
				p.Away = r.instant(st, away)
			}
		case "acknowledgements":
			p.LostAcknowledgements = r.atMost(st, st.rest, mostCrashes)
		case "open":
			r.open(st, p)
		}
	}
}

func (r *reader) open(st statement, p *Schedules) {
	for _, word := range strings.Fields(st.rest) {
		switch word {
		case "consumers":
			p.Consumers = true
		case "ties":
			p.Ties = true
		case "work":
			p.Work = true
		default:
			r.fail(st.line, word, "expected consumers, ties or work")
		}
	}
}

// atMost reads a whole number from 1 to a bound.
func (r *reader) atMost(st statement, word string, most int) int {
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > most {
		r.fail(st.line, word, "expected a whole number from 1 to "+strconv.Itoa(most))
	}
	return n
}

var tradeoffWords = []duty{{"over", 1, 1}, {"each", 0, 1}, {"measure", 1, 2}, {"with", 0, 1}, {"replications", 0, 1}, {"warmup", 0, 1}}

func (r *reader) tradeoff(s section) {
	p := &Tradeoff{}
	r.lesson.Tradeoff = p
	for _, st := range r.checked(s, tradeoffWords) {
		switch st.word {
		case "over":
			p.Param, p.From, p.To, p.Steps = r.over(st, mostSteps)
		case "each":
			p.Each, p.EachFrom, p.EachTo, p.EachSteps = r.over(st, mostLines)
		case "measure":
			p.Measures = append(p.Measures, r.quantity(st))
		case "with":
			p.With = r.settings(st)
		case "replications":
			p.Replications = r.atMost(st, st.rest, mostRuns)
		case "warmup":
			if p.Whole = true; st.rest != "off" {
				r.fail(st.line, st.rest, "expected off")
			}
		}
	}
}

// over reads "visibility from 5ms to 200ms steps 20", of which all but the name
// may be missing.
func (r *reader) over(st statement, most int) (param, from, to string, steps int) {
	words := strings.Fields(st.rest)
	param, words = words[0], words[1:]
	if len(words) >= 4 && words[0] == "from" && words[2] == "to" {
		from, to, words = words[1], words[3], words[4:]
	}
	if len(words) == 2 && words[0] == "steps" {
		steps, words = r.atMost(st, words[1], most), nil
	}
	if len(words) > 0 {
		r.fail(st.line, words[0], "expected a parameter and its range, as in: over visibility from 5ms to 200ms steps 20")
	} else {
		r.sweepable(st, param, from, to)
	}
	return param, from, to, steps
}

// sweepable has the scenario judge the parameter and the ends of its range.
func (r *reader) sweepable(st statement, param string, ends ...string) {
	if r.defaults == nil {
		return
	}
	i := slices.IndexFunc(r.defaults.Params, func(q scenario.Param) bool { return q.Name == param })
	if i < 0 {
		r.fail(st.line, param, "the scenario has no such parameter")
		return
	}
	for _, end := range ends {
		if end == "" {
			continue
		}
		if _, err := r.doc.Bind([]Setting{{Name: param, Value: end}}); err != nil {
			r.statementError(st, err)
		}
	}
}

func (r *reader) quantity(st statement) string {
	if !r.checks {
		return st.rest
	}
	for part := range strings.SplitSeq(st.rest, " / ") {
		r.measure(statement{st.word, part, st.line})
	}
	return st.rest
}
