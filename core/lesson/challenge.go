package lesson

import "strings"

var challengeWords = []duty{
	{"ask", 1, 1}, {"set", 0, 1}, {"goal", 1, 0}, {"hint", 1, 0}, {"solution", 1, 1}, {"wrong", 2, 0},
}

func (r *reader) challenge(s section) {
	c := &Challenge{Pos: r.pos(s.line)}
	for _, st := range r.checked(s, challengeWords) {
		switch st.word {
		case "ask":
			c.Text = st.rest
		case "set":
			c.Set = r.settings(st)
		case "goal":
			c.Goals = append(c.Goals, r.goal(st))
		case "hint":
			c.Hints = append(c.Hints, st.rest)
		case "solution":
			c.Solution = r.settings(st)
		case "wrong":
			c.Wrong = append(c.Wrong, r.settings(st))
		}
	}
	r.lesson.Challenge = c
}

func (r *reader) goal(st statement) Goal {
	text, rest := token(st.rest)
	if !strings.HasPrefix(st.rest, `"`) {
		r.fail(st.line, text, "expected what the goal says, in double quotes")
		return Goal{}
	}
	if with, ok := strings.CutPrefix(rest, "with "); ok {
		rest = with
	}
	set, rest := r.leadingSettings(st, rest)
	return Goal{Text: text, With: set, Claim: r.expectation(st, rest)}
}

// settings reads a statement of settings and nothing else.
func (r *reader) settings(st statement) []Setting {
	set, rest := r.leadingSettings(st, st.rest)
	if rest != "" {
		r.fail(st.line, rest, "expected name=value")
	}
	return set
}
