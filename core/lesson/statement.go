package lesson

import (
	"strings"
)

// statement is a line of a section: a word and the rest, with the indented
// lines below it.
type statement struct {
	word, rest string
	line       int
}

func statements(s section) []statement {
	var all []statement
	for i, text := range strings.Split(s.text, "\n") {
		trimmed := strings.TrimSpace(text)
		switch {
		case trimmed == "" || trimmed[0] == '#':
		case text[0] == ' ' && len(all) > 0:
			all[len(all)-1].rest += " " + trimmed
		default:
			word, rest, _ := strings.Cut(trimmed, " ")
			all = append(all, statement{word, strings.TrimSpace(rest), s.line + i})
		}
	}
	return all
}

// token takes the first word of text, or what stands there in double quotes.
func token(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	if inner, quoted := strings.CutPrefix(text, `"`); quoted {
		word, rest, _ = strings.Cut(inner, `"`)
		return word, strings.TrimSpace(rest)
	}
	word, rest, _ = strings.Cut(text, " ")
	return word, strings.TrimSpace(rest)
}

// duty says how often a word may stand in a section.
type duty struct {
	word     string
	min, max int // max 0: any number
}

// checked are the section's statements whose words it has a place for; what is
// wrong with the rest is noted.
func (r *reader) checked(s section, duties []duty) []statement {
	counts := map[string]int{}
	var good []statement
	for _, st := range statements(s) {
		d := find(duties, st.word)
		switch {
		case d == nil:
			r.fail(st.line, st.word, "not known in "+s.name+"; expected one of "+words(duties))
			continue
		case st.rest == "":
			r.fail(st.line, st.word, "nothing follows this word")
			continue
		case d.max > 0 && counts[st.word] == d.max:
			r.fail(st.line, st.word, "this is there more than once")
			continue
		}
		counts[st.word]++
		good = append(good, st)
	}
	r.missing(s, duties, counts)
	return good
}

func (r *reader) missing(s section, duties []duty, counts map[string]int) {
	for _, d := range duties {
		if have := counts[d.word]; have == 0 && d.min > 0 {
			r.fail(s.line, d.word, "missing in "+s.name)
		} else if have < d.min {
			r.fail(s.line, d.word, "too few in "+s.name)
		}
	}
}

func find(duties []duty, word string) *duty {
	for i := range duties {
		if duties[i].word == word {
			return &duties[i]
		}
	}
	return nil
}

func words(duties []duty) string {
	list := make([]string, len(duties))
	for i, d := range duties {
		list[i] = d.word
	}
	return strings.Join(list, ", ")
}
