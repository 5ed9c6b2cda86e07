package conformance

import (
	"testing"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
)

// Every lesson can be run as every broker would run it, within the rules; as the lessons'
// queue, it is the very same run.
func TestEveryLessonUnderEveryProfile(t *testing.T) {
	for _, l := range lesson.All() {
		plain, err := l.Doc.Bind(nil)
		if err != nil {
			t.Fatal(err)
		}
		want := sim.Run(plain, sim.Options{MaxEvents: 20_000}).Trace.Hash()
		for _, p := range scenario.Profiles() {
			if p.LogsOnly && len(plain.Queues) > 0 {
				continue // it has no queues
			}
			doc, err := l.Doc.Append("broker " + p.Name)
			if err != nil {
				t.Fatal(err)
			}
			sc, err := doc.Bind(nil)
			if err != nil {
				t.Fatal(err)
			}
			tr := sim.Run(sc, sim.Options{MaxEvents: 20_000}).Trace
			if err := check.Conservation(tr); err != nil {
				t.Errorf("%s under %s: %v", l.ID, p.Name, err)
			}
			if p == scenario.Profiles()[0] && tr.Hash() != want {
				t.Errorf("%s differs under %s", l.ID, p.Name)
			}
		}
	}
}
