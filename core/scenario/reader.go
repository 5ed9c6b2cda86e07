package scenario

import (
	"fmt"
	"slices"
	"time"
)

// reader takes the words of a line one after the other. After its first error
// it is at its end: what it gives then is zero, and no more is reported.
type reader struct {
	words  []word
	last   word // the last word taken, where anything missing is missed
	report *report
	names  *names // nil where names can't be looked up
	bad    bool
	// dry lines stand under a when that does not hold: they are checked, but
	// not as to the values of parameters and what is declared under a when.
	dry bool
	// usage shows how the line is written.
	usage string
	// off is set by a time that a parameter makes never.
	off bool
}

func (r *reader) more() bool { return !r.bad && len(r.words) > 0 }

// peek is the next word where that is not quoted.
func (r *reader) peek() string {
	if !r.more() || r.words[0].quoted {
		return ""
	}
	return r.words[0].text
}

// startsQuoted says whether the next word is quoted.
func (r *reader) startsQuoted() bool { return r.more() && r.words[0].quoted }

func (r *reader) fail(w word, message string) {
	if r.bad {
		return
	}
	r.bad = true
	switch {
	case w.param == "":
		r.report.add(&Error{w.pos, w.text, message})
	case !r.dry:
		r.report.add(&Error{w.pos, w.written(), "is " + w.text + ": " + message})
	}
}

// suggest is didYouMean, while it is worth the time.
func (r *reader) suggest(w word, candidates []string) string {
	if r.report.full() {
		return ""
	}
	return didYouMean(w.text, candidates)
}

// take gives the next word.
func (r *reader) take(expected string) word {
	if r.bad {
		return word{}
	}
	if len(r.words) == 0 {
		r.fail(r.last, "expected "+expected+" after it")
		return word{}
	}
	r.last, r.words = r.words[0], r.words[1:]
	return r.last
}

// takeBare gives the next word, which must not be quoted.
func (r *reader) takeBare(expected string) word {
	w := r.take(expected)
	if w.quoted {
		r.fail(w, "expected "+expected+", without quotes")
	}
	return w
}

// accept takes the next word if it is this one.
func (r *reader) accept(text string) bool {
	if r.peek() != text {
		return false
	}
	r.take(text)
	return true
}

// expect takes one of some words.
func (r *reader) expect(choices ...string) string {
	expected := orList(choices)
	w := r.takeBare(expected)
	if !r.bad && !slices.Contains(choices, w.text) {
		r.fail(w, "expected "+expected)
	}
	return w.text
}

// finish reports words that are left over.
func (r *reader) finish() {
	if r.more() {
		r.fail(r.words[0], "expected the end of the line"+r.usage)
	}
}

// value takes a value of a kind.
func (r *reader) value(kind ParamKind, expected string) (Value, word) {
	w := r.takeBare(expected)
	if r.bad {
		return Value{}, w
	}
	v, problem := parseValue(kind, w.text)
	if problem != "" {
		r.fail(w, problem)
	}
	return v, w
}

// number takes a whole number in a range.
func (r *reader) number(least, most int) int {
	v, w := r.value(NumberParam, aNumber)
	if !r.bad && (v.Number < int64(least) || v.Number > int64(most)) {
		r.fail(w, fmt.Sprintf("expected %d to %d", least, most))
	}
	return int(v.Number)
}

// duration takes a duration that is not never.
func (r *reader) duration() time.Duration {
	v, w := r.value(DurationParam, aDuration)
	if v.Never {
		r.fail(w, "expected "+aDuration)
	}
	return v.Duration
}

// span takes a duration above 0.
func (r *reader) span() time.Duration {
	v, w := r.value(DurationParam, aDuration)
	if !r.bad && (v.Never || v.Duration == 0) {
		r.fail(w, "expected a duration above 0, such as 30ms")
	}
	return v.Duration
}

// spanOrNever takes a duration above 0, or never, which gives 0.
func (r *reader) spanOrNever() time.Duration {
	v, w := r.value(DurationParam, aDuration+", or never")
	if !r.bad && !v.Never && v.Duration == 0 {
		r.fail(w, "expected a duration above 0, or never")
	}
	return v.Duration
}

// instant takes a time; one that is never turns the line off.
func (r *reader) instant() time.Duration {
	v, _ := r.value(DurationParam, aDuration)
	r.off = r.off || v.Never
	return v.Duration
}

// rate takes a rate above 0.
func (r *reader) rate() Value {
	v, w := r.value(RateParam, aRate)
	if !r.bad && v.Number == 0 {
		r.fail(w, "expected a rate above 0, such as 20000/s")
	}
	return v
}

// name takes a new name.
func (r *reader) name(of string) word {
	w := r.takeBare("a name for the " + of)
	if r.bad {
		return w
	}
	if problem := nameProblem(w.text); problem != "" {
		r.fail(w, problem)
	}
	return w
}

// index takes the name of something declared, and gives its index.
func (r *reader) index(table *nameTable, what string) int {
	named := "the name of " + article(what)
	w := r.takeBare(named)
	if r.bad {
		return 0
	}
	at, known := table.index[w.text]
	switch {
	case !known:
		r.fail(w, "expected "+named+r.suggestName(w, table.list))
	case at == absent && !r.dry:
		r.fail(w, "expected "+article(what)+" that is there; this one is declared only under a when that does not hold")
	}
	return max(at, 0)
}

// suggestName names the nearest of what there is, or everything where that is
// little.
func (r *reader) suggestName(w word, list []string) string {
	if near := r.suggest(w, list); near != "" || len(list) == 0 || len(list) > 5 {
		return near
	}
	return ": " + orList(list)
}
