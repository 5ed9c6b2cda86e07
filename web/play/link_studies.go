package play

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
)

// linkStudies says in a link what the panel shown asks, where that is not what
// the lesson proposes.
func (m *Model) linkStudies(l *Link) {
	switch m.Tab {
	case SchedulesTab:
		if s := m.Schedules.Search; s != m.proposedSearch() {
			l.Search = &s
		}
	case TradeoffTab:
		if s := m.Tradeoff.Sweep; s != m.proposedSweep() {
			l.Sweep = &s
		}
	case BrokersTab:
		l.Rows = m.Brokers.Filter
	}
}

// listed writes fields of a list: name=value, or a name alone, with commas between.
type listed struct{ parts []string }

func (w *listed) value(name, value string) {
	if value != "" {
		w.parts = append(w.parts, name+"="+value)
	}
}

func (w *listed) count(name string, n int) {
	if n > 0 {
		w.value(name, strconv.Itoa(n))
	}
}

func (w *listed) flag(name string, on bool) {
	if on {
		w.parts = append(w.parts, name)
	}
}

func (w *listed) String() string { return strings.Join(w.parts, ",") }

// link is the search as a link has it; "rules" where nothing may go wrong.
func (s *Search) link() string {
	var w listed
	w.count("claim", s.Claim)
	w.count("crashes", s.Crashes)
	if s.Away > 0 {
		w.value("away", scenario.FormatDuration(s.Away))
	}
	w.count("lost", s.Lost)
	w.flag("consumers", s.Consumers)
	w.flag("ties", s.Ties)
	w.flag("work", s.Work)
	w.flag("bare", s.Bare)
	if len(w.parts) == 0 {
		return "rules"
	}
	return w.String()
}

func (s *Sweep) link() string {
	var w listed
	w.value("over", s.Param)
	w.value("from", s.From)
	w.value("to", s.To)
	w.value("each", s.Each)
	w.value("each-from", s.EachFrom)
	w.value("each-to", s.EachTo)
	if s.Each != "" {
		w.count("lines", s.Lines)
	}
	w.count("steps", s.Steps)
	w.count("runs", s.Runs)
	w.flag("whole", s.Whole)
	w.flag("bare", s.Bare)
	return w.String()
}

// eachField visits the fields of a list.
func eachField(text string, visit func(name, value string) error) error {
	for field := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(field, "=")
		if err := visit(name, value); err != nil {
			return err
		}
	}
	return nil
}

func parseSearch(text string) (*Search, error) {
	s := &Search{}
	return s, eachField(text, func(name, value string) (err error) {
		switch name {
		case "rules":
		case "claim":
			s.Claim, err = upTo(value, 1000)
		case "crashes":
			s.Crashes, err = upTo(value, MostFaults)
		case "away":
			s.Away, err = parseInstant(value)
		case "lost":
			s.Lost, err = upTo(value, MostFaults)
		case "consumers":
			s.Consumers = true
		case "ties":
			s.Ties = true
		case "work":
			s.Work = true
		case "bare":
			s.Bare = true
		default:
			err = errors.New("expected crashes, away, lost, consumers, ties, work, claim or bare")
		}
		return err
	})
}

// sweep is the link's, made when it is first spoken of.
func (r *linkReader) sweep() *Sweep {
	if r.link.Sweep == nil {
		r.link.Sweep = &Sweep{Steps: usualSteps, Runs: usualRuns, Lines: usualLines}
	}
	return r.link.Sweep
}

func (r *linkReader) measure(text string) error {
	if r.measures == 2 {
		return errors.New("expected two measures at most")
	}
	r.sweep().Measures[r.measures] = text
	r.measures++
	return nil
}

func (s *Sweep) parse(text string) error {
	return eachField(text, func(name, value string) (err error) {
		switch name {
		case "over":
			s.Param = value
		case "from":
			s.From = value
		case "to":
			s.To = value
		case "each":
			s.Each = value
		case "each-from":
			s.EachFrom = value
		case "each-to":
			s.EachTo = value
		case "lines":
			s.Lines, err = upTo(value, MostLines)
		case "steps":
			s.Steps, err = upTo(value, MostSteps)
		case "runs":
			s.Runs, err = upTo(value, MostRuns)
		case "whole":
			s.Whole = true
		case "bare":
			s.Bare = true
		default:
			err = errors.New("expected over, from, to, each, each-from, each-to, lines, steps, runs, whole or bare")
		}
		return err
	})
}

func upTo(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("expected a whole number from 1 to %d", most)
	}
	return n, nil
}
