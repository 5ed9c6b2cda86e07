package scenario

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// ParseMeasure reads a measure such as "waiting p95 of jobs at 3s". A subject
// that is a name is OfName; Document.ParseMeasure looks it up.
func ParseMeasure(pos Pos, text string) (Measure, error) { return parseMeasure(pos, text, nil) }

func parseMeasure(pos Pos, text string, known *names) (Measure, error) {
	var rep report
	r := textReader(pos, text, known, &rep)
	m := r.measure()
	r.finish()
	if err := rep.err(); err != nil {
		return Measure{}, err
	}
	return *m, nil
}

// textReader reads the words of a text that stands at pos. It is as lenient
// about what is declared under a when as a line under another when.
func textReader(pos Pos, text string, known *names, rep *report) *reader {
	scan := scanner{rest: strings.Map(spaceForNewline, text), pos: pos}
	words, comment := scan.words()
	if scan.err == nil && comment != "" {
		scan.fail(scan.pos, comment, "expected no comment")
	}
	if scan.err != nil {
		rep.add(scan.err)
	}
	r := &reader{words: words, report: rep, names: known, bad: scan.err != nil, dry: true}
	r.last = word{text: text, pos: pos}
	return r
}

func spaceForNewline(c rune) rune {
	if c == '\n' || c == '\r' {
		return ' '
	}
	return c
}

// measure reads a measure, up to the first word that can't belong to it.
func (r *reader) measure() *Measure {
	m := &Measure{}
	w := r.takeBare("a measure")
	if r.bad {
		return m
	}
	info := MeasureName(w.text).Info()
	if info.Name == "" {
		r.fail(w, "expected a measure such as deliveries"+r.suggest(w, measureNames()))
	}
	m.Name = info.Name
	r.stat(m, info)
	for r.more() {
		switch r.peek() {
		case "of":
			r.subject(m, info)
		case "at", "before":
			r.when(m)
		default:
			return m
		}
	}
	return m
}

func (r *reader) stat(m *Measure, info MeasureInfo) {
	if info.Stats {
		m.Stat = Mean
	}
	stat := Stat(r.peek())
	if !slices.Contains(stats, stat) {
		return
	}
	if w := r.take("a statistic"); !info.Stats {
		r.fail(w, "expected no statistic: only waiting and sojourn have one")
	}
	m.Stat = stat
}

func (r *reader) subject(m *Measure, info MeasureInfo) {
	of := r.take("of")
	if m.Of.Kind != Everything {
		r.fail(of, "expected one subject")
	}
	switch {
	case info.of == byRow:
		m.Of = r.row()
	case r.accept("message"):
		m.Of = Subject{Kind: OfMessage, Number: r.number(1, MaxMessages)}
	case r.accept("each"):
		m.Of.Kind = each[r.expect("consumer", "queue", "group")]
	default:
		m.Of = r.namedSubject()
	}
	if !r.bad && !info.Allows(m.Of.Kind) {
		r.fail(r.last, "expected "+info.allowed()+" after "+string(info.Name)+" of")
	}
}

var each = map[string]SubjectKind{"consumer": EachConsumer, "queue": EachQueue, "group": EachGroup}

// row takes KEY, or KEY in TABLE.
func (r *reader) row() Subject {
	s := Subject{Kind: OfRow, Name: r.take("the key of a row").text}
	if r.accept("in") {
		const expected = "the name of a table"
		w := r.takeBare(expected)
		s.Table = w.text
		if !r.bad && r.names != nil && !r.names.tables.has(w.text) {
			r.fail(w, "expected "+expected+r.suggestName(w, r.names.tables.list))
		}
	}
	return s
}

func (r *reader) namedSubject() Subject {
	const expected = "the name of a queue, consumer or group"
	w := r.takeBare(expected)
	s := Subject{Kind: OfName, Name: w.text}
	if r.bad || r.names == nil {
		return s
	}
	kind, present := r.names.subject(w.text)
	s.Kind = kind
	switch {
	case kind == Everything:
		r.fail(w, "expected "+expected+r.suggestName(w, r.names.subjectNames()))
	case !present && !r.dry:
		r.fail(w, "expected something that is there; this is declared only under a when that does not hold")
	}
	return s
}

// subject looks a name up; it is Everything where there is nothing of that name.
func (n *names) subject(name string) (kind SubjectKind, present bool) {
	if g, grouped := n.groups[name]; grouped && !n.queues.has(name) {
		return OfGroup, g.present
	}
	for _, of := range n.subjects() {
		if at, known := of.names.index[name]; known {
			return of.kind, at != absent
		}
	}
	if n.beyond(name) {
		return OfConsumer, true
	}
	return Everything, false
}

// Allows says whether the measure can be of such a subject.
func (m MeasureInfo) Allows(kind SubjectKind) bool {
	switch kind {
	case OfQueue, EachQueue:
		return m.of&byQueue != 0
	case OfConsumer, OfGroup, EachConsumer:
		return m.of&byConsumer != 0
	case OfMessage:
		return m.of&byMessage != 0
	case OfLogGroup, EachGroup:
		return m.of&byLogGroup != 0
	case OfLog:
		return m.of&byLog != 0
	case OfTable:
		return m.of&byTable != 0
	case OfRow:
		return m.of&byRow != 0
	}
	return true
}

func (m MeasureInfo) allowed() string {
	var list []string
	if m.of&byQueue != 0 {
		list = append(list, "a queue")
	}
	switch {
	case m.of&byConsumer != 0:
		list = append(list, "a consumer or group")
	case m.of&byLogGroup != 0:
		list = append(list, "a group that reads a log")
	}
	for _, of := range []struct {
		in   subjects
		name string
	}{{byMessage, "a message"}, {byLog, "a log"}, {byTable, "a table"}} {
		if m.of&of.in != 0 {
			list = append(list, of.name)
		}
	}
	return orList(list)
}

func (r *reader) when(m *Measure) {
	w := r.take("at or before")
	if m.When != AtTheEnd {
		r.fail(w, "expected one instant")
	}
	before := w.text == "before"
	switch {
	case !before && r.accept("end"):
	case r.accept("each"):
		m.When, m.At = pick(before, BeforeEach, AtEach), r.span()
	default:
		m.When, m.At = pick(before, Before, AtInstant), r.instant()
	}
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// isList says whether the measure has several values.
func (m *Measure) isList() bool {
	switch m.Of.Kind {
	case EachConsumer, EachQueue, EachGroup:
		return true
	}
	return m.When == AtEach || m.When == BeforeEach
}

// String is the measure as the language writes it: waiting p95 of jobs at 3s.
func (m Measure) String() string {
	text := string(m.Name)
	if m.Stat != "" && m.Stat != Mean {
		text += " " + string(m.Stat)
	}
	return text + m.Of.phrase() + m.instantPhrase()
}

func (s Subject) phrase() string {
	switch s.Kind {
	case Everything:
		return ""
	case OfMessage:
		return " of message " + strconv.Itoa(s.Number)
	case EachConsumer:
		return " of each consumer"
	case EachQueue:
		return " of each queue"
	case EachGroup:
		return " of each group"
	case OfRow:
		return " of " + asWord(s.Name) + s.inTable()
	}
	return " of " + s.Name
}

func (s Subject) inTable() string {
	if s.Table == "" {
		return ""
	}
	return " in " + s.Table
}

func (m Measure) instantPhrase() string {
	switch m.When {
	case AtInstant:
		return " at " + FormatDuration(m.At)
	case Before:
		return " before " + FormatDuration(m.At)
	case AtEach:
		return " at each " + FormatDuration(m.At)
	case BeforeEach:
		return " before each " + FormatDuration(m.At)
	}
	return ""
}

// startsValue says whether a word is meant as a value rather than a measure.
func startsValue(text string) bool {
	c := rune(0)
	for _, c = range strings.TrimPrefix(text, "-") {
		break
	}
	return unicode.IsDigit(c)
}
