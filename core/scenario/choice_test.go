package scenario

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const chooser = `queue jobs
mailbox mail
outbox letters
relay courier x 2
  from letters
  to mailbox mail
log orders
group audit
  from orders
group billing x 2
  from orders
consumer worker x 2
  from jobs
`

var choices = []struct {
	line string
	want Choice
}{
	{"choose at 25ms after 3 next 2", Choice{At: 25 * ms, After: 3, Kind: ChooseNext, Number: 2}},
	{"choose at 0ms after 0 give worker-2", Choice{Kind: ChooseConsumer, Index: 1}},
	{"choose at 1.5s after 7 work shortest", Choice{At: 1500 * ms, After: 7, Kind: ChooseShortest}},
	{"choose at 1ns after 7 work longest", Choice{At: 1, After: 7, Kind: ChooseLongest}},
	{"choose at 25ms after 3 crash worker-2 for 10ms", Choice{At: 25 * ms, After: 3, Kind: ChooseCrash, Index: 1, For: 10 * ms}},
	{"choose at 25ms after 3 crash courier-2", Choice{At: 25 * ms, After: 3, Kind: ChooseCrash, Of: ARelay, Index: 1}},
	{"choose at 25ms after 3 crash billing-2 for 10ms", Choice{At: 25 * ms, After: 3, Kind: ChooseCrash, Of: AMember, Index: 2, For: 10 * ms}},
	{"choose at 25ms after 3 lose worker-1", Choice{At: 25 * ms, After: 3, Kind: ChooseLost}},
}

// A choose line means what it says, and what it means is written as it was.
func TestChooseLines(t *testing.T) {
	for _, c := range choices {
		d, err := Parse("jobs.txt", chooser+c.line+"\n")
		if err != nil {
			t.Fatal(err)
		}
		sc := mustBind(t, d)
		if diff := cmp.Diff([]Choice{c.want}, sc.Choices, cmpopts.IgnoreFields(Choice{}, "Pos")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.line, diff)
		}
		if got := sc.Choices[0].Line(sc); got != c.line {
			t.Errorf("%s is written as %s", c.line, got)
		}
	}
}

func TestChooseLinesThatAreWrong(t *testing.T) {
	checkWrong(t, []wrong{
		one("choose", `jobs.txt:1:1: "choose": expected at after it`),
		one("choose at 5ms next 2", `jobs.txt:1:15: "next": expected after`),
		one("choose at 5ms after 1 next 1", `jobs.txt:1:28: "1": expected 2 to 2000000`),
		one("choose at 5ms after 1 luck", `jobs.txt:1:23: "luck": expected next, give, work, crash or lose`),
		one("choose at 5ms after 1 work long", `jobs.txt:1:28: "long": expected shortest or longest`),
		one("choose at 5ms after 1 give worker", `jobs.txt:1:28: "worker": expected the name of a consumer`),
		one("choose at 5ms after 1 work longest 3", `jobs.txt:1:36: "3": expected the end of the line, as in: choose at 25ms after 3 give worker-2`),
	})
}
