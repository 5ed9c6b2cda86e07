package console

import (
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// occasion is what the words t, consumer, message, delivered and outcome mean
// in a line; at is when the line is printed, which differs from t only after
// the end of the run.
type occasion struct {
	t, at             time.Duration
	consumer, outcome string
	message, delivery uint32
}

func (o *occasion) field(name string) string {
	switch name {
	case "t":
		return stats.Milliseconds(o.t)
	case "consumer":
		return o.consumer
	case "message":
		return strconv.FormatUint(uint64(o.message), 10)
	case "delivered":
		return strconv.FormatUint(uint64(o.delivery), 10)
	case "outcome":
		return o.outcome
	}
	return unknown
}

// unknown stands where a line asks for what the run does not have, or for more
// than can be measured in all its lines.
const unknown = "?"

func (p *printer) fill(t scenario.Template, o *occasion) string {
	var b strings.Builder
	for i := range t {
		b.WriteString(p.piece(&t[i], o))
	}
	return b.String()
}

func (p *printer) piece(t *scenario.Piece, o *occasion) string {
	switch {
	case t.Measure != nil:
		return p.measure(*t.Measure)
	case t.Field != "":
		return o.field(t.Field)
	case t.Param != "":
		return paramNamed(p.sc, t.Param)
	}
	return t.Text
}

// costMax bounds what the measures of all lines read together. A measure of
// every message in each of many lines would keep a page busy for minutes.
const costMax = 20_000_000

func (p *printer) measure(m scenario.Measure) string {
	if m.When != scenario.AtTheEnd {
		return found(p.whole().Measure(m))
	}
	if p.spent += p.now.Cost(m); p.spent > costMax {
		return unknown
	}
	return found(p.now.Measure(m))
}

func (p *printer) whole() *stats.Report {
	if p.report == nil {
		p.report = stats.New(p.tr)
	}
	return p.report
}

func found(v stats.Value, err error) string {
	if err != nil {
		return unknown
	}
	return v.Text()
}

// paramNamed is the value of a parameter as the scenario writes it, but times
// in milliseconds.
func paramNamed(sc *scenario.Scenario, name string) string {
	for i := range sc.Params {
		if sc.Params[i].Name == name {
			return param(sc.Params[i].Value)
		}
	}
	return unknown
}

func param(v scenario.Value) string {
	if v.Kind == scenario.DurationParam && !v.Never {
		return stats.Milliseconds(v.Duration)
	}
	return v.String()
}
