package lesson

var questionWords = []duty{{"ask", 1, 1}, {"choice", 2, 0}, {"answer", 1, 1}, {"explain", 1, 1}}

func (r *reader) predict(s section) {
	q := &Question{Pos: r.pos(s.line)}
	for _, st := range r.checked(s, questionWords) {
		switch st.word {
		case "ask":
			q.Text = st.rest
		case "choice":
			q.Choices = append(q.Choices, st.rest)
		case "answer":
			q.Answer = r.measure(st)
		case "explain":
			q.Explain = r.template(st)
		}
	}
	r.lesson.Predict = q
}
