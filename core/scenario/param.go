package scenario

import (
	"fmt"
	"slices"
	"strconv"
)

// params reads the parameters, at their defaults.
func (b *binder) params(root []*line) {
	for _, l := range root {
		if len(l.words) == 0 || l.words[0].source() != "param" {
			continue
		}
		r := &reader{words: l.words[1:], last: l.words[0], report: b.report, bad: l.broken}
		p := r.param()
		b.checkNewParam(r, l, p)
		if r.bad {
			b.names.unsound = append(b.names.unsound, p.Name)
			continue
		}
		b.names.params = append(b.names.params, p)
	}
}

func (b *binder) checkNewParam(r *reader, l *line, p Param) {
	if r.bad {
		return
	}
	if earlier := b.names.param(p.Name); earlier != nil {
		r.fail(l.words[1], "expected another name; "+p.Name+" is declared on line "+strconv.Itoa(earlier.Pos.Line))
	}
	if len(b.names.params) >= MaxParams {
		r.fail(l.words[0], fmt.Sprintf("expected at most %d parameters", MaxParams))
	}
}

// paramWords are the words of a parameter, before its kind is known.
type paramWords struct {
	value    word
	never    bool
	from, to *word // nil where not given
	low, top *word // of the slider
	choices  []word
	texts    []word
}

// param reads NAME DEFAULT [or never] [from A to B] [slider A to B]
// [one of A B …] ["Label" ["Help"]].
func (r *reader) param() Param {
	p := Param{}
	w := r.name("parameter")
	p.Name, p.Pos = w.text, w.pos
	words := paramWords{value: r.takeBare("its default")}
	for r.more() {
		r.paramPart(&words)
	}
	if !r.bad {
		r.settle(&p, &words)
	}
	return p
}

func (r *reader) paramPart(p *paramWords) {
	switch {
	case r.startsQuoted() && len(p.texts) < 2:
		p.texts = append(p.texts, r.take("a label"))
	case r.accept("or"):
		r.expect("never")
		p.never = true
	case p.from == nil && r.accept("from"):
		p.from, p.to = r.ends()
	case p.low == nil && r.accept("slider"):
		p.low, p.top = r.ends()
	case p.choices == nil && r.accept("one"):
		r.expect("of")
		p.choices = r.choices()
	default:
		r.fail(r.words[0], `expected "or never", from, slider, "one of", or a label in quotes`)
	}
}

func (r *reader) ends() (low, top *word) {
	a := r.takeBare("the least value")
	r.expect("to")
	b := r.takeBare("the largest value")
	return &a, &b
}

func (r *reader) choices() (choices []word) {
	for len(choices) == 0 || r.more() && !r.startsQuoted() {
		choices = append(choices, r.takeBare("the choices"))
	}
	if len(choices) > MaxChoices {
		r.fail(choices[MaxChoices], fmt.Sprintf("expected at most %d choices", MaxChoices))
	}
	return choices
}

// settle finds the kind of the parameter, and reads its values as such.
func (r *reader) settle(p *Param, words *paramWords) {
	p.Label = p.Name
	for i, w := range words.texts {
		*[]*string{&p.Label, &p.Help}[i] = w.text
	}
	if words.choices != nil {
		r.settleChoice(p, words)
		return
	}
	kind, ok := kindOf(words.value.text)
	if words.from != nil {
		kind, ok = kindOf(words.from.text)
	}
	if !ok {
		r.fail(words.value, `expected a number, duration, rate or share, or "one of" and the choices after it`)
	}
	p.Kind = kind
	p.Never = kind == DurationParam && (words.never || isNever(words.value.text))
	if words.never && !p.Never {
		r.fail(words.value, "expected "+aDuration+", as it may be never")
	}
	r.settleRange(p, words)
	p.Default = r.paramValue(p, words.value)
	p.Value = p.Default
}

func (r *reader) settleChoice(p *Param, words *paramWords) {
	p.Kind = ChoiceParam
	for _, extra := range []*word{words.from, words.low} {
		if extra != nil {
			r.fail(*extra, "expected no range, as there are choices")
		}
	}
	for _, w := range words.choices {
		if slices.Contains(p.Choices, w.text) {
			r.fail(w, "expected every choice once")
		}
		p.Choices = append(p.Choices, w.text)
	}
	p.Default = r.paramValue(p, words.value)
	p.Value = p.Default
}

func (r *reader) settleRange(p *Param, words *paramWords) {
	switch {
	case words.from != nil:
		p.From, p.To = r.bounds(p, words.from, words.to)
	case p.Kind == ShareParam:
		p.From, p.To = Value{Kind: ShareParam}, Value{Kind: ShareParam, Number: million}
	default:
		r.fail(words.value, "expected a range after it, such as from 1ms to 1h")
	}
	p.SliderFrom, p.SliderTo = p.From, p.To
	if words.low != nil {
		low, top := r.bounds(p, words.low, words.top)
		if !r.bad && (outside(low, p) || outside(top, p)) {
			r.fail(*words.low, "expected a slider within the range")
		}
		p.SliderFrom, p.SliderTo = low, top
	}
}

func (r *reader) bounds(p *Param, from, to *word) (low, top Value) {
	low, top = r.bound(p, *from), r.bound(p, *to)
	if !r.bad && compareValues(low, top) > 0 {
		r.fail(*to, "expected at least "+from.text)
	}
	return low, top
}

func (r *reader) bound(p *Param, w word) Value {
	v, problem := parseValue(p.Kind, w.text)
	if problem == "" && v.Never {
		problem = "expected " + aDuration
	}
	if problem != "" {
		r.fail(w, problem)
	}
	return v
}

// paramValue reads a value of the parameter.
func (r *reader) paramValue(p *Param, w word) Value {
	if r.bad {
		return Value{}
	}
	v, problem := p.parse(w.text)
	if problem != "" {
		r.fail(w, problem)
	}
	return v
}

// parse reads a value for the parameter, or says what is wrong with it.
func (p *Param) parse(text string) (Value, string) {
	v, problem := parseValue(p.Kind, text)
	switch {
	case problem == "expected "+aDuration:
		return v, "expected " + p.expected()
	case problem != "":
		return v, problem
	case p.Kind == ChoiceParam && !slices.Contains(p.Choices, text):
		return v, "expected " + p.expected() + didYouMean(text, p.Choices)
	case v.Never && !p.Never:
		return v, "expected " + p.expected()
	case p.Kind != ChoiceParam && !v.Never && outside(v, p):
		return v, "expected " + p.Range()
	}
	return v, ""
}

func outside(v Value, p *Param) bool {
	return compareValues(v, p.From) < 0 || compareValues(v, p.To) > 0
}

// expected is what a value of the parameter looks like.
func (p *Param) expected() string {
	switch p.Kind {
	case NumberParam:
		return aNumber
	case DurationParam:
		return pick(p.Never, aDuration+", or never", aDuration)
	case RateParam:
		return aRate
	case ShareParam:
		return aShare
	}
	return orList(p.Choices)
}

// Range says which values the parameter may take: "1ms to 1h, or never", or
// "deletes or refused".
func (p *Param) Range() string {
	if p.Kind == ChoiceParam {
		return orList(p.Choices)
	}
	text := p.From.String() + " to " + p.To.String()
	return pick(p.Never, text+", or never", text)
}

// settings gives the parameters their values. What it gives back are settings
// that no parameter takes.
func (b *binder) settings(set []Setting) (left []Setting) {
	for _, s := range set {
		p := b.names.param(s.Name)
		if p == nil {
			left = append(left, s)
			continue
		}
		v, problem := p.parse(s.Value)
		if problem != "" {
			b.report.add(&Error{Pos{File: s.Name}, s.Value, problem})
			continue
		}
		p.Value = v
	}
	return left
}

// universal applies settings that every scenario has.
func (b *binder) universal(set []Setting) {
	for _, s := range set {
		pos := Pos{File: s.Name}
		r := &reader{words: []word{{text: s.Value, pos: pos}}, report: b.report, last: word{pos: pos}}
		switch s.Name {
		case "seed":
			decodeSeed(b, r)
		case "until":
			decodeUntil(b, r)
		default:
			known := append(b.names.paramNames(), "seed", "until")
			b.report.add(&Error{Word: s.Name, Message: "expected the name of a parameter" + r.suggestName(word{text: s.Name}, known)})
		}
	}
}
