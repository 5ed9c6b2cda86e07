package lesson

import (
	"slices"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
)

var rowWords = []duty{{"row", 1, 0}}

func (r *reader) rows(s section) {
	for _, st := range r.checked(s, rowWords) {
		set, rest := r.leadingSettings(st, st.rest)
		fails, rest := leadingFails(rest)
		r.claims(st, fails)
		row := Row{Set: set, Fails: fails, Expect: r.expectation(st, rest), Pos: r.pos(st.line)}
		r.lesson.Rows = append(r.lesson.Rows, row)
	}
}

// claims wants each name to be that of a claim of the scenario.
func (r *reader) claims(st statement, names []string) {
	for _, name := range names {
		if r.defaults != nil && !slices.ContainsFunc(r.defaults.Claims, func(c scenario.Claim) bool { return c.Name == name }) {
			r.fail(st.line, name, "the scenario makes no such claim")
		}
	}
}

func leadingFails(text string) (names []string, rest string) {
	for {
		word, after := token(text)
		if word != "fails" {
			return names, text
		}
		word, text = token(after)
		names = append(names, word)
	}
}

// leadingSettings takes name=value words from the front of text, and has the
// scenario judge them.
func (r *reader) leadingSettings(st statement, text string) (set []Setting, rest string) {
	for {
		word, after := token(text)
		name, value, ok := strings.Cut(word, "=")
		if !ok || name == "" || strings.HasPrefix(text, `"`) {
			break
		}
		set = append(set, Setting{Name: name, Value: value})
		text = after
	}
	if r.defaults != nil {
		if _, err := r.doc.Bind(set); err != nil {
			r.statementError(st, err)
		}
	}
	return set, text
}

func (r *reader) expectation(st statement, text string) scenario.Claim {
	word, condition := token(text)
	if word != "expect" {
		r.fail(st.line, word, "expected expect and a condition, such as expect deliveries = 4")
		return scenario.Claim{}
	}
	claim, err := r.doc.ParseClaim(r.pos(st.line), condition)
	r.statementError(st, err)
	return claim
}

func (r *reader) measure(st statement) scenario.Measure {
	m, err := r.doc.ParseMeasure(r.pos(st.line), st.rest)
	r.statementError(st, err)
	return m
}

func (r *reader) template(st statement) scenario.Template {
	t, err := r.doc.ParseTemplate(r.pos(st.line), st.rest)
	r.statementError(st, err)
	return t
}

// statementError notes what the scenario package says about a statement, at
// the statement's line.
func (r *reader) statementError(st statement, err error) {
	if err == nil {
		return
	}
	list, ok := err.(scenario.Errors)
	if !ok {
		r.fail(st.line, st.word, err.Error())
		return
	}
	for _, e := range list {
		r.fail(st.line, e.Word, e.Message)
	}
}
