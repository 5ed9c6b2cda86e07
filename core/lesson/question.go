package lesson

var questionWords = []duty{
	{"ask", 1, 1}, {"choice", 0, 0}, {"number", 0, 1}, {"curve", 0, 1}, {"answer", 0, 1}, {"wrong", 0, 0}, {"explain", 1, 1},
}

func (r *reader) predict(s section) {
	q := &Question{Pos: r.pos(s.line)}
	r.lesson.Predict = q
	said := map[string]statement{}
	var wrong []statement
	for _, st := range r.checked(s, questionWords) {
		said[st.word] = st
		switch st.word {
		case "ask":
			q.Text = st.rest
		case "choice":
			q.Choices = append(q.Choices, st.rest)
		case "answer":
			q.Answer = r.measure(st)
		case "explain":
			q.Explain = r.template(st)
		case "wrong":
			wrong = append(wrong, st)
		}
	}
	r.kind(s, q, said, wrong)
}

// kind reads how the question is answered, which only makes sense as a whole.
func (r *reader) kind(s section, q *Question, said map[string]statement, wrong []statement) {
	number, isNumber := said["number"]
	curve, isCurve := said["curve"]
	switch {
	case isNumber && isCurve:
		r.fail(curve.line, "curve", "a question is answered by a number or a curve, not both")
	case isNumber:
		r.answered(s, said)
		q.Number = r.numberKind(number, q.Answer, wrong)
	case isCurve:
		r.without(said, "curve", "answer")
		q.Curve = r.curveKind(curve, wrong)
	default:
		r.answered(s, said)
		r.chosen(s, q, said)
		return
	}
	r.without(said, "number or curve", "choice")
	if len(wrong) == 0 {
		r.fail(s.line, "wrong", "missing in "+s.name+": an answer that is plausible and does not score")
	}
}

func (r *reader) answered(s section, said map[string]statement) {
	if _, ok := said["answer"]; !ok {
		r.fail(s.line, "answer", "missing in "+s.name)
	}
}

func (r *reader) chosen(s section, q *Question, said map[string]statement) {
	switch len(q.Choices) {
	case 0:
		r.fail(s.line, "choice", "missing in "+s.name)
	case 1:
		r.fail(s.line, "choice", "too few in "+s.name)
	}
	r.without(said, "choices", "wrong")
}

func (r *reader) without(said map[string]statement, beside, word string) {
	if st, ok := said[word]; ok {
		r.fail(st.line, word, "expected no such line beside "+beside)
	}
}
