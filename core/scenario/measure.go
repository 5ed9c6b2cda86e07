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
	switch {
	case info.Name == "":
		r.fail(w, "expected a measure such as deliveries"+r.suggest(w, measureNames()))
	case info.Later:
		r.fail(w, notYet)
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
	switch r.peek() {
	case "message":
		r.take("message")
		m.Of = Subject{Kind: OfMessage, Number: r.number(1, MaxMessages)}
	case "each":
		r.take("each")
		m.Of.Kind = map[string]SubjectKind{"consumer": EachConsumer, "queue": EachQueue}[r.expect("consumer", "queue")]
	default:
		m.Of = r.namedSubject()
	}
	if !r.bad && !info.Allows(m.Of.Kind) {
		r.fail(r.last, "expected "+info.allowed()+" after "+string(info.Name)+" of")
	}
}

func (r *reader) namedSubject() Subject {
	const expected = "the name of a queue, consumer or group"
	w := r.takeBare(expected)
	s := Subject{Kind: OfName, Name: w.text}
	if r.bad || r.names == nil {
		return s
	}
	group, grouped := r.names.groups[w.text]
	queue, queued := r.names.queues.index[w.text]
	consumer, single := r.names.consumers.index[w.text]
	present := true
	switch {
	case queued:
		s.Kind, present = OfQueue, queue != absent
	case grouped:
		s.Kind, present = OfGroup, group.present
	case single:
		s.Kind, present = OfConsumer, consumer != absent
	case r.names.beyond(w.text):
		s.Kind = OfConsumer
	default:
		r.fail(w, "expected "+expected+r.suggestName(w, r.names.subjectNames()))
	}
	if !present && !r.dry {
		r.fail(w, "expected something that is there; this is declared only under a when that does not hold")
	}
	return s
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
	}
	return true
}

func (m MeasureInfo) allowed() string {
	var list []string
	if m.of&byQueue != 0 {
		list = append(list, "a queue")
	}
	if m.of&byConsumer != 0 {
		list = append(list, "a consumer or group")
	}
	if m.of&byMessage != 0 {
		list = append(list, "a message")
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
	return m.Of.Kind == EachConsumer || m.Of.Kind == EachQueue || m.When == AtEach || m.When == BeforeEach
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
	}
	return " of " + s.Name
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
