package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

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
	choices := make([]app.UI, len(q.Choices))
	for i, text := range q.Choices {
		choices[i] = c.choice(i, text, p)
	}
	return el("section").Class("card predict").ID("predict").Aria("label", "Predict").Body(
		el("p").ID("question").Body(el("strong").Text("Predict. "), app.Text(q.Text)),
		div("choices").Role("group").Aria("labelledby", "question").Body(choices...),
		app.If(p.Answered, func() app.UI { return para("result").Body(c.result(p)...) }),
	)
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
	return el("button").Attr("type", "button").Class(class).Aria("pressed", chosen).
		OnClick(c.S.on(play.Predict{Choice: i})).Text(text)
}

func (c *predictCard) result(p play.Prediction) []app.UI {
	if !p.Scored {
		return []app.UI{app.Text("Noted. Play the run to its end and see.")}
	}
	verdict := "Not so: the run says " + p.Answer + ". "
	if p.Right {
		verdict = "Right. "
	}
	return []app.UI{el("strong").Text(verdict), app.Text(p.Explain)}
}
