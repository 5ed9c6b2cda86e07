package scenario

import (
	"slices"
	"strings"
)

// ParseClaim reads a condition such as "deliveries of jobs = 4, lost = 0". A
// subject that is a name is OfName; Document.ParseClaim looks it up.
func ParseClaim(pos Pos, text string) (Claim, error) { return parseClaim(pos, text, nil) }

func parseClaim(pos Pos, text string, known *names) (Claim, error) {
	var rep report
	r := textReader(pos, text, known, &rep)
	c := r.claim()
	c.Pos = pos
	if err := rep.err(); err != nil {
		return Claim{}, err
	}
	return c, nil
}

var operators = []string{"=", "!=", "<=", "<", ">=", ">"}

// claim reads comparisons, with commas between them, to the end.
func (r *reader) claim() Claim {
	r.words = splitOperators(r.words)
	c := Claim{Text: strings.ReplaceAll(joinWords(r.words), " ,", ",")}
	for {
		c.All = append(c.All, r.comparison())
		if !r.accept(",") {
			break
		}
	}
	if r.more() {
		r.fail(r.words[0], "expected a comma, +, - or the end of the line")
	}
	return c
}

func (r *reader) comparison() (c Comparison) {
	var unit *Unit
	c.Left = r.sum(&unit)
	op := r.takeBare("a comparison: " + orList(operators))
	if !r.bad && !slices.Contains(operators, op.text) {
		r.fail(op, "expected a comparison: "+orList(operators))
	}
	c.Op = op.text
	if !r.bad && *unit == Word {
		return r.wordComparison(c, op)
	}
	c.Right = r.sum(&unit)
	return c
}

// wordComparison reads what a word is compared with: another measure that is
// a word, or the word itself.
func (r *reader) wordComparison(c Comparison, op word) Comparison {
	if op.text != "=" && op.text != "!=" {
		r.fail(op, "expected = or !=, as words have no order")
	}
	if MeasureName(r.peek()).Info().Unit == Word {
		c.Right = Sum{{Measure: r.measure()}}
		return c
	}
	const expected = "a word, such as paid"
	w := r.take(expected)
	if !w.quoted && (w.text == "," || slices.Contains(operators, w.text)) {
		r.fail(w, "expected "+expected)
	}
	c.Right = Sum{{Value: Value{Kind: ChoiceParam, Word: w.text}}}
	return c
}

// sum reads terms; unit is that of the comparison's first term.
func (r *reader) sum(unit **Unit) Sum {
	s := Sum{r.term(unit, false)}
	for r.peek() == "+" || r.peek() == "-" {
		if !r.bad && **unit == Word {
			r.fail(r.words[0], "expected no sum, as words can't be added")
		}
		minus := r.take("a sign").text == "-"
		s = append(s, r.term(unit, minus))
	}
	return s
}

func (r *reader) term(unit **Unit, minus bool) Term {
	t := Term{Minus: minus}
	w := word{}
	if r.more() {
		w = r.words[0]
	}
	var u Unit
	if startsValue(w.text) || isNever(w.text) {
		t.Value, u = r.literal()
	} else {
		t.Measure = r.measure()
		u = t.Measure.Name.Info().Unit
		if t.Measure.isList() {
			r.fail(r.last, "expected one value; each makes a list, for print lines")
		}
	}
	if *unit == nil {
		*unit = &u
	} else if !r.bad && **unit != u {
		r.fail(w, "expected "+unitNames[**unit]+", as in the rest of the comparison")
	}
	return t
}

var unitNames = [...]string{
	Count: "a count, such as 3 or deliveries",
	Span:  "a duration, such as 30ms or finished",
	Ratio: "a share, such as 10% or utilization",
	Word:  "a word, such as status",
}

func (r *reader) literal() (Value, Unit) {
	const expected = "a number, a duration such as 30ms or a share such as 10%"
	w := r.takeBare(expected)
	kind, ok := kindOf(w.text)
	if !ok || kind == RateParam {
		r.fail(w, "expected "+expected)
		return Value{}, Count
	}
	v, problem := parseValue(kind, w.text)
	if problem != "" {
		r.fail(w, problem)
	}
	r.never(v, w)
	return v, [...]Unit{NumberParam: Count, DurationParam: Span, ShareParam: Ratio, RateParam: Count}[kind]
}

// never turns the line off where a parameter says never.
func (r *reader) never(v Value, w word) {
	if v.Never && w.param == "" {
		r.fail(w, "expected "+aDuration)
	}
	r.off = r.off || v.Never
}

// splitOperators makes words of the comparisons, commas and plus signs that
// stand without spaces: lost=0, is lost = 0 ,. A minus needs its spaces,
// as names have hyphens.
func splitOperators(words []word) []word {
	var all []word
	for _, w := range words {
		if w.quoted || w.param != "" {
			all = append(all, w)
			continue
		}
		all = append(all, splitWord(w)...)
	}
	return all
}

func splitWord(w word) (parts []word) {
	for w.text != "" {
		n := partLength(w.text)
		parts = append(parts, word{text: w.text[:n], pos: w.pos})
		w.pos.Col += len([]rune(w.text[:n]))
		w.text = w.text[n:]
	}
	return parts
}

// partLength is the length of the operator or of the plain text at the start.
func partLength(text string) int {
	for _, op := range []string{"!=", "<=", ">=", "=", "<", ">", ",", "+"} {
		if strings.HasPrefix(text, op) {
			return len(op)
		}
	}
	if n := strings.IndexAny(text[1:], "=<>,+!"); n >= 0 {
		return n + 1
	}
	return len(text)
}

// String is the comparison as the language writes it: lost + left >= 2.
func (c Comparison) String() string { return c.Left.String() + " " + c.Op + " " + c.Right.String() }

// String joins the terms with + and -.
func (s Sum) String() string {
	var out strings.Builder
	for i, t := range s {
		if i > 0 {
			out.WriteString(pick(t.Minus, " - ", " + "))
		}
		out.WriteString(t.String())
	}
	return out.String()
}

// String is the term without its sign.
func (t Term) String() string {
	if t.Measure != nil {
		return t.Measure.String()
	}
	if t.Value.Kind == ChoiceParam {
		return asWord(t.Value.Word)
	}
	return t.Value.String()
}
