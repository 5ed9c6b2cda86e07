package explore_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

const ms = time.Millisecond

// document is a lesson's, with more lines.
func document(t testing.TB, id, more string) *scenario.Document {
	t.Helper()
	doc, err := lesson.Get(id).Doc.Append(more)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// settings are those of a text such as "variant=naive crash-after=never".
func settings(text string) (set []scenario.Setting) {
	for _, s := range strings.Fields(text) {
		name, value, _ := strings.Cut(s, "=")
		set = append(set, scenario.Setting{Name: name, Value: value})
	}
	return set
}

func bind(t testing.TB, doc *scenario.Document, set string) *scenario.Scenario {
	t.Helper()
	sc, err := doc.Bind(settings(set))
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// search searches to the end, or as far as the options allow.
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

// found is a verdict as the tests below write it.
type found struct {
	verdict string
	claim   string   // the first that the counterexample breaks
	choices []string // what was chosen
	lines   string   // the lines that replay it, with / between them
}

// crashes is that crashes last for 10 ms, as many as that.
func crashes(n int) explore.Options { return explore.Options{Crashes: n, Away: 10 * ms} }

const (
	oneReceipt = "The customer gets one receipt"
	isPaid     = "The order is paid"
)

var verdicts = []struct {
	lesson, set, claims string // claims with / between them; none: all
	options             explore.Options
	want                found
}{
	// Which order of steps is safe? A schedule for each place to die, and one without.
	{"safe-order", "variant=naive crash-after=never", "", crashes(1), found{
		"broken, shortest of 1", oneReceipt,
		[]string{`8ms shop-1 crashes after: send receipts "receipt order={order}"`}, "crash shop-1 after step 2 for 10ms",
	}},
	{"safe-order", "variant=record-first crash-after=never", oneReceipt, crashes(1), found{
		"broken, shortest of 2", oneReceipt,
		[]string{"4ms shop-1 crashes after: insert processed_messages {id} else acknowledge"}, "crash shop-1 after step 1 for 10ms",
	}},
	{"safe-order", "variant=record-first crash-after=never", isPaid, crashes(1), found{
		"broken, shortest of 1", isPaid,
		[]string{"4ms shop-1 crashes after: insert processed_messages {id} else acknowledge"}, "crash shop-1 after step 1 for 10ms",
	}},
	{"safe-order", "variant=transaction crash-after=never", "", crashes(1), found{
		"broken, shortest of 1", oneReceipt, []string{"10ms shop-1 crashes after: commit"}, "crash shop-1 after step 1 for 10ms",
	}},
	{"safe-order", "variant=send-inside crash-after=never", "", crashes(1), found{
		"broken, shortest of 1", oneReceipt,
		[]string{`12ms shop-1 crashes after: send receipts "receipt order={order}"`}, "crash shop-1 after inner step 3 for 10ms",
	}},
	{"safe-order", "variant=outbox crash-after=never", "", crashes(1), found{verdict: "all 9 schedules keep it"}},
	{"safe-order", "variant=outbox crash-after=never provider=ignores-key", "", crashes(1), found{
		"broken, shortest of 1", oneReceipt,
		[]string{"18ms mailer crashes after: publish receipt order=8842"}, "crash mailer after row 1 for 10ms",
	}},

	// Two receipts: an acknowledgement is lost, or arrives.
	{"two-receipts", "variant=naive acknowledgement=arrives", "", explore.Options{LostAcknowledgements: 1}, found{
		"broken, shortest of 1", oneReceipt,
		[]string{"12ms the acknowledgement of shop-1 is lost on its way"}, "at 12ms drop-acknowledge shop-1",
	}},
	{"two-receipts", "variant=recorded acknowledgement=arrives", "", explore.Options{LostAcknowledgements: 1}, found{
		verdict: "all 2 schedules keep it",
	}},

	// The inbox, with the insert and the debit apart or together.
	{"inbox", "transaction=apart crash-after=never", "The payment is made once", crashes(1), found{
		"broken, shortest of 1", "The payment is made once",
		[]string{"5ms worker crashes after: insert processed_messages {id} else acknowledge"}, "crash worker after step 1 for 10ms",
	}},
	{"inbox", "transaction=together crash-after=never", "The payment is made once", crashes(1), found{verdict: "all 6 schedules keep it"}},

	// One at a time: what the ordinary run breaks needs no choice.
	{"one-at-a-time", "", "All three are taken off", explore.Options{}, found{"broken, shortest of 1", "All three are taken off", nil, ""}},

	// Status out of order, at the lesson's own times.
	{"status-out-of-order", "variant=transition", "The order ends as shipped", explore.Options{}, found{
		"broken, shortest of 1", "The order ends as shipped", nil, "",
	}},
	{"status-out-of-order", "variant=check-then-act", "The order ends as shipped", explore.Options{}, found{
		"broken, shortest of 1", "The order ends as shipped", nil, "",
	}},
	{"status-out-of-order", "variant=version", "The order ends as shipped", explore.Options{}, found{verdict: "the only schedule keeps it"}},

	// A lease that outlives the work, and a crash between the work and its acknowledgement.
	{"visibility-timeout", "visibility=60ms", "The work is done once", crashes(1), found{
		"broken, shortest of 1", "The work is done once",
		[]string{"45ms consumer-1 crashes after its work, before it says so"}, "choose at 45ms after 2 crash consumer-1 for 10ms",
	}},

	// Commit before the work, or after it.
	{"commit-position", "variant=before crash-at=never", "No record is lost", crashes(1), found{
		"broken, shortest of 5", "No record is lost", []string{"40ms billing-1 crashes after: commit"}, "at 40ms after 4 crash billing-1 for 10ms",
	}},
	{"commit-position", "variant=after crash-at=never", "No record is lost", crashes(1), found{verdict: "all 11 schedules keep it"}},
}

func TestVerdicts(t *testing.T) {
	for _, c := range verdicts {
		t.Run(c.lesson+" "+c.set+" "+c.claims, func(t *testing.T) {
			doc := document(t, c.lesson, "")
			if c.claims != "" {
				c.options.Claims = strings.Split(c.claims, "/")
			}
			v := search(t, bind(t, doc, c.set), c.options)
			got := found{verdict: v.String(), claim: v.Claim.Name, lines: strings.Join(v.Lines, "/")}
			for _, x := range v.Choices {
				got.choices = append(got.choices, scenario.FormatDuration(x.At)+" "+x.Text)
			}
			if d := cmp.Diff(c.want, got, cmp.AllowUnexported(found{})); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			replay(t, doc, c.set, &v)
		})
	}
}

// replay holds that the document with the verdict's lines, run as any other,
// breaks the claim, and that each choice stands where the verdict says.
func replay(t testing.TB, doc *scenario.Document, set string, v *explore.Verdict) {
	t.Helper()
	if v.Kind != explore.Broken {
		return
	}
	doc, err := doc.With(settings(set))
	for _, line := range v.Lines {
		if err == nil {
			doc, err = doc.Append(line)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	sc := bind(t, doc, "")
	tr := sim.Run(sc, sim.Options{}).Trace
	if tr.Len() != v.Events {
		t.Errorf("%d events, not %d", tr.Len(), v.Events)
	}
	for _, r := range check.Claims(sc, stats.New(tr)) {
		if r.Name == v.Claim.Name && (r.Holds || r.Left != v.Claim.Left) {
			t.Errorf("%s: it holds, or came to %s, not %s", r.Name, r.Left, v.Claim.Left)
		}
	}
	for _, c := range v.Choices {
		if at := tr.At(c.Event - 1).At; at > c.At {
			t.Errorf("%s: event %d is at %s, after %s", c.Text, c.Event-1, at, c.At)
		}
		if at := tr.At(c.Event).At; at < c.At {
			t.Errorf("%s: event %d is at %s, before %s", c.Text, c.Event, at, c.At)
		}
	}
}

// The matrix of lesson 20: receipts, and whether the order is paid, for a crash
// of shop-1 at every place.
func TestTheMatrixOfSafeOrder(t *testing.T) {
	const (
		none    = "no crash"
		before  = "shop-1 crashes before its first step"
		insert  = "shop-1 crashes after: insert processed_messages {id} else acknowledge"
		update  = "shop-1 crashes after: update shop_orders {order} status=paid"
		send    = `shop-1 crashes after: send receipts "receipt order={order}"`
		enqueue = `shop-1 crashes after: enqueue letters "receipt order={order}"`
		commit  = "shop-1 crashes after: commit"
		ack     = "shop-1 crashes after: acknowledge"
		begin   = "mailer crashes before its first step"
		publish = "mailer crashes after: publish receipt order=8842"
	)
	for variant, want := range map[string]map[string]string{
		"naive":        {none: "1 paid", before: "1 paid", update: "1 paid", send: "2 paid", ack: "1 paid"},
		"record-first": {none: "1 paid", before: "1 paid", insert: "0 placed", update: "0 paid", send: "1 paid", ack: "1 paid"},
		"transaction":  {none: "1 paid", before: "1 paid", insert: "1 paid", update: "1 paid", commit: "0 paid", send: "1 paid", ack: "1 paid"},
		"send-inside":  {none: "1 paid", before: "1 paid", insert: "1 paid", update: "1 paid", send: "2 paid", commit: "1 paid", ack: "1 paid"},
		"outbox": {
			none: "1 paid", before: "1 paid", insert: "1 paid", update: "1 paid", enqueue: "1 paid", commit: "1 paid", ack: "1 paid",
			begin: "1 paid", publish: "1 paid",
		},
		"outbox provider=ignores-key": {
			none: "1 paid", before: "1 paid", insert: "1 paid", update: "1 paid", enqueue: "1 paid", commit: "1 paid", ack: "1 paid",
			begin: "1 paid", publish: "2 paid",
		},
	} {
		sc := bind(t, document(t, "safe-order", ""), "crash-after=never variant="+variant)
		got := map[string]string{}
		explore.Each(sc, crashes(1), func(choices []explore.Choice, r *stats.Report) bool {
			place := none
			for _, c := range choices {
				place = c.Text
			}
			receipts, err := r.Measure(scenario.Measure{Name: scenario.Receipts})
			status, err2 := r.Measure(scenario.Measure{Name: scenario.Status})
			got[place] = fmt.Sprint(receipts, " ", status)
			return err == nil && err2 == nil
		})
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", variant, d)
		}
	}
}

// Nothing that can go wrong with two crashes at any places, a lost
// acknowledgement and any order of everything breaks the outbox.
func TestTheOutboxKeepsItWhateverHappens(t *testing.T) {
	o := explore.Options{Crashes: 2, LostAcknowledgements: 1, Away: 10 * ms, Consumers: true, Ties: true}
	v := search(t, bind(t, document(t, "safe-order", ""), "variant=outbox crash-after=never"), o)
	if v.Kind != explore.Keeps || !v.Complete || v.Endless > 0 {
		t.Errorf("%s", v.String())
	}
}

// Whoever is given a message and whatever comes first at an instant: one after
// the other is enough, and so is one statement.
func TestWithdrawalsOneAtATime(t *testing.T) {
	for set, want := range map[string]explore.Kind{
		"": explore.Broken, "variant=single-active": explore.Keeps, "consumers=1": explore.Keeps, "debit=one-statement": explore.Keeps,
		"variant=single-active consumers=3": explore.Keeps,
	} {
		o := explore.Options{Claims: []string{"All three are taken off"}, Consumers: true, Ties: true}
		if v := search(t, bind(t, document(t, "one-at-a-time", ""), set), o); v.Kind != want || !v.Complete {
			t.Errorf("%q: %s", set, v.String())
		}
	}
}

// With equal times the ordinary run ends as shipped under every guard. Only the
// order of what falls on one instant tells them apart.
func TestGuardsOfAStatus(t *testing.T) {
	const equal = "created=10ms paid=10ms shipped=10ms variant="
	for variant, want := range map[string]found{
		"blind": {claim: "The order ends as shipped"}, "transition": {claim: "The order ends as shipped"},
		"check-then-act": {claim: "The order ends as shipped"}, "version": {},
	} {
		doc := document(t, "status-out-of-order", "")
		o := explore.Options{Claims: []string{"The order ends as shipped"}}
		if v := search(t, bind(t, doc, equal+variant), o); v.Kind != explore.Keeps {
			t.Errorf("%s, by the rules: %s", variant, v.String())
		}
		o.Ties = true
		v := search(t, bind(t, doc, equal+variant), o)
		if v.Claim.Name != want.claim || !v.Complete || (v.Kind == explore.Broken) != (want.claim != "") {
			t.Errorf("%s: %s", variant, v.String())
		}
		if want.claim != "" && len(v.Choices) != 1 {
			t.Errorf("%s: %d choices, where one event that comes too soon is enough", variant, len(v.Choices))
		}
		replay(t, doc, equal+variant, &v)
	}
}

// A lease must outlive the work. It does not at 45 ms: it has ended when the
// work has.
func TestEveryVisibilityShorterThanTheWork(t *testing.T) {
	for visibility := 1; visibility <= 90; visibility++ {
		sc := bind(t, document(t, "visibility-timeout", ""), fmt.Sprintf("visibility=%dms", visibility))
		v := search(t, sc, explore.Options{Claims: []string{"The work is done once"}, Consumers: true, Ties: true})
		if want := visibility <= 45; (v.Kind == explore.Broken) != want || !v.Complete {
			t.Errorf("%d ms: %s", visibility, v.String())
		}
	}
}

// With a lease shorter than the work and late acknowledgements refused, the
// message goes round for ever. Without an end of the run there is nothing to judge.
func TestAScheduleThatNeverEndsIsNotJudged(t *testing.T) {
	sc := bind(t, document(t, "visibility-timeout", ""), "visibility=30ms late-acknowledgement=refused")
	sc.Until = 0
	v := search(t, sc, explore.Options{Claims: []string{"The message is not lost"}})
	if got := v.String(); got != "no break in the 0 that end; 1 without an end in sight, not judged" || v.Kind != explore.Unfinished {
		t.Errorf("%s", got)
	}
}

// A search in slices finds what one in a piece does, and tells at any time the
// shortest counterexample so far, which replays.
func TestASearchInSlices(t *testing.T) {
	doc := document(t, "safe-order", "")
	const set = "variant=record-first crash-after=never"
	o := explore.Options{Crashes: 2, Away: 10 * ms, Ties: true, Consumers: true}
	whole := search(t, bind(t, doc, set), o)
	x, err := explore.New(bind(t, doc, set), o)
	if err != nil {
		t.Fatal(err)
	}
	last := explore.Verdict{}
	for n := 0; !x.Step(50); n++ {
		v := x.Verdict()
		if v.Complete || v.Schedules < last.Schedules || v.Broken < last.Broken || v.States > last.States+50 {
			t.Fatalf("%+v after %+v", v, last)
		}
		if last.Kind == explore.Broken && len(v.Choices) > len(last.Choices) {
			t.Errorf("%d choices, after %d were enough", len(v.Choices), len(last.Choices))
		}
		replay(t, doc, set, &v)
		last = v
	}
	if d := cmp.Diff(whole, x.Verdict()); d != "" {
		t.Errorf("(-in a piece +in slices):\n%s", d)
	}
	if last.Kind != explore.Broken || whole.Kind != explore.Broken || len(whole.Choices) != 1 {
		t.Errorf("%s, %s", &last, &whole)
	}
}

func TestAVerdictInWords(t *testing.T) {
	for want, v := range map[string]explore.Verdict{
		"the only schedule keeps it":                                          {Kind: explore.Keeps, Complete: true, Schedules: 1},
		"all 1,284 schedules keep it":                                         {Kind: explore.Keeps, Complete: true, Schedules: 1284},
		"broken, shortest of 12":                                              {Kind: explore.Broken, Complete: true, Schedules: 40, Broken: 12},
		"broken, shortest of the first 3, not all searched":                   {Kind: explore.Broken, Schedules: 40, Broken: 3},
		"no break in the first 200,000, not all searched":                     {Schedules: 200_000},
		"no break in the 999 that end; 2 without an end in sight, not judged": {Complete: true, Schedules: 999, Endless: 2},
	} {
		if got := v.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestASearchStopsAtItsLimit(t *testing.T) {
	o := explore.Options{Crashes: 2, Away: 10 * ms, Ties: true, MaxStates: 100}
	v := search(t, bind(t, document(t, "safe-order", ""), "variant=outbox crash-after=never"), o)
	if v.States != 100 || v.Complete || v.Kind != explore.Unfinished {
		t.Errorf("%+v", v)
	}
}

// What one choice breaks is found before all the rest is searched, and is the
// shortest there is.
func TestASimpleBreakIsFoundAtOnce(t *testing.T) {
	doc := document(t, "safe-order", "producer more\n  to orders\n  write order=8843 order=8844 order=8845\n")
	const set = "variant=naive crash-after=never"
	o := explore.Options{Claims: []string{isPaid, "Four receipts"}, Crashes: 2, LostAcknowledgements: 1, Away: 10 * ms, Ties: true, Consumers: true, MaxStates: 2000}
	doc, err := doc.Append(`claim "Four receipts" receipts = 4`)
	if err != nil {
		t.Fatal(err)
	}
	v := search(t, bind(t, doc, set), o)
	if v.Complete || v.Kind != explore.Broken || len(v.Choices) != 1 || v.Claim.Name != "Four receipts" {
		t.Errorf("%s: %+v", &v, v.Choices)
	}
	replay(t, doc, set, &v)
}

func TestWhatCanNotBeSearched(t *testing.T) {
	sc := bind(t, document(t, "safe-order", ""), "")
	for want, o := range map[string]explore.Options{
		`there is no claim "The order is payed"; did you mean The order is paid?`: {Claims: []string{"The order is payed"}},
	} {
		if _, err := explore.New(sc, o); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	large := bind(t, document(t, "load-leveling", ""), "")
	if _, err := explore.New(large, explore.Options{}); err == nil || !strings.Contains(err.Error(), "the search is for small scenarios") {
		t.Errorf("%v", err)
	}
	sc.Claims = nil
	if _, err := explore.New(sc, explore.Options{}); err == nil {
		t.Error("a search for nothing")
	}
}

// Work of 10 to 50 ms under a lease of 30: what was drawn and the least are done
// in time, and the most is not. Then the second consumer has the message at 30,
// and may take any of the three: five schedules, three of them broken.
//
// Before the first work is drawn the instant has seen four events (a write, two
// starts, a hand-out) and four turns.
func TestWorkFromARange(t *testing.T) {
	doc, err := scenario.Parse("range.txt", `seed 2
queue jobs
  visibility 30ms
producer shop
  to jobs
  write a
consumer worker x 2
  from jobs
  work uniform 10ms to 50ms
claim "Once" executions = 1
`)
	if err != nil {
		t.Fatal(err)
	}
	if v := search(t, bind(t, doc, ""), explore.Options{Ties: true, Consumers: true}); v.Kind != explore.Keeps {
		t.Fatalf("as drawn: %s", &v)
	}
	v := search(t, bind(t, doc, ""), explore.Options{Work: true})
	want := []any{"broken, shortest of 3", 5, []string{"choose at 0ms after 8 work longest"}, "the work of worker-1 takes the longest time it can"}
	if d := cmp.Diff(want, []any{v.String(), v.Schedules, v.Lines, v.Choices[0].Text}); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	replay(t, doc, "", &v)
}

// Two withdrawals, 12 ms apart, of work that takes 2 to 20 ms: the first is over
// before the second reads, as drawn, and need not be.
func TestALostUpdateThatChanceHides(t *testing.T) {
	doc, err := scenario.Parse("lost.txt", `seed 2
queue jobs
producer shop
  to jobs
  write "amount=10" "amount=20"
  every 12ms
balance account 100
handler withdraw
  read account
  work
  write account read - {amount}
consumer worker x 2
  from jobs
  handler withdraw
  work uniform 2ms to 20ms
claim "Both are taken off" balance = 70
`)
	if err != nil {
		t.Fatal(err)
	}
	if v := search(t, bind(t, doc, ""), explore.Options{Ties: true, Consumers: true}); v.Kind != explore.Keeps {
		t.Fatalf("as drawn: %s", &v)
	}
	v := search(t, bind(t, doc, ""), explore.Options{Work: true})
	if v.Kind != explore.Broken || v.Choices[0].Text != "the work of worker-1 takes the longest time it can" {
		t.Errorf("%+v", v)
	}
	replay(t, doc, "", &v)
}
