package explore_test

import (
	"strings"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

const ms = time.Millisecond

// bind is a lesson's scenario with more lines and some settings, name=value.
func bind(t testing.TB, id, more string, set ...string) *scenario.Scenario {
	t.Helper()
	doc, err := lesson.Get(id).Doc.Append(more)
	if err != nil {
		t.Fatal(err)
	}
	var settings []scenario.Setting
	for _, s := range set {
		name, value, _ := strings.Cut(s, "=")
		settings = append(settings, scenario.Setting{Name: name, Value: value})
	}
	sc, err := doc.Bind(settings)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// search searches to the end.
func search(t testing.TB, sc *scenario.Scenario, o explore.Options) explore.Verdict {
	t.Helper()
	x, err := explore.New(sc, o)
	if err != nil {
		t.Fatal(err)
	}
	for !x.Step(1000) {
	}
	return x.Verdict()
}

func TestTry(t *testing.T) {
	for _, v := range []string{"naive", "record-first", "transaction", "send-inside", "outbox"} {
		got := search(t, bind(t, "safe-order", "", "variant="+v, "crash-after=never"), explore.Options{Crashes: 1, Away: 10 * ms})
		t.Logf("%s: %s %+v", v, &got, got)
	}
}
