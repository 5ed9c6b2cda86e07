package lesson

import "strconv"

var headerWords = []duty{{"title", 1, 1}, {"group", 1, 1}, {"number", 1, 1}, {"lead", 1, 1}, {"tab", 0, 1}}

func (r *reader) header(s section) {
	for _, st := range r.checked(s, headerWords) {
		switch st.word {
		case "title":
			r.lesson.Title = st.rest
		case "group":
			r.lesson.Group = st.rest
		case "lead":
			r.lesson.Lead = st.rest
		case "number":
			r.lesson.Number = r.number(st)
		case "tab":
			r.lesson.Tab = r.tab(st)
		}
	}
}

func (r *reader) number(st statement) int {
	n, err := strconv.Atoi(st.rest)
	if err != nil || n < 1 {
		r.fail(st.line, st.rest, "expected a whole number from 1, the lesson's place in the list")
	}
	return n
}

func (r *reader) tab(st statement) string {
	if st.rest != "schedules" && st.rest != "tradeoff" {
		r.fail(st.line, st.rest, "expected schedules or tradeoff, the panel that the lesson opens with")
	}
	return st.rest
}
