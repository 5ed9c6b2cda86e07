package sweep

import (
	"fmt"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
)

// Quantity is a measure of a run, or one measure divided by another of the
// same unit, such as redeliveries / deliveries: the share repeated.
type Quantity struct {
	Of scenario.Measure
	// Per, where not nil, is what Of is divided by.
	Per *scenario.Measure
}

// divides stands between the two measures of a share.
const divides = " / "

// ParseQuantity reads "MEASURE" or "MEASURE / MEASURE". The error is that of
// scenario.Document.ParseMeasure, or says what can't be swept.
func ParseQuantity(doc *scenario.Document, pos scenario.Pos, text string) (Quantity, error) {
	of, per, share := strings.Cut(text, divides)
	m, err := doc.ParseMeasure(pos, of)
	if err != nil {
		return Quantity{}, err
	}
	q := Quantity{Of: m}
	if share {
		d, err := doc.ParseMeasure(pos, per)
		if err != nil {
			return Quantity{}, err
		}
		q.Per = &d
	}
	return q, q.check()
}

// String is the quantity as ParseQuantity reads it.
func (q Quantity) String() string {
	if q.Per == nil {
		return q.Of.String()
	}
	return q.Of.String() + divides + q.Per.String()
}

// Unit is what its values count in: a share has none, and is a Ratio.
func (q Quantity) Unit() scenario.Unit {
	if q.Per != nil {
		return scenario.Ratio
	}
	return q.Of.Name.Info().Unit
}

func (q Quantity) check() error {
	for _, m := range q.measures() {
		if err := checkMeasure(m); err != nil {
			return err
		}
	}
	if q.Per != nil && q.Of.Name.Info().Unit != q.Per.Name.Info().Unit {
		return fmt.Errorf("%s: expected two counts, two durations or two shares", q)
	}
	return nil
}

func (q Quantity) measures() []scenario.Measure {
	if q.Per == nil {
		return []scenario.Measure{q.Of}
	}
	return []scenario.Measure{q.Of, *q.Per}
}

func checkMeasure(m scenario.Measure) error {
	switch info := m.Name.Info(); {
	case info.Name == "":
		return fmt.Errorf("%q: expected a measure, such as waiting p95", m.Name)
	case info.Unit == scenario.Word:
		return fmt.Errorf("%s: expected a number; a status has no mean", m)
	}
	switch m.Of.Kind {
	case scenario.EachConsumer, scenario.EachQueue, scenario.EachGroup:
		return fmt.Errorf("%s: expected one value of a run, not one of each", m)
	}
	if m.When == scenario.AtEach || m.When == scenario.BeforeEach {
		return fmt.Errorf("%s: expected one instant, not each", m)
	}
	return nil
}
