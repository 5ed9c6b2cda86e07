package conformance

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/scenario"
)

var rowNames = regexp.MustCompile(`\b[A-Z]+[0-9]+\b`)

// A switch's comment names rows that are there.
func TestTheRowsNamedBesideSwitchesAreThere(t *testing.T) {
	source, err := os.ReadFile("../scenario/profile.go")
	if err != nil {
		t.Skip(err) // no files in a browser
	}
	have := map[string]bool{}
	for _, r := range All() {
		have[r.ID] = true
	}
	named := 0
	for _, inParentheses := range regexp.MustCompile(`\(rows? [^)]*\)`).FindAllString(strings.ReplaceAll(string(source), "\n\t//", ""), -1) {
		for _, id := range rowNames.FindAllString(inParentheses, -1) {
			if named++; !have[id] {
				t.Errorf("%s: there is no row %s", inParentheses, id)
			}
		}
	}
	if named < 10 {
		t.Errorf("only %d rows are named", named)
	}
}

// Whoever reads of a broker is told what is left out.
func TestEveryProfileSaysWhatIsNotModelled(t *testing.T) {
	for _, p := range scenario.Profiles()[1:] {
		if len(NotModelled(p.Name)) == 0 {
			t.Errorf("%s: nothing is said of what is not modelled", p.Name)
		}
	}
}
