package play

import (
	"strings"
	"time"
	"unicode"

	"github.com/queuelab/queuelab/core/scenario"
)

type span = time.Duration

// Param is a parameter as the page shows it.
type Param struct {
	Name, Label, Help string
	// Text is the value in force and Default its own, in the scenario's
	// language: what a text field holds and SetParam takes.
	Text, Default string
	// Unit is what Text ends with, for a label beside a number field: ms.
	Unit string
	// Min and Max bound the value; empty for a choice.
	Min, Max string
	// Slider is the position of the value, from 0 to SliderMax; a value beyond
	// the slider's ends is shown at its end. SliderMax is 0 where there is no
	// slider: for a choice.
	Slider, SliderMax int
	// Log says that the slider is logarithmic.
	Log bool
	// Choices are the words of a choice; nil otherwise.
	Choices []string
	// NeverAllowed says that Text may be "never"; Never that it is.
	NeverAllowed, Never bool
	Changed             bool
}

// Params are the parameters of the draft as the page shows them: where its run
// is still computed, they are ahead of it. It follows Version.Page and Version.Run.
func (m *Model) Params() []Param {
	if m.scenario == nil {
		return nil
	}
	params := make([]Param, len(m.scenario.Params))
	for i := range params {
		params[i] = m.param(&m.scenario.Params[i])
	}
	return params
}

func (m *Model) param(p *scenario.Param) Param {
	s := sliderOf(p)
	text := p.Value.String()
	v := Param{
		Name: p.Name, Label: m.label(p.Name), Help: p.Help,
		Text: text, Default: p.Default.String(), Unit: unitOf(text),
		Slider: s.position(p.Value), SliderMax: max(0, len(s.stops)-1), Log: s.log,
		Choices: p.Choices, NeverAllowed: p.Never, Never: p.Value.Never,
		Changed: p.Value != p.Default,
	}
	if p.Kind != scenario.ChoiceParam {
		v.Min, v.Max = p.From.String(), p.To.String()
	}
	return v
}

// unitOf is what follows the number in a value.
func unitOf(text string) string {
	number := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' })
	if number <= 0 {
		return ""
	}
	return text[number:]
}

func (m *Model) slideParam(name string, position int, drag bool) {
	for i := range m.scenario.Params {
		p := &m.scenario.Params[i]
		if s := sliderOf(p); p.Name == name && len(s.stops) > 0 {
			like := p.Default
			like.Kind = p.Kind
			m.setParam(name, s.value(position, like).String(), drag)
		}
	}
}
