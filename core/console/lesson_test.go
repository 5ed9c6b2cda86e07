package console_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/console"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
)

func lines(t *testing.T, source string, set ...scenario.Setting) []console.Line {
	t.Helper()
	doc, err := scenario.Parse("test", source)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(set)
	if err != nil {
		t.Fatal(err)
	}
	return console.Lines(sc, sim.Run(sc, sim.Options{}).Trace)
}

func text(lines []console.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.Text + "\n")
	}
	return b.String()
}

func expect(t *testing.T, lines []console.Line, want string) {
	t.Helper()
	if d := cmp.Diff(want, text(lines)); d != "" {
		t.Errorf("console (-want +got):\n%s", d)
	}
}

const unacknowledged = `
queue jobs
  visibility 30ms

producer library
  to jobs
  write "overdue_notification loan=1" "stock_summary branch=1" "report_line loan=1"

consumer consumer-1
  from jobs
  leave "stock_summary branch=1"
  stops when-empty

consumer consumer-2
  from jobs
  starts 30ms

print each outcome   "t={t} {consumer} message={message} delivered={delivered} {outcome}"
print end of 0ms     "t={t} depth={depth} visible={visible}"
print start of 30ms  "t={t} depth={depth} visible={visible}"
print at end         "total delivered={deliveries}  messages written={written}  remaining depth={depth}"
`

func TestAnUnacknowledgedMessage(t *testing.T) {
	expect(t, lines(t, unacknowledged), `t=0 consumer-1 message=1 delivered=1 acknowledged
t=0 consumer-1 message=2 delivered=1 left unacknowledged
t=0 consumer-1 message=3 delivered=1 acknowledged
t=0 depth=1 visible=0
t=30 depth=1 visible=1
t=30 consumer-2 message=2 delivered=2 acknowledged
total delivered=4  messages written=3  remaining depth=0
`)
}

func TestFiveJobs(t *testing.T) {
	expect(t, lines(t, `
queue jobs

producer library
  to jobs
  write "overdue_notification loan=1" "overdue_notification loan=2" "stock_summary branch=1" "reservation_advance book=3" "report_line loan=1"

consumer worker
  from jobs
  starts 1ms

print end of 0ms  "produced={written}  queue depth={depth}"
print at end      "processed={acknowledged}  total delivered={deliveries}  remaining depth={depth}"
`), `produced=5  queue depth=5
processed=5  total delivered=5  remaining depth=0
`)
}

func TestCompetingConsumers(t *testing.T) {
	expect(t, lines(t, `
queue jobs

producer library
  to jobs
  write 12 "overdue_notification loan={n}"

consumer consumer x 3
  from jobs

print at end  "distribution: {deliveries of each consumer}"
print at end  "distinct messages={delivered-distinct}  total delivered={deliveries}  remaining={depth}"
`), `distribution: consumer-1=4  consumer-2=4  consumer-3=4
distinct messages=12  total delivered=12  remaining=0
`)
}

func TestQueueDepth(t *testing.T) {
	for consumers, want := range map[string]string{
		"1": "consumers=1  end-of-round depths: 2 4 6 8 10 12\n",
		"2": "consumers=2  end-of-round depths: 0 0 0 0 0 0\n",
		"3": "consumers=3  end-of-round depths: 0 0 0 0 0 0\n",
	} {
		expect(t, lines(t, `
until 6s
param consumers 1 from 0 to 20 "Consumers"

queue jobs

producer library
  to jobs
  write "report_line loan={n}"
  every 1s count 5

consumer consumer x $consumers
  from jobs
  take 3 every 1s

print at end  "consumers={$consumers}  end-of-round depths: {depth before each 1s}"
`, scenario.Setting{Name: "consumers", Value: consumers}), want)
	}
}
