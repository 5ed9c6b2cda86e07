package scenario

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const ms = time.Millisecond

// noPlaces leaves places in the text out of comparisons.
var noPlaces = cmpopts.IgnoreTypes(Pos{})

func TestEmptyScenario(t *testing.T) {
	if diff := cmp.Diff(&Scenario{Seed: 1}, bind(t)); diff != "" {
		t.Error(diff)
	}
}

func TestBindQueues(t *testing.T) {
	sc := bind(t,
		`queue plain`,
		`queue jobs`,
		`  visibility 30ms`,
		`  late-acknowledge refused`,
		`  max-deliveries 3`,
		`  dead-letter failed`,
		`  requeue back`,
		`  delay 5ms`,
		`queue failed`,
		`  visibility never`,
		`  max-deliveries unlimited`)
	want := []Queue{
		{Name: "plain", DeadLetter: -1, Pos: Pos{"jobs.txt", 1, 7}},
		{Name: "jobs", Visibility: 30 * ms, RefuseLate: true, MaxDeliveries: 3, DeadLetter: 2, Requeue: RequeueBack, Delay: 5 * ms, Pos: Pos{"jobs.txt", 2, 7}},
		{Name: "failed", DeadLetter: -1, Pos: Pos{"jobs.txt", 9, 7}},
	}
	if diff := cmp.Diff(want, sc.Queues); diff != "" {
		t.Error(diff)
	}
}

func TestBindProducers(t *testing.T) {
	producer := func(lines ...string) Producer {
		t.Helper()
		sc := bind(t, append([]string{`queue jobs`, `producer p`, `  to jobs`}, lines...)...)
		return sc.Producers[0]
	}
	for name, c := range map[string]struct {
		got, want Producer
	}{
		"all at once": {
			producer(`  starts 10ms`, `  priority 5`, `  write "a" b`, `  write "c {n}"`),
			Producer{Starts: 10 * ms, Priority: 5, Bodies: []string{"a", "b", "c 3"}, Schedule: Schedule{Kind: Once, Count: 3}}},
		"numbered": {
			producer(`  write 12 "loan={n}"`),
			Producer{Body: "loan={n}", Schedule: Schedule{Kind: Once, Count: 12}}},
		"none": {
			producer(`  write 0 "loan={n}"`, `  every 1s`),
			Producer{Body: "loan={n}", Schedule: Schedule{}}},
		"numbered in turn": {
			producer(`  every 4ms`, `  write 12 "loan={n}"`),
			Producer{Body: "loan={n}", Schedule: Schedule{Kind: Regular, Every: 4 * ms, Count: 1, Times: 12}}},
		"numbered in uneven bursts": {
			producer(`  write 3 "{n}"`, `  every 4ms count 2`),
			Producer{Bodies: []string{"1", "2", "3"}, Schedule: Schedule{Kind: Regular, Every: 4 * ms, Count: 2, Times: 2}}},
		"listed in turn": {
			producer(`  write a b c`, `  every 1s`),
			Producer{Bodies: []string{"a", "b", "c"}, Schedule: Schedule{Kind: Regular, Every: time.Second, Count: 1, Times: 3}}},
		"listed, cut short": {
			producer(`  write a b c`, `  every 1s times 2`),
			Producer{Bodies: []string{"a", "b", "c"}, Schedule: Schedule{Kind: Regular, Every: time.Second, Count: 1, Times: 2}}},
		"one body for all": {
			producer(`  write "job {n}"`, `  every 1s count 5 times 6`),
			Producer{Body: "job {n}", Schedule: Schedule{Kind: Regular, Every: time.Second, Count: 5, Times: 6}}},
		"for a while": {
			producer(`  every 1s for 3s`),
			Producer{Schedule: Schedule{Kind: Regular, Every: time.Second, Count: 1, For: 3 * time.Second}}},
		"poisson": {
			producer(`  poisson 50/s for 3s`),
			Producer{Schedule: Schedule{Kind: Poisson, Every: 20 * ms, Count: 1, For: 3 * time.Second}}},
		"rate": {
			producer(`  rate 20000/s for 3s`),
			Producer{Schedule: Schedule{Kind: Regular, Every: 50 * time.Microsecond, Count: 1, Times: 60_000, For: 3 * time.Second}}},
		"rate that does not divide": { // 30 in 10 s, although 30 gaps of 333333333 ns are less
			producer(`  rate 3/s for 10s`),
			Producer{Schedule: Schedule{Kind: Regular, Every: 333_333_333, Count: 1, Times: 30, For: 10 * time.Second}}},
	} {
		c.want.Name, c.want.Exchange, c.want.Log = "p", -1, -1
		if diff := cmp.Diff(c.want, c.got, noPlaces); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestBindConsumers(t *testing.T) {
	sc := bind(t,
		`queue a`,
		`queue jobs`,
		`consumer clerk`,
		`  from jobs`,
		`consumer worker x 2`,
		`  from jobs`,
		`  starts 30ms`,
		`  stops when-empty`,
		`  prefetch unlimited`,
		`  take 3 every 1s`,
		`  work exponential 20ms`,
		`  work by message "slow one" uniform 10ms to 30ms`,
		`  work by message x 3/s`,
		`  heartbeat 20ms`,
		`  leave "b" c`)
	worker := Consumer{
		Name: "worker-1", Group: "worker", Queue: 1, Starts: 30 * ms, StopsEmpty: true,
		Take: 3, TakeEvery: time.Second, Work: Dist{Kind: Exponential, A: 20 * ms},
		WorkBy:    []BodyWork{{"slow one", Dist{Kind: Uniform, A: 10 * ms, B: 30 * ms}}, {"x", Dist{A: 333_333_333}}},
		Heartbeat: 20 * ms, Leave: []string{"b", "c"}, Handler: -1, Concurrency: 1,
	}
	second := worker
	second.Name = "worker-2"
	want := []Consumer{{Name: "clerk", Queue: 1, Prefetch: 1, Handler: -1, Concurrency: 1}, worker, second}
	if diff := cmp.Diff(want, sc.Consumers, noPlaces); diff != "" {
		t.Error(diff)
	}
}

func TestBindFaults(t *testing.T) {
	sc := bind(t,
		`queue jobs`,
		`consumer worker x 2`,
		`  from jobs`,
		`at 25ms crash worker-2 for 10ms`,
		`at 25ms after 3 crash worker-1`,
		`at 30ms drop-acknowledge worker-1`,
		`at 40ms write jobs "report_line loan=2" count 10`,
		`at 41ms write jobs once`,
		`at never crash worker-1`)
	want := []Fault{
		{At: 25 * ms, Kind: Crash, Consumer: 1, For: 10 * ms, Queue: -1},
		{At: 25 * ms, After: 3, Kind: Crash, Consumer: 0, Queue: -1},
		{At: 30 * ms, Kind: DropAcknowledge, Consumer: 0, Queue: -1},
		{At: 40 * ms, Kind: Write, Consumer: -1, Queue: 0, Body: "report_line loan=2", Count: 10},
		{At: 41 * ms, Kind: Write, Consumer: -1, Queue: 0, Body: "once", Count: 1},
	}
	if diff := cmp.Diff(want, sc.Faults, noPlaces); diff != "" {
		t.Error(diff)
	}
}

func TestBindPrints(t *testing.T) {
	sc := bind(t,
		`queue jobs`,
		`print each outcome "{outcome}"`,
		`print start of 30ms "{t}"`,
		`print end of 0ms "{depth of jobs}"`,
		`print at end ""`)
	want := []Print{
		{When: EachOutcome, Text: Template{{Field: "outcome"}}},
		{When: AtStart, At: 30 * ms, Text: Template{{Field: "t"}}},
		{When: AtEnd, Text: Template{{Measure: &Measure{Name: Depth, Of: Subject{Kind: OfQueue, Name: "jobs"}}}}},
		{When: AtRunEnd},
	}
	if diff := cmp.Diff(want, sc.Prints, noPlaces); diff != "" {
		t.Error(diff)
	}
}

func TestBindClaims(t *testing.T) {
	sc := bind(t,
		`param limit 75ms from 0ms to 1h`,
		`claim "In   time" finished   <= $limit,lost=0`,
		`expect lost = 0`)
	want := Claim{
		Name: "In   time", Text: "finished <= $limit, lost = 0", Pos: Pos{"jobs.txt", 2, 7},
		All: []Comparison{
			{Sum{measured(Finished)}, Sum{{Value: Value{Kind: DurationParam, Duration: 75 * ms}}}, "<="},
			{Sum{measured(Lost)}, Sum{count(0)}, "="},
		},
	}
	if diff := cmp.Diff([]Claim{want}, sc.Claims); diff != "" {
		t.Error(diff)
	}
	if len(sc.Expects) != 1 || sc.Expects[0].Name != "" {
		t.Errorf("got %+v", sc.Expects)
	}
}

func TestParams(t *testing.T) {
	d := mustParse(t,
		`param visibility 30ms from 1ms to 1h slider 5ms to 200ms "Visibility timeout" "How long."`,
		`param heartbeat never from 0ms to 1h "Heartbeat"`,
		`param crash 5ms or never from 0ms to 1h`,
		`param late deletes one of deletes refused "Late"`,
		`param consumers 3 from 0 to 20`,
		`param load 50/s from 1/m to 1000/s`,
		`param failing 10% slider 0% to 20%`)
	number := func(n int64) Value { return Value{Kind: NumberParam, Number: n} }
	span := func(d time.Duration) Value { return Value{Kind: DurationParam, Duration: d} }
	rate := func(n int64, per time.Duration) Value { return Value{Kind: RateParam, Number: n, Duration: per} }
	share := func(n int64) Value { return Value{Kind: ShareParam, Number: n} }
	never := Value{Kind: DurationParam, Never: true}
	want := []Param{
		{Name: "visibility", Label: "Visibility timeout", Help: "How long.", Kind: DurationParam, Default: span(30 * ms),
			From: span(ms), To: span(time.Hour), SliderFrom: span(5 * ms), SliderTo: span(200 * ms)},
		{Name: "heartbeat", Label: "Heartbeat", Kind: DurationParam, Never: true, Default: never,
			From: span(0), To: span(time.Hour), SliderFrom: span(0), SliderTo: span(time.Hour)},
		{Name: "crash", Label: "crash", Kind: DurationParam, Never: true, Default: span(5 * ms),
			From: span(0), To: span(time.Hour), SliderFrom: span(0), SliderTo: span(time.Hour)},
		{Name: "late", Label: "Late", Kind: ChoiceParam, Default: Value{Kind: ChoiceParam, Word: "deletes"}, Choices: []string{"deletes", "refused"}},
		{Name: "consumers", Label: "consumers", Kind: NumberParam, Default: number(3), From: number(0), To: number(20), SliderFrom: number(0), SliderTo: number(20)},
		{Name: "load", Label: "load", Kind: RateParam, Default: rate(50, time.Second), From: rate(1, time.Minute), To: rate(1000, time.Second),
			SliderFrom: rate(1, time.Minute), SliderTo: rate(1000, time.Second)},
		{Name: "failing", Label: "failing", Kind: ShareParam, Default: share(100_000), From: share(0), To: share(1_000_000), SliderFrom: share(0), SliderTo: share(200_000)},
	}
	for i := range want {
		want[i].Value = want[i].Default
	}
	if diff := cmp.Diff(want, d.Params(), noPlaces); diff != "" {
		t.Error(diff)
	}
}

// lesson is a scenario with something of everything that settings can change.
func lesson(t *testing.T) *Document {
	t.Helper()
	return mustParse(t,
		`param visibility 30ms from 1ms to 1h`,
		`param heartbeat never from 0ms to 1h`,
		`param crash-at never from 0ms to 1h`,
		`param late deletes one of deletes refused`,
		`param consumers 3 from 0 to 20`,
		`queue jobs`,
		`  visibility $visibility`,
		`  late-acknowledge $late`,
		`  when late is refused`,
		`    max-deliveries 3`,
		`consumer worker x $consumers`,
		`  from jobs`,
		`  heartbeat $heartbeat`,
		`at $crash-at crash worker-1`,
		`at 25ms crash worker-5`,
		`when consumers is not 1 3`,
		`  queue other`,
		`  producer p`,
		`    to other`,
		`    write x`)
}

func TestSettings(t *testing.T) {
	d := lesson(t)
	base := mustBind(t, d)
	if base.Queues[0].Visibility != 30*ms || len(base.Consumers) != 3 || len(base.Faults) != 0 || len(base.Queues) != 1 {
		t.Errorf("defaults: got %+v", base)
	}
	sc := mustBind(t, d, Setting{"visibility", "1s"}, Setting{"visibility", "60ms"}, Setting{"heartbeat", "20ms"}, Setting{"crash-at", "10ms"},
		Setting{"late", "refused"}, Setting{"consumers", "5"})
	q, c := sc.Queues[0], sc.Consumers[4]
	if q.Visibility != 60*ms || !q.RefuseLate || q.MaxDeliveries != 3 || c.Name != "worker-5" || c.Heartbeat != 20*ms {
		t.Errorf("got %+v, %+v", q, c)
	}
	faults := []Fault{{At: 10 * ms, Consumer: 0, Queue: -1}, {At: 25 * ms, Consumer: 4, Queue: -1}}
	if diff := cmp.Diff(faults, sc.Faults, noPlaces); diff != "" {
		t.Error(diff)
	}
	if len(sc.Queues) != 2 || sc.Producers[0].Queue != 1 {
		t.Errorf("the lines under when consumers is not 1 3 count: got %+v", sc.Producers)
	}
	if p := sc.Params[0]; p.Default.String() != "30ms" || p.Value.String() != "60ms" {
		t.Errorf("got %+v", p)
	}
	if p := d.Params()[0]; p.Value.String() != "30ms" {
		t.Errorf("the document changed: %+v", p)
	}
	if again := mustBind(t, d); cmp.Diff(base, again) != "" {
		t.Error("the document changed")
	}
}

func TestAHeartbeatOfZeroIsNone(t *testing.T) {
	for _, value := range []string{"0ms", "never", "off", "none"} {
		sc := mustBind(t, lesson(t), Setting{"heartbeat", value})
		if got := sc.Consumers[0].Heartbeat; got != 0 {
			t.Errorf("%s: got %v", value, got)
		}
	}
}

func TestUniversalSettings(t *testing.T) {
	sc := mustBind(t, mustParse(t, `seed 7`, `until 10s`), Setting{"seed", "8"}, Setting{"until", "3s"})
	if sc.Seed != 8 || sc.Until != 3*time.Second {
		t.Errorf("got %d, %v", sc.Seed, sc.Until)
	}
	sc = mustBind(t, mustParse(t, `seed 7`, `param until 5s from 1s to 1h`, `until $until`), Setting{"until", "6s"})
	if sc.Seed != 7 || sc.Until != 6*time.Second {
		t.Errorf("got %d, %v", sc.Seed, sc.Until)
	}
}

func TestWrongSettings(t *testing.T) {
	d := lesson(t)
	for _, c := range []struct{ name, value, want string }{
		{"visibility", "30", `visibility: 30: expected a duration such as 30ms`},
		{"visibility", "", `visibility: "": expected a duration such as 30ms`},
		{"visibility", "2h", `visibility: 2h: expected 1ms to 1h`},
		{"visibility", "0ms", `visibility: 0ms: expected 1ms to 1h`},
		{"visibility", "never", `visibility: never: expected a duration such as 30ms`},
		{"visibility", "-3ms", `visibility: -3ms: expected a duration such as 30ms, not a negative one`},
		{"heartbeat", "x", `heartbeat: x: expected a duration such as 30ms, or never`},
		{"heartbeat", "2h", `heartbeat: 2h: expected 0ms to 1h, or never`},
		{"late", "refuse", `late: refuse: expected deletes or refused; did you mean refused?`},
		{"consumers", "3ms", `consumers: 3ms: expected a whole number such as 3`},
		{"consumers", "21", `consumers: 21: expected 0 to 20`},
		{"consumers", "a\nb", `consumers: "a\nb": expected a whole number such as 3`},
		{"seed", "x", `seed: x: expected a whole number such as 3`},
		{"until", "0ms", `until: 0ms: expected a duration above 0, or never`},
		{"visibilty", "30ms", `"visibilty": expected the name of a parameter; did you mean visibility?`},
	} {
		_, err := d.Bind([]Setting{{c.name, c.value}})
		if diff := cmp.Diff([]string{c.want}, messages(err)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWhenComparesValues(t *testing.T) {
	d := mustParse(t,
		`param load 60/m from 1/m to 9/s`,
		`param beat never from 0ms to 1h`,
		`when load is 1/s`,
		`  when beat is never 5ms`,
		`    queue a`,
		`when beat is not 5ms`,
		`  queue b`)
	names := func(set ...Setting) (list []string) {
		for _, q := range mustBind(t, d, set...).Queues {
			list = append(list, q.Name)
		}
		return list
	}
	for _, c := range []struct{ got, want []string }{
		{names(), []string{"a", "b"}},
		{names(Setting{"beat", "5ms"}), []string{"a"}},
		{names(Setting{"beat", "6ms"}), []string{"b"}},
		{names(Setting{"load", "2/s"}), []string{"b"}},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAppendAndRemove(t *testing.T) {
	d := mustParse(t, `queue jobs`, `consumer worker`, `  from jobs`, `  # nothing else`)
	more, err := d.Append("at 22ms crash worker")
	if err != nil {
		t.Fatal(err)
	}
	if sc := mustBind(t, more); len(sc.Faults) != 1 || sc.Faults[0].Pos.Line != 5 {
		t.Errorf("got %+v", sc.Faults)
	}
	if _, err := more.Append("at 22ms crash wrker"); err == nil || err.Error() != `jobs.txt:6:15: "wrker": expected the name of a consumer; did you mean worker?` {
		t.Errorf("got %v", err)
	}
	less, err := more.Remove(5)
	if err != nil || less.Source() != d.Source() {
		t.Errorf("got %q, %v", less.Source(), err)
	}
	less, err = d.Remove(2)
	if err != nil || less.Source() != "queue jobs\n" {
		t.Errorf("got %q, %v", less.Source(), err)
	}
	if same, err := d.Remove(9); err != nil || same.Source() != d.Source() {
		t.Errorf("got %q, %v", same.Source(), err)
	}
}
