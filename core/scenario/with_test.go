package scenario_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
)

const settable = `# what it is about
param visibility 30ms from 1ms to 1h "Visibility"
param heartbeat never from 1ms to 1h "Heartbeat"  # off
param kind a one of a b "Kind"
param n 3 from 0 to 9 "N"
until 10s

when kind is b
  seed 5

queue jobs
  visibility $visibility
`

func with(t *testing.T, text string, set ...scenario.Setting) string {
	t.Helper()
	d, err := scenario.Parse("s", text)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := d.With(set)
	if err != nil {
		t.Fatal(err)
	}
	return changed.Format()
}

func TestWithWritesSettingsIntoTheText(t *testing.T) {
	got := with(t, settable, scenario.Setting{Name: "visibility", Value: "1500ms"}, scenario.Setting{Name: "heartbeat", Value: "20ms"},
		scenario.Setting{Name: "kind", Value: "b"}, scenario.Setting{Name: "seed", Value: "8"}, scenario.Setting{Name: "until", Value: "1s"})
	want := `seed 8
until 1s
# what it is about
param visibility 1.5s from 1ms to 1h "Visibility"
param heartbeat 20ms or never from 1ms to 1h "Heartbeat"  # off
param kind b one of a b "Kind"
param n 3 from 0 to 9 "N"

when kind is b

queue jobs
  visibility $visibility
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWithNothingChangesNothing(t *testing.T) {
	if diff := cmp.Diff(settable, with(t, settable)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// never stays possible when it is no longer the default, and the other way round.
func TestWithKeepsNeverPossible(t *testing.T) {
	text := with(t, settable, scenario.Setting{Name: "heartbeat", Value: "20ms"})
	if got := with(t, text, scenario.Setting{Name: "heartbeat", Value: "never"}); with(t, got, scenario.Setting{Name: "heartbeat", Value: "20ms"}) != text {
		t.Errorf("never and back gives\n%s\nnot\n%s", got, text)
	}
}

func TestWithRefusesBadSettings(t *testing.T) {
	d, err := scenario.Parse("s", settable)
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := d.With([]scenario.Setting{{Name: "n", Value: "10"}}); err == nil || changed != nil {
		t.Errorf("%v, %v, want an error", changed, err)
	}
}
