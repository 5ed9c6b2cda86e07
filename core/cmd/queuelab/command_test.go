package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

// result is what a command left behind.
type result struct {
	status    int
	out, errs string
}

func do(stdin string, args ...string) result {
	var out, errs bytes.Buffer
	status := command(args, strings.NewReader(stdin), &out, &errs)
	return result{status, out.String(), errs.String()}
}

func want(t *testing.T, got result, status int, out string) {
	t.Helper()
	if diff := cmp.Diff(result{status, out, ""}, got, cmp.AllowUnexported(result{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestListNamesEveryLesson(t *testing.T) {
	got := do("", "list")
	if got.status != 0 || !strings.HasPrefix(got.out, "five-jobs            1   Five jobs, one consumer\n") {
		t.Errorf("%+v", got)
	}
	if n := strings.Count(got.out, "\n"); n != len(lesson.All()) {
		t.Errorf("%d lines for %d lessons", n, len(lesson.All()))
	}
}

func TestRunPrintsTheConsoleAndNothingElse(t *testing.T) {
	want(t, do("", "run", "five-jobs"), 0,
		"produced=5  queue depth=5\nprocessed=5  total delivered=5  remaining depth=0\n")
}

func TestFlagsStandAnywhere(t *testing.T) {
	const line = "consumers=2  end-of-round depths: 0 0 0 0 0 0\n"
	for _, args := range [][]string{
		{"run", "queue-depth", "-set", "consumers=2"},
		{"run", "-set", "consumers=2", "queue-depth"},
		{"run", "--set=consumers=2", "--", "queue-depth"},
		{"run", "-seed", "3", "queue-depth", "-set=consumers=9", "-set", "consumers=2"},
		{"run", "-json=false", "queue-depth", "-set", "consumers=2"},
	} {
		want(t, do("", args...), 0, line)
	}
}

const oneJob = `queue jobs
  visibility 30ms

producer library
  to jobs
  write "a"

consumer worker
  from jobs
  work 5ms

print at end "done at {finished}"
`

func TestRunTakesScenariosFromFilesAndStandardInput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "one.txt")
	if err := os.WriteFile(file, []byte(oneJob), 0o600); err != nil {
		t.Fatal(err)
	}
	want(t, do("", "run", file), 0, "done at 5\n")
	want(t, do(oneJob, "run", "-"), 0, "done at 5\n")
}

func TestRunTakesLessonFiles(t *testing.T) {
	archive := "title One\ngroup G\nnumber 1\nlead L\n-- prose.md --\nP\n-- scenario --\n" + oneJob +
		"-- console --\ndone at 5\n-- rows --\nrow expect deliveries = 1\n"
	want(t, do(archive, "run", "-"), 0, "done at 5\n")
	got := do(strings.Replace(archive, "title", "titel", 1), "run", "-")
	if got.status != 2 || !strings.Contains(got.errs, `-:1:1: "titel": not known in header`) {
		t.Errorf("%+v", got)
	}
}

func TestHelpIsNoError(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"help"}, {"run", "-h"}, {"run", "five-jobs", "-help"}, {"sweep", "-h"}} {
		want(t, do("", args...), 0, usage)
	}
}

// Bad input ends with status 2 and says why on standard error only.
func TestBadInput(t *testing.T) {
	tests := map[string]struct {
		args  string
		stdin string
		want  string
	}{
		"nothing":          {args: "", want: "Usage:"},
		"command":          {args: "play five-jobs", want: `no command "play"; expected list, run, sweep or explore`},
		"no lesson":        {args: "run", want: "expected the name of a lesson"},
		"list of":          {args: "list five-jobs", want: `"five-jobs": list takes no arguments`},
		"lesson":           {args: "run nothing-like-it", want: `no lesson and no file "nothing-like-it" (queuelab list`},
		"misspelt lesson":  {args: "run five-job", want: "did you mean five-jobs?"},
		"two lessons":      {args: "run five-jobs unacknowledged", want: `"unacknowledged": expected one`},
		"file":             {args: "run ./no-such.txt", want: "no-such.txt: "},
		"flag":             {args: "run five-jobs -fast", want: "-fast"},
		"two outputs":      {args: "run -json five-jobs -events", want: "at most one of -json, -events and -scenario"},
		"setting":          {args: "run five-jobs -set work", want: "expected name=value"},
		"parameter":        {args: "run five-jobs -set wrok=1ms", want: "did you mean work?"},
		"value":            {args: "run five-jobs -set work=soon", want: "work: soon: expected a duration"},
		"range":            {args: "run queue-depth -set rate=21", want: "rate: 21: expected 1 to 20"},
		"value, as json":   {args: "run five-jobs -json -set work=soon", want: "work: soon: expected a duration"},
		"value, scenario":  {args: "run five-jobs -scenario -set work=soon", want: "work: soon: expected a duration"},
		"seed":             {args: "run five-jobs -seed -1", want: "-seed: expected a whole number"},
		"scenario":         {args: "run -", stdin: "queue jobs\n  visibility soon\n", want: `-:2:14: "soon": expected`},
		"all of it":        {args: "run -", stdin: "qeue jobs\nseed x\n", want: `-:2:6: "x": expected`},
		"not a text":       {args: "run -", stdin: "queue \xff", want: "UTF-8"},
		"too long a text":  {args: "run -", stdin: strings.Repeat("#", maxSource+1), want: "at most 1048576 bytes"},
		"no broker":        {args: "run -", stdin: "broker shop\n", want: `"shop": expected a broker: lesson, rabbitmq-classic`},
		"too many to hold": {args: "run competing-consumers -set messages=10001", want: "messages: 10001: expected 0 to 10000"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := do(test.stdin, strings.Fields(test.args)...)
			if got.status != 2 || got.out != "" || !strings.Contains(got.errs, test.want) {
				t.Errorf("%+v, want status 2, no output and %q", got, test.want)
			}
		})
	}
}

func TestAnExpectationThatFailsIsStatus1(t *testing.T) {
	got := do(oneJob+"expect deliveries = 1\nexpect deliveries = 2\n", "run", "-")
	wanted := result{1, "done at 5\n", "queuelab: expect deliveries = 2 does not hold: 1 and 2\n"}
	if got != wanted {
		t.Errorf("%+v, want %+v", got, wanted)
	}
}

func TestARunThatIsCutShortSaysSo(t *testing.T) {
	l := lesson.Get("queue-depth")
	sc, err := l.Doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := sim.Run(sc, sim.Options{MaxEvents: 100}).Trace
	made := &outcome{scenario: sc, trace: tr, report: stats.New(tr)}
	var errs strings.Builder
	if status := made.verdict(&errs); status != 0 || !strings.Contains(errs.String(), "cut short after 100 events, at ") {
		t.Errorf("status %d, %q", status, errs.String())
	}
}

// decoded is the part of -json that the tests look at.
type decoded struct {
	Lesson     string
	Seed       uint64
	Parameters map[string]string
	Measures   map[string]any
	Queues     map[string]map[string]any
	Consumers  map[string]map[string]any
	Groups     map[string]map[string]any
	Claims     []claim
	Expects    []expect
	End        string
	Events     int
}

func summaryOf(t *testing.T, stdin string, args ...string) decoded {
	t.Helper()
	got := do(stdin, append([]string{"run", "-json"}, args...)...)
	var d decoded
	if err := json.Unmarshal([]byte(got.out), &d); err != nil || got.status > 1 {
		t.Fatalf("%+v: %v", got, err)
	}
	return d
}

func TestJSONHasParametersMeasuresAndClaims(t *testing.T) {
	d := summaryOf(t, "", "visibility-timeout", "-seed", "7", "-set", "heartbeat=20ms", "-set", "crash-at=25ms")
	got := []any{
		d.Lesson, d.Seed, d.End, d.Parameters, d.Claims, d.Expects,
		d.Measures["deliveries"], d.Measures["executions"], d.Measures["finished"], d.Measures["lag"], d.Measures["waiting"],
		d.Queues["jobs"]["redeliveries"], d.Consumers["consumer-2"]["deliveries"], d.Consumers["consumer-1"]["finished"],
		d.Consumers["consumer-1"]["crashes"], d.Queues["jobs"]["utilization"],
	}
	zero := map[string]any{"mean": "0ms", "p50": "0ms", "p95": "0ms", "p99": "0ms", "max": "0ms"}
	wanted := []any{
		"visibility-timeout", uint64(7), "95ms",
		map[string]string{
			"visibility": "30ms", "work": "45ms", "heartbeat": "20ms", "crash-at": "25ms", "late-acknowledgement": "deletes",
			"spread": "fixed", "consumers": "2",
		},
		[]claim{
			{"The message is not lost", "lost = 0", true}, {"The work is done once", "executions = 1", true},
			{"One delivery is enough", "deliveries = 1", false},
		},
		[]expect{}, 2.0, 1.0, "95ms", 0.0, zero, 1.0, 1.0, nil, 1.0, nil,
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJSONOfAScenarioWithExpectations(t *testing.T) {
	d := summaryOf(t, oneJob+"expect deliveries = 2\n", "-")
	if d.Lesson != "-" || !cmp.Equal(d.Expects, []expect{{"deliveries = 2", false}}) || d.Events != 6 {
		t.Errorf("%+v", d)
	}
}

func TestEventsAreJSONLinesInOrder(t *testing.T) {
	want(t, do(oneJob, "run", "-", "-events"), 0, `{"at":"0ms","ns":0,"event":"written","producer":"library","queue":"jobs","message":1,"body":"a","priority":0}
{"at":"0ms","ns":0,"event":"started","consumer":"worker","queue":"jobs"}
{"at":"0ms","ns":0,"event":"delivered","consumer":"worker","queue":"jobs","message":1,"delivery":1,"lease-end":"30ms"}
{"at":"0ms","ns":0,"event":"step started","consumer":"worker","queue":"jobs","message":1,"delivery":1,"step":"work","until":"5ms"}
{"at":"5ms","ns":5000000,"event":"executed","consumer":"worker","queue":"jobs","message":1,"delivery":1}
{"at":"5ms","ns":5000000,"event":"acknowledged","consumer":"worker","queue":"jobs","message":1,"delivery":1,"late":false}
`)
}

func TestEventsOfBodiesThatNeedEscapes(t *testing.T) {
	got := do(strings.Replace(oneJob, `"a"`, `"say \"é\" \\ <b>"`, 1), "run", "-", "-events")
	var event struct{ Body string }
	first, _, _ := strings.Cut(got.out, "\n")
	if err := json.Unmarshal([]byte(first), &event); err != nil || event.Body != `say "é" \ <b>` {
		t.Errorf("%s: %q, %v", first, event.Body, err)
	}
}

// What -scenario prints runs as it did: fed back, the events are the same.
func TestScenarioFedBackGivesTheSameRun(t *testing.T) {
	for _, l := range lesson.All() {
		for _, row := range append(l.Rows, lesson.Row{Set: l.Challenge.Solution}) {
			args := []string{"run", l.ID, "-seed", "99"}
			for _, s := range row.Set {
				args = append(args, "-set", s.Name+"="+s.Value)
			}
			text := do("", append(args, "-scenario")...)
			if text.status != 0 || !strings.HasPrefix(text.out, "seed 99\n") {
				t.Fatalf("%v: %+v", args, text)
			}
			wanted := do("", append(args, "-events")...)
			want(t, do(text.out, "run", "-", "-events"), 0, wanted.out)
			want(t, do(text.out, "run", "-", "-scenario"), 0, text.out)
		}
	}
}

func TestScenarioWithoutSettingsIsTheLessons(t *testing.T) {
	for _, l := range lesson.All() {
		want(t, do("", "run", "-scenario", l.ID), 0, l.Source)
	}
}

const world = `queue jobs
  visibility 30ms
table seen
table sales
  row 1 status=placed
mailbox receipts
handler pay
  transaction
    insert seen {id} else acknowledge
    update sales 1 status=paid
  send receipts "order 1"
producer shop
  to jobs
  write "a"
consumer worker
  from jobs
  handler pay
`

func TestEventsOfTheWorld(t *testing.T) {
	want(t, do(world, "run", "-", "-events"), 0, `{"at":"0ms","ns":0,"event":"row set","table":"sales","row":"1","column":"status","value":"placed"}
{"at":"0ms","ns":0,"event":"written","producer":"shop","queue":"jobs","message":1,"body":"a","priority":0}
{"at":"0ms","ns":0,"event":"started","consumer":"worker","queue":"jobs"}
{"at":"0ms","ns":0,"event":"delivered","consumer":"worker","queue":"jobs","message":1,"delivery":1,"lease-end":"30ms"}
{"at":"0ms","ns":0,"event":"transaction begun","consumer":"worker","queue":"jobs","message":1,"delivery":1}
{"at":"0ms","ns":0,"event":"step done","consumer":"worker","queue":"jobs","message":1,"delivery":1,"step":"transaction"}
{"at":"0ms","ns":0,"event":"step done","consumer":"worker","queue":"jobs","message":1,"delivery":1,"step":"insert seen {id} else acknowledge"}
{"at":"0ms","ns":0,"event":"step done","consumer":"worker","queue":"jobs","message":1,"delivery":1,"step":"update sales 1 status=paid"}
{"at":"0ms","ns":0,"event":"row set","consumer":"worker","queue":"jobs","message":1,"delivery":1,"table":"seen","row":"1","value":""}
{"at":"0ms","ns":0,"event":"row set","consumer":"worker","queue":"jobs","message":1,"delivery":1,"table":"sales","row":"1","column":"status","value":"paid"}
{"at":"0ms","ns":0,"event":"transaction committed","consumer":"worker","queue":"jobs","message":1,"delivery":1}
{"at":"0ms","ns":0,"event":"step done","consumer":"worker","queue":"jobs","message":1,"delivery":1,"step":"commit"}
{"at":"0ms","ns":0,"event":"sent","consumer":"worker","queue":"jobs","message":1,"delivery":1,"mailbox":"receipts","what":"order 1"}
{"at":"0ms","ns":0,"event":"step done","consumer":"worker","queue":"jobs","message":1,"delivery":1,"step":"send receipts \"order 1\""}
{"at":"0ms","ns":0,"event":"acknowledged","consumer":"worker","queue":"jobs","message":1,"delivery":1,"late":false}
{"at":"0ms","ns":0,"event":"executed","consumer":"worker","queue":"jobs","message":1,"delivery":1}
`)
}

func TestEventsOfRelaysLogsAndExchanges(t *testing.T) {
	want(t, do(`outbox letters
  row "a"
mailbox receipts
relay courier
  from letters
  to mailbox receipts
log orders
  records "r"
group billing
  from orders
exchange events direct
producer shop
  to exchange events
  key x
  write "e"
`, "run", "-", "-events"), 0, `{"at":"0ms","ns":0,"event":"row set","table":"letters","row":"1","column":"body","value":"a"}
{"at":"0ms","ns":0,"event":"appended","message":1,"log":"orders","partition":0,"body":"r"}
{"at":"0ms","ns":0,"event":"published","producer":"shop","what":"e"}
{"at":"0ms","ns":0,"event":"dropped","producer":"shop","why":"no queue"}
{"at":"0ms","ns":0,"event":"started","relay":"courier"}
{"at":"0ms","ns":0,"event":"started","member":"billing-1"}
{"at":"0ms","ns":0,"event":"assigned","member":"billing-1","log":"orders","partition":0,"position":0}
{"at":"0ms","ns":0,"event":"published","relay":"courier","table":"letters","row":"1","column":"body","what":"a"}
{"at":"0ms","ns":0,"event":"sent","relay":"courier","mailbox":"receipts","what":"a"}
{"at":"0ms","ns":0,"event":"fetched","member":"billing-1","message":1,"delivery":1,"log":"orders","partition":0,"position":0}
{"at":"0ms","ns":0,"event":"row set","relay":"courier","table":"letters","row":"1","column":"published","value":"yes"}
{"at":"0ms","ns":0,"event":"executed","member":"billing-1","message":1,"delivery":1,"log":"orders","partition":0,"position":0}
{"at":"0ms","ns":0,"event":"position committed","member":"billing-1","log":"orders","partition":0,"position":1}
`)
}

func TestJSONHasGroupsAndTheWorld(t *testing.T) {
	d := summaryOf(t, "log orders\n  records 3 a\ngroup billing\n  from orders\n  work 10ms\nbalance account 70\nuntil 15ms\n", "-")
	got := []any{d.Groups["billing"]["lag"], d.Groups["billing"]["executions"], d.Groups["billing"]["balance"], d.Measures["balance"], d.Measures["lag"]}
	if diff := cmp.Diff([]any{2.0, 1.0, nil, 70.0, 2.0}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
