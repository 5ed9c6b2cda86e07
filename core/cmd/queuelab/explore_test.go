package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var naiveHandler = []string{"explore", "safe-order", "-set", "variant=naive", "-set", "crash-after=never", "-crashes", "1"}

func TestExplorePrintsTheShortestCounterexample(t *testing.T) {
	got := do("", naiveHandler...)
	states := regexp.MustCompile(`\n\d+ distinct states\n`)
	got.out = states.ReplaceAllString(got.out, "\nN distinct states\n")
	want(t, got, 1, `broken, shortest of 1
N distinct states

"The customer gets one receipt" does not hold: receipts = 1 comes to 2 and 1
8ms  shop-1 crashes after: send receipts "receipt order={order}"

These lines, added to the scenario, make that run:

crash shop-1 after step 2 for 10ms
`)
}

// What -scenario prints, run as any other scenario, is the counterexample.
func TestExploreScenarioReplays(t *testing.T) {
	text := do("", append(naiveHandler, "-scenario")...)
	if text.status != 1 || text.errs != "" || !strings.HasSuffix(text.out, "\ncrash shop-1 after step 2 for 10ms\n") {
		t.Fatalf("%+v", text)
	}
	want(t, do(text.out, "run", "-"), 0, `t=8 shop-1 message=1 delivered=1 crashed  status=paid receipts=1
t=52 shop-2 message=1 delivered=2 acknowledged  status=paid receipts=2
naive, killed after never: status=paid  receipts=2
`)
}

// The states of the inbox, between the turns of the simulator: the beginning; the
// write; the start; the hand-out, with the begin of the insert; the insert and the
// begin of the debit; the debit, the commit and the begin of the acknowledgement;
// the acknowledgement; the end.
//
// Of two receipts: the beginning, the write, two starts, the hand-out, and three
// steps; the acknowledgement that arrives, and the end; the one that is lost, the
// end of the lease, the second hand-out, its skip to the acknowledgement, the end.
func TestExploreSaysThatAllKeepIt(t *testing.T) {
	want(t, do("", "explore", "two-receipts", "-set", "variant=recorded", "-set", "acknowledgement=arrives", "-lost-acknowledgements", "1"), 0,
		"all 2 schedules keep it\n15 distinct states\n")
	want(t, do("", "explore", "inbox", "-set", "crash-after=never", "-claim", "The payment is made once"), 0,
		"the only schedule keeps it\n8 distinct states\n")
}

func TestExploreSaysThatNothingHasToGoWrong(t *testing.T) {
	got := do("", "explore", "one-at-a-time")
	if got.status != 1 || !strings.HasSuffix(got.out, "balance = 40 comes to 60 and 40\nThe ordinary run breaks it; nothing has to go wrong.\n") {
		t.Errorf("%+v", got)
	}
}

func TestExploreIsHonestAboutItsLimit(t *testing.T) {
	got := do("", "explore", "safe-order", "-set", "variant=outbox", "-set", "crash-after=never", "-crashes", "2", "-ties", "-who", "-states", "300")
	first, _, _ := strings.Cut(got.out, "\n")
	if got.status != 0 || !strings.HasPrefix(first, "no break in the first ") || !strings.HasSuffix(first, ", not all searched") ||
		!strings.HasSuffix(got.out, "\n300 distinct states\n") {
		t.Errorf("%+v", got)
	}
}

// A search of more than a moment tells how far it has come, on standard error only.
func TestExploreTellsItsProgress(t *testing.T) {
	got := do(strings.Replace(world, `write "a"`, `write 6 "order {n}"`, 1)+"consumer other x 2\n  from jobs\n  handler pay\nclaim \"Once\" receipts <= 99\n",
		"explore", "-", "-crashes", "2", "-ties", "-who", "-states", "25000")
	if got.status != 0 || !strings.HasPrefix(got.errs, "\r") || !strings.HasSuffix(got.errs, " schedules\n") || strings.Contains(got.out, "\r") {
		t.Errorf("%+v", got)
	}
}

func TestExploreJSON(t *testing.T) {
	got := do("", append(naiveHandler, "-json", "-claim", "The customer gets one receipt")...)
	var v struct {
		verdictJSON
		Parameters map[string]string `json:"parameters"`
	}
	if err := json.Unmarshal([]byte(got.out), &v); err != nil || got.status != 1 || got.errs != "" {
		t.Fatalf("%v: %+v", err, got)
	}
	wanted := verdictJSON{
		Lesson: "safe-order", Verdict: "broken", Text: "broken, shortest of 1", Complete: true,
		States: v.States, Schedules: 5, Broken: 1,
		Claim:   &brokenClaim{"The customer gets one receipt", "receipts = 1", "2", "1"},
		Choices: []choiceJSON{{"8ms", 8_000_000, 11, `shop-1 crashes after: send receipts "receipt order={order}"`}},
		Lines:   []string{"crash shop-1 after step 2 for 10ms"}, Events: v.Events,
	}
	if v.Parameters["variant"] != "naive" {
		t.Errorf("parameters %v", v.Parameters)
	}
	if diff := cmp.Diff(wanted, v.verdictJSON); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Bad input ends with status 2 and says why on standard error only.
func TestBadExplorations(t *testing.T) {
	tests := map[string]struct{ args, stdin, want string }{
		"nothing":      {"", "", "expected the name of a lesson"},
		"lesson":       {"safe-ordr", "", "did you mean safe-order?"},
		"claim":        {"safe-order -claim receipts", "", `there is no claim "receipts"`},
		"no claims":    {"-", oneJob, "the scenario has no claim line to look for a break of"},
		"choose lines": {"-", oneJob + "claim \"x\" lost = 0\nchoose at 0ms after 3 lose worker\n", "-:14: choose lines settle what the search looks for"},
		"crashes":      {"safe-order -crashes many", "", "expected a whole number from 0"},
		"states":       {"safe-order -states 0", "", "expected a whole number from 1"},
		"away":         {"safe-order -away soon", "", "expected a duration above 0, such as 10ms, or never"},
		"setting":      {"safe-order -set wrok=1ms", "", "wrok"},
		"two outputs":  {"safe-order -json -scenario", "", "expected at most one of -json and -scenario"},
		"flag of run":  {"safe-order -events", "", "-events"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := do(test.stdin, append([]string{"explore"}, strings.Fields(test.args)...)...)
			if got.status != 2 || got.out != "" || !strings.Contains(got.errs, test.want) {
				t.Errorf("%+v, want status 2, no output and %q", got, test.want)
			}
		})
	}
	got := do("", "explore", "inbox", "-scenario", "-set", "crash-after=never", "-claim", "The payment is made once")
	if got.status != 2 || got.out != "" || !strings.Contains(got.errs, "there is no counterexample to print: the only schedule keeps it") {
		t.Errorf("%+v", got)
	}
}
