package scene

import (
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/sim"
)

// Every lesson can be drawn after each of its events, at each width of the page.
func TestEveryLessonIsDrawn(t *testing.T) {
	for _, l := range lesson.All() {
		t.Run(l.ID, func(t *testing.T) {
			sc, err := l.Doc.Bind(nil)
			if err != nil {
				t.Fatal(err)
			}
			tr := sim.Run(sc, sim.Options{}).Trace
			survey := NewSurvey(tr)
			for _, width := range []float64{300, 840} {
				stage := NewStage(NewPlan(survey, width))
				for i := range min(tr.Len(), 1000) {
					at := tr.At(i).At
					stage.Draw(tr, i, at, 0)
					stage.Draw(tr, i, at, 0.5)
				}
				if p := stage.Draw(tr, tr.Len(), tr.End(), 0); len(p.Nodes) == 0 {
					t.Error("the picture is empty")
				}
			}
		})
	}
}
