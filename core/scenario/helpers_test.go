package scenario

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// text is lines, indented as a scenario is.
func text(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func mustParse(t *testing.T, lines ...string) *Document {
	t.Helper()
	d, err := Parse("jobs.txt", text(lines...))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustBind(t *testing.T, d *Document, set ...Setting) *Scenario {
	t.Helper()
	sc, err := d.Bind(set)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// bind gives the scenario of some lines.
func bind(t *testing.T, lines ...string) *Scenario {
	t.Helper()
	return mustBind(t, mustParse(t, lines...))
}

// messages are the lines of an error.
func messages(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

// sameScenario compares scenarios, but for the places in their texts.
func sameScenario(a, b *Scenario) bool { return cmp.Equal(a, b, noPlaces) }
