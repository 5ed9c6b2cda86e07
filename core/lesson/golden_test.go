package lesson_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// golden are the numbers that the design took from the published texts, or
// that follow by hand from the rules. A lesson may be rewritten; these stay.
var golden = map[string]struct {
	console string
	rows    []string // settings: condition
}{
	"five-jobs": {
		console: "produced=5  queue depth=5\n" +
			"processed=5  total delivered=5  remaining depth=0\n",
	},
	"unacknowledged": {
		console: "t=0 consumer-1 message=1 delivered=1 acknowledged\n" +
			"t=0 consumer-1 message=2 delivered=1 left unacknowledged\n" +
			"t=0 consumer-1 message=3 delivered=1 acknowledged\n" +
			"t=0 depth=1 visible=0\n" +
			"t=30 depth=1 visible=1\n" +
			"t=30 consumer-2 message=2 delivered=2 acknowledged\n" +
			"total delivered=4  messages written=3  remaining depth=0\n",
	},
	"visibility-timeout": {
		console: "t=45 consumer-1 message=1 delivered=1 acknowledged late\n" +
			"t=75 consumer-2 message=1 delivered=2 already gone\n" +
			"deliveries=2  executions=2  finished=75\n",
		rows: []string{
			"visibility=30ms work=45ms: deliveries = 2, executions = 2, executions before 45ms = 0, executions at 45ms = 1, finished = 75ms",
			"visibility=60ms: deliveries = 1, executions = 1, finished = 45ms",
			"visibility=30ms heartbeat=20ms: deliveries = 1, executions = 1, finished = 45ms",
			"visibility=10000ms crash-at=10ms: deliveries = 2, executions = 1, finished = 10045ms",
			"visibility=30ms heartbeat=20ms crash-at=25ms: deliveries = 2, executions = 1, finished = 95ms",
			"visibility=30ms late-acknowledgement=refused: deliveries before 600ms = 20, deliveries at 600ms = 21, acknowledged = 0",
		},
	},
	"competing-consumers": {
		console: "distribution: consumer-1=4  consumer-2=4  consumer-3=4\n" +
			"distinct messages=12  total delivered=12  remaining=0\n",
	},
	"queue-depth": {
		console: "consumers=1  end-of-round depths: 2 4 6 8 10 12\n",
	},
}

func TestGolden(t *testing.T) {
	for id, want := range golden {
		t.Run(id, func(t *testing.T) {
			l := lesson.Get(id)
			if diff := cmp.Diff(want.console, runLesson(t, l, nil).console()); diff != "" {
				t.Errorf("console (-want +got):\n%s", diff)
			}
			for _, row := range want.rows {
				wantRow(t, l, row)
			}
		})
	}
}

func wantRow(t *testing.T, l *lesson.Lesson, row string) {
	t.Helper()
	settings, condition, _ := strings.Cut(row, ": ")
	claim, err := l.Doc.ParseClaim(scenario.Pos{File: "golden"}, condition)
	if err != nil {
		t.Fatal(err)
	}
	if got := check.Claim(claim, runLesson(t, l, set(settings)).report); !got.Holds {
		t.Errorf("%s: %s against %s %s", row, got.Left, got.Right, got.Reason)
	}
}

// set reads settings such as "work=5ms consumers=3".
func set(text string) []lesson.Setting {
	var list []lesson.Setting
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		list = append(list, lesson.Setting{Name: name, Value: value})
	}
	return list
}

func TestQueueDepthPrintsALineForEachNumberOfConsumers(t *testing.T) {
	want := []string{
		"consumers=1  end-of-round depths: 2 4 6 8 10 12\n",
		"consumers=2  end-of-round depths: 0 0 0 0 0 0\n",
		"consumers=3  end-of-round depths: 0 0 0 0 0 0\n",
	}
	for i, line := range want {
		r := runLesson(t, lesson.Get("queue-depth"), set(fmt.Sprintf("consumers=%d", i+1)))
		if got := r.console(); got != line {
			t.Errorf("%q, want %q", got, line)
		}
	}
}

// Starting empty, the depth after round t is t·max(0, production − consumers·rate).
func TestQueueDepthFollowsItsClosedForm(t *testing.T) {
	l := lesson.Get("queue-depth")
	each := scenario.Measure{Name: scenario.Depth, When: scenario.BeforeEach, At: time.Second}
	for production := 1; production <= 13; production++ {
		for consumers := 0; consumers <= 5; consumers++ {
			for rate := 1; rate <= 6; rate++ {
				settings := fmt.Sprintf("production=%d consumers=%d rate=%d", production, consumers, rate)
				depths, err := runLesson(t, l, set(settings)).report.Measure(each)
				if err != nil {
					t.Fatal(err)
				}
				wantDepths(t, settings, depths, max(0, production-consumers*rate))
			}
		}
	}
}

func wantDepths(t *testing.T, settings string, depths stats.Value, growth int) {
	t.Helper()
	if len(depths.Items) != 6 {
		t.Errorf("%s: %d rounds, want 6", settings, len(depths.Items))
	}
	for i, d := range depths.Items {
		if want := int64((i + 1) * growth); d.Value.N != want {
			t.Errorf("%s: depth %d after round %d, want %d", settings, d.Value.N, i+1, want)
		}
	}
}
