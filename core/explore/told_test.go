package explore_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

// A counterexample tells its choices again when it is an ordinary run, whether
// it came as faults or as choose lines.
func TestTold(t *testing.T) {
	for _, test := range []struct {
		id, more string
		set      []string
		options  explore.Options
	}{
		{"safe-order", "", []string{"variant=record-first", "crash-after=never"}, explore.Options{Crashes: 1, Away: 10 * ms}},
		{"safe-order", "", []string{"variant=outbox", "crash-after=never", "provider=ignores-key"}, explore.Options{Crashes: 1, Away: 10 * ms}},
		{"two-receipts", "", []string{"acknowledgement=arrives"}, explore.Options{LostAcknowledgements: 1}},
		{"one-at-a-time", "claim \"Twenty first\" finished of consumer-1 = 22ms\n", nil, explore.Options{Claims: []string{"Twenty first"}, Ties: true, Consumers: true}},
	} {
		v := search(t, under(t, test.id, test.more, test.set...), test.options)
		if v.Kind != explore.Broken {
			t.Errorf("%s: %s", test.id, &v)
			continue
		}
		base := under(t, test.id, test.more, test.set...)
		with := under(t, test.id, test.more+strings.Join(v.Lines, "\n")+"\n", test.set...)
		if diff := cmp.Diff(v.Choices, explore.Told(with, with.Faults[len(base.Faults):])); diff != "" {
			t.Errorf("%s: %v (-found +told):\n%s", test.id, v.Lines, diff)
		}
	}
}

// under is bind for lines that name what is only there under the settings.
func under(t *testing.T, id, more string, set ...string) *scenario.Scenario {
	t.Helper()
	doc, _ := lesson.Get(id).Doc.Append(more)
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
