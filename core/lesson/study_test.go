package lesson_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
)

const studied = `-- schedules --
claim "Quick"
with work=15ms
crashes 2 for 10ms
acknowledgements 1
open ties work
-- tradeoff --
over work from 5ms to 40ms steps 8
each work from 5ms to 10ms steps 2
measure redeliveries / deliveries
measure waiting p95
with work=15ms
replications 50
warmup off
`

func TestParseReadsTheStudies(t *testing.T) {
	l := parsed(t, strings.Replace(small, "lead One", "tab tradeoff\nlead One", 1)+studied)
	work := []lesson.Setting{{Name: "work", Value: "15ms"}}
	schedules := &lesson.Schedules{
		Claim: "Quick", With: work, Crashes: 2, LostAcknowledgements: 1, Away: 10 * time.Millisecond, Ties: true, Work: true,
	}
	if diff := cmp.Diff(schedules, l.Schedules); diff != "" {
		t.Errorf("schedules (-want +got):\n%s", diff)
	}
	tradeoff := &lesson.Tradeoff{
		Param: "work", From: "5ms", To: "40ms", Steps: 8, Each: "work", EachFrom: "5ms", EachTo: "10ms", EachSteps: 2,
		Measures: []string{"redeliveries / deliveries", "waiting p95"},
		With:     work, Replications: 50, Whole: true,
	}
	if diff := cmp.Diff(tradeoff, l.Tradeoff); diff != "" {
		t.Errorf("tradeoff (-want +got):\n%s", diff)
	}
	if l.Tab != "tradeoff" {
		t.Errorf("tab %q", l.Tab)
	}
}

// Each case changes one line of the studies and wants an error about that word.
func TestParseSaysWhatIsWrongWithAStudy(t *testing.T) {
	tests := map[string]struct{ old, new, want string }{
		"claim":        {`claim "Quick"`, `claim "Swift"`, `one-job.txt:49:1: "Swift": the scenario makes no such claim`},
		"setting":      {"with work=15ms", "with work=soon", `one-job.txt:50:1: "soon"`},
		"crashes":      {"crashes 2 ", "crashes 9 ", `one-job.txt:51:1: "9": expected a whole number from 1 to 3`},
		"away":         {"for 10ms", "for ever", `one-job.txt:51:1: "ever": expected an instant`},
		"open":         {"open ties", "open tyes", `one-job.txt:53:1: "tyes": expected consumers, ties or work`},
		"parameter":    {"over work", "over speed", `one-job.txt:55:1: "speed": the scenario has no such parameter`},
		"end":          {"to 40ms", "to 40h", `one-job.txt:55:1: "40h"`},
		"range":        {"to 40ms", "up", `one-job.txt:55:1: "from": expected a parameter and its range`},
		"measure":      {"measure waiting p95", "measure waiting p96", `one-job.txt:58:1: "p96"`},
		"divided":      {"/ deliveries", "/ delivery", `one-job.txt:57:1: "delivery"`},
		"lines":        {"to 10ms steps 2", "to 10ms steps 5", `one-job.txt:56:1: "5": expected a whole number from 1 to 4`},
		"no measure":   {"measure redeliveries / deliveries\nmeasure waiting p95\n", "", `one-job.txt:55:1: "measure": missing in tradeoff`},
		"warmup":       {"warmup off", "warmup on", `one-job.txt:61:1: "on": expected off`},
		"replications": {"replications 50", "replications many", `one-job.txt:60:1: "many": expected a whole number`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(studied, test.old, test.new, 1)
			if text == studied {
				t.Fatalf("%q is not in the studies", test.old)
			}
			_, err := lesson.Parse("one-job.txt", small+text)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %s", err, test.want)
			}
		})
	}
	_, err := lesson.Parse("one-job.txt", strings.Replace(small, "number 7", "number 7\ntab console", 1))
	if err == nil || !strings.Contains(err.Error(), `one-job.txt:4:1: "console": expected schedules or tradeoff`) {
		t.Errorf("tab: %v", err)
	}
}
