package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/scene"
)

// firstPicture is the run's start for those who read the page without the
// program, for a wide and a narrow screen. In the browser the painter fills
// the host.
func firstPicture(s *session) []app.UI {
	if !app.IsServer || s.model.Run == nil {
		return nil
	}
	survey := scene.NewSurvey(s.model.Run.Trace).Wire(s.model.Run.Scenario)
	draw := func(width float64, class, defs string) app.UI {
		picture := scene.NewStage(scene.NewPlan(survey, width)).Draw(s.model.Run.Trace, s.model.Cursor.Events, 0, 0)
		return app.Raw(`<div class="` + class + `">` + picture.SVG(defs) + `</div>`)
	}
	return []app.UI{draw(840, "only-wide", scene.Markers), draw(350, "only-narrow", "")}
}
