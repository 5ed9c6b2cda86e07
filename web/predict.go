package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
)

// predictCard asks before the run. It is never a gate.
type predictCard struct {
	app.Compo
	S        *session
	Revision uint64
}

func (c *predictCard) Render() app.UI {
	q, p := c.S.model.Lesson.Predict, c.S.model.Prediction
	if q == nil {
		return nothing()
	}
	class := "card predict"
	if q.Curve != nil {
		class += " drawn"
	}
	return el("section").Class(class).ID("predict").Attr("aria-label", "Predict").Body(
		el("p").ID("question").Body(el("strong").Text("Predict. "), app.Text(q.Text)),
		c.answer(q, p),
		app.If(p.Answered, func() app.UI { return para("result").Role("status").Body(c.result(q, p)...) }),
	)
}

// answer is what the question is answered with.
func (c *predictCard) answer(q *lesson.Question, p play.Prediction) app.UI {
	switch {
	case q.Curve != nil:
		return &curveCard{S: c.S, Revision: c.Revision}
	case q.Number != nil:
		return c.number(q.Number, p)
	}
	choices := make([]app.UI, len(q.Choices))
	for i, text := range q.Choices {
		choices[i] = c.choice(i, text, p)
	}
	return div("choices").Role("group").Attr("aria-labelledby", "question").Body(choices...)
}

// number is a field for the answer, with its unit.
func (c *predictCard) number(n *lesson.Number, p play.Prediction) app.UI {
	s := c.S
	field := input("answer", "text").Class("field").Attr("inputmode", "decimal").Attr("autocomplete", "off").Spellcheck(false).
		Attr("value", p.Typed).Attr("readonly", p.Scored).Attr("aria-labelledby", "question")
	if p.Problem != "" {
		field = field.Attr("aria-invalid", "true").Attr("aria-describedby", "answer-problem")
	}
	return el("form").Class("choices number-answer").OnSubmit(s.handler(func(e app.Event) {
		e.PreventDefault()
		s.send(play.PredictNumber{Text: s.browser.value("answer")})
		s.reveal()
	})).Body(
		field,
		span("unit").Text(n.Unit),
		app.If(!p.Scored, func() app.UI {
			return el("button").Attr("type", "submit").ID("run-number").Class("button primary").Body(icon("play"), el("span").Text("Run it"))
		}).Else(func() app.UI { return mark(p.Right) }),
		app.If(p.Problem != "", func() app.UI { return para("error").ID("answer-problem").Role("alert").Text(p.Problem) }),
	)
}

// mark is a sign for an answer that scored or didn't.
func mark(right bool) app.UI {
	if right {
		return span("verdict right").Attr("aria-hidden", "true").Text("✓")
	}
	return span("verdict wrong").Attr("aria-hidden", "true").Text("✕")
}

func (c *predictCard) choice(i int, text string, p play.Prediction) app.UI {
	class, chosen := "button", p.Answered && p.Choice == i
	switch {
	case chosen && p.Scored && p.Right:
		class, text = "button right", "✓ "+text
	case chosen && p.Scored:
		class, text = "button wrong", "✕ "+text
	case chosen:
		class = "button chosen"
	}
	return el("button").Attr("type", "button").Class(class).Attr("aria-pressed", chosen).
		OnClick(c.S.on(play.Predict{Choice: i})).Text(text)
}

func (c *predictCard) result(q *lesson.Question, p play.Prediction) []app.UI {
	if !p.Scored {
		return []app.UI{app.Text("Noted. Play the run to its end and see.")}
	}
	return []app.UI{el("strong").Text(resultText(q, p)), app.Text(p.Explain)}
}

// resultText is the verdict in words, with a space behind it.
func resultText(q *lesson.Question, p play.Prediction) string {
	switch {
	case q.Curve != nil && p.Right:
		return "Right, " + strconv.Itoa(p.Percent) + " of 100. " + p.Distance + " "
	case q.Curve != nil:
		return strconv.Itoa(p.Percent) + " of 100. " + p.Distance + " "
	case p.Right && p.Distance != "":
		return "Right: the run says " + p.Answer + ", so yours is " + p.Distance + ", which is near enough. "
	case p.Right:
		return "Right. "
	case p.Distance != "":
		return "Not so: the run says " + p.Answer + ". Yours is " + p.Distance + ". "
	}
	return "Not so: the run says " + p.Answer + ". "
}
