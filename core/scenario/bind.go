package scenario

import (
	"slices"
	"strconv"
	"strings"
)

// binder makes a scenario of a document and settings. Its passes: parameters,
// then declared names, then everything else, then what concerns the whole.
type binder struct {
	report *report
	names  *names
	heads  map[*line]head
	held   map[*line]bool // whether each when holds
	whens  int            // how many of them the line stands under
	draft
	// dry is set under a when that does not hold: lines are checked, and what
	// they make is thrown away.
	dry bool
	// bodies counts the messages written out in the text.
	bodies int
	// seen is where each option of the block was given.
	seen map[string]Pos
}

// draft is what decoding fills in.
type draft struct {
	scenario Scenario
	broker   Profile // of the queues that name none
	queue    Queue
	producer producerDraft
	consumer Consumer
	table    Table
	relay    Relay
	exchange Exchange
	log      Log
	group    Group
	// steps are those of the handler or the transaction; each is the time a
	// step of the handler takes where it says nothing else.
	steps         []Step
	each          Dist
	inTransaction bool
	stepCount     int             // of the handler
	keys          map[string]bool // of the table's rows
}

func (d *Document) bind(set []Setting) *binder {
	b := &binder{report: &report{}, names: newNames(), heads: map[*line]head{}, held: map[*line]bool{}, seen: map[string]Pos{}}
	b.report.errors = slices.Clone(d.syntax.errors)
	b.scenario.Seed = 1
	b.params(d.root)
	left := b.settings(set)
	b.declare(d.root)
	b.lines(d.root, topLevel)
	b.universal(left)
	b.settleBrokers()
	b.validate()
	b.scenario.Params = b.names.params
	return b
}

// reader reads the words of a line after the first few.
func (b *binder) reader(l *line, skip int) *reader {
	r := &reader{report: b.report, names: b.names, dry: b.dry, bad: l.broken}
	words := l.words[skip:]
	if w := l.words[0]; w.text == "expect" || w.text == "claim" {
		words = splitOperators(words)
	}
	for _, w := range words {
		r.words = append(r.words, b.fill(r, w))
	}
	r.last = l.words[max(skip-1, 0)]
	return r
}

// fill puts a parameter's value in the place of $name.
func (b *binder) fill(r *reader, w word) word {
	name, ok := strings.CutPrefix(w.text, "$")
	if !ok || w.quoted {
		return w
	}
	p := b.names.param(name)
	if p == nil {
		r.checkParam(w, name)
		return w
	}
	return word{text: p.Value.String(), param: name, pos: w.pos}
}

// lines decodes the lines of a block.
func (b *binder) lines(lines []*line, in block) {
	for _, l := range lines {
		switch {
		case len(l.words) == 0:
		case l.words[0].text == "when" && !l.words[0].quoted:
			b.under(l, func(lines []*line) { b.lines(lines, in) })
		default:
			b.line(l, in)
		}
	}
}

// line decodes a line and those under it.
func (b *binder) line(l *line, in block) {
	if l.broken {
		b.report.follow++
	}
	w := l.words[0]
	s := lookUp(w.text, in)
	r := &reader{report: b.report, names: b.names, dry: b.dry, bad: l.broken}
	switch {
	case s == nil || w.quoted:
		r.fail(w, misplaced(r, w, in))
	case s.word == "param" && b.whens > 0:
		r.fail(w, "expected at the top level, not under a when")
	case s.many || b.once(r, w, s.key()):
		if b.decode(l, s) {
			b.children(l, s)
		}
	}
}

// once reports an option that was given before.
func (b *binder) once(r *reader, w word, key string) bool {
	if b.dry {
		return true
	}
	earlier, given := b.seen[key]
	if given {
		r.fail(w, "expected once; line "+strconv.Itoa(earlier.Line)+" gives it already")
		return false
	}
	b.seen[key] = w.pos
	return true
}

// decode reads a line, and says whether there is one: if a parameter turns it
// off it leaves no mark.
func (b *binder) decode(l *line, s *statement) bool {
	if s.early {
		return true
	}
	saved := b.draft
	r := b.reader(l, 1)
	r.usage = s.example()
	s.decode(b, r)
	r.finish()
	if r.off {
		b.draft = saved
	}
	return !r.bad && !r.off
}

func (b *binder) children(l *line, s *statement) {
	if s.block != nil {
		s.block(b, l)
		return
	}
	b.noLinesUnder(l, s.word)
}

func (b *binder) noLinesUnder(l *line, word string) {
	for _, child := range l.children {
		if len(child.words) > 0 {
			b.report.add(&Error{child.words[0].pos, child.words[0].text, "expected no line indented under " + word})
			return
		}
	}
}

// under reads the lines under a when: for real if it holds.
func (b *binder) under(l *line, read func([]*line)) {
	b.whens++
	defer func() { b.whens-- }()
	holds, known := b.held[l]
	if !known {
		holds = b.holds(l)
		b.held[l] = holds
	}
	if holds {
		read(l.children)
		return
	}
	saved, dry := b.draft, b.dry
	b.dry = true
	read(l.children)
	b.draft, b.dry = saved, dry
}

// holds decides a when: "when NAME is VALUE…" or "when NAME is not VALUE…".
func (b *binder) holds(l *line) bool {
	r := b.reader(l, 1)
	w := r.takeBare("the name of a parameter")
	if w.param != "" {
		w = word{text: w.param, pos: w.pos}
	}
	p := b.names.param(w.text)
	if p == nil {
		if slices.Contains(b.names.unsound, w.text) {
			r.fault()
		}
		r.fail(w, "expected the name of a parameter"+r.suggestName(w, b.names.paramNames()))
		return false
	}
	r.expect("is")
	not := r.accept("not")
	met := false
	for first := true; !r.bad && (first || r.more()); first = false {
		met = sameValue(r.compared(p), p.Value) || met
	}
	return !r.bad && met != not
}

// compared takes a value that a parameter is compared with.
func (r *reader) compared(p *Param) Value {
	v, w := r.value(p.Kind, p.expected())
	if !r.bad && p.Kind == ChoiceParam && !slices.Contains(p.Choices, v.Word) {
		r.fail(w, "expected "+p.expected()+r.suggest(w, p.Choices))
	}
	return v
}
