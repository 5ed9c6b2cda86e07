package play

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

// poisonSource is a message that always fails, in a queue that allows three deliveries.
const poisonSource = `until 10ms

queue jobs
  max-deliveries 3
  dead-letter failed

queue failed

producer shop
  to jobs
  write "poison"

consumer worker
  from jobs
  work 1ms
  fails "poison" requeue
`

// compare sends a message and goes on until every broker has its row.
func compare(t testing.TB, m *Model, msg Msg) {
	t.Helper()
	m.Update(msg)
	compareToEnd(t, m)
}

func compareToEnd(t testing.TB, m *Model) {
	t.Helper()
	for i := 0; m.job != nil || m.Brokers.Running; i++ {
		if i > 100_000 {
			t.Fatal("it goes on and on")
		}
		if m.job != nil {
			m.Update(Continue{})
		}
		m.Update(Work{Took: 5 * time.Millisecond})
	}
}

func brokerRow(t testing.TB, m *Model, name string) BrokerRow {
	t.Helper()
	i := slices.IndexFunc(m.Brokers.Rows, func(r BrokerRow) bool { return r.Profile.Name == name })
	if i < 0 {
		t.Fatalf("no row of %s", name)
	}
	return m.Brokers.Rows[i]
}

// numbers are the numbers of a row in the order of brokerMeasures, with what they differ by.
func numbers(r BrokerRow) string {
	var words []string
	for _, c := range r.Cells {
		words = append(words, c.Text+c.By)
	}
	return strings.Join(words, " ")
}

// Message 2 is left unacknowledged. Where there is no lease, it stays with
// consumer-1, which is given no more: message 3 waits for consumer-2.
func TestNoLeaseLeavesTheUnacknowledgedMessage(t *testing.T) {
	m := studying(t, "unacknowledged", BrokersTab)
	compareToEnd(t, m)
	if got := numbers(brokerRow(t, m, "lesson")); got != "4 1 0 0 0 1 0" {
		t.Errorf("the lessons' queue: %s", got)
	}
	for _, name := range []string{"rabbitmq-classic", "rabbitmq-quorum"} {
		row := brokerRow(t, m, name)
		if got := numbers(row); got != "3−1 0−1 0 0 0 0−1 1+1" {
			t.Errorf("%s: %s", name, got)
		}
		if row.Order != "1 2 3" || !row.OrderDiffers || row.Same {
			t.Errorf("%s: order %q", name, row.Order)
		}
		want := []string{"“Every message is delivered once” holds here", "“Every message is done in the end” does not hold here"}
		if d := cmp.Diff(want, row.Claims); d != "" {
			t.Error(d)
		}
		if len(row.Lacks) != 1 || !strings.HasPrefix(row.Lacks[0], "No visibility timeout") {
			t.Errorf("%s lacks %q", name, row.Lacks)
		}
	}
}

// The work takes 45 ms and the lease 30: the acknowledgement comes late, when the
// message was handed out again. JetStream takes it. SQS does not delete the message, and hands
// it out every 30 ms, at 0 and 12 s among them, when the run ends: 12 s / 30 ms + 1. RabbitMQ has no lease.
func TestALateAcknowledgement(t *testing.T) {
	m := studying(t, "visibility-timeout", BrokersTab)
	compareToEnd(t, m)
	for name, want := range map[string]string{
		"lesson": "2 1 1", "jetstream": "2 1 1", "pgmq": "2 1 1", "sqs": "401+399 400+399 398+397", "rabbitmq-quorum": "1−1 0−1 0−1", "redis-streams": "1−1 0−1 0−1",
	} {
		if got := numbers(brokerRow(t, m, name)); !strings.HasPrefix(got, want+" ") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if p := brokerRow(t, m, "kafka").Problem; p == "" {
		t.Error("Kafka has no queues")
	}
}

// N of the lessons' queue is a number of deliveries, and of a quorum queue, one of
// redeliveries; a classic queue has no limit.
func TestTheLimitOfAPoisonMessage(t *testing.T) {
	m := openedSource(t, poisonSource)
	compare(t, m, SelectTab{BrokersTab})
	if got := numbers(brokerRow(t, m, "lesson")); got != "3 2 0 0 1 0 0" {
		t.Errorf("the lessons' queue: %s", got)
	}
	if got := numbers(brokerRow(t, m, "rabbitmq-quorum")); got != "4+1 3+1 0 0 1 0 0" {
		t.Errorf("quorum: %s", got)
	}
	for name, want := range map[string]string{
		"sqs":       "3 2 0 0 1 0 0",     // its receive count exceeds 3
		"jetstream": "3 2 0 0 0−1 0 1+1", // it stays in the stream
	} {
		if got := numbers(brokerRow(t, m, name)); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	classic := brokerRow(t, m, "rabbitmq-classic")
	if c := classic.Cells[4]; c.Text != "0" || c.By != "−1" {
		t.Errorf("dead letters of classic: %+v", c)
	}
	if d := cmp.Diff([]string{"No limit of deliveries."}, classic.Lacks); d != "" {
		t.Error(d)
	}
}

// To open a row is a change like any other: with a short line in the link, and an undo.
func TestOpenABroker(t *testing.T) {
	m := studying(t, "unacknowledged", BrokersTab)
	compareToEnd(t, m)
	send(t, m, OpenBroker{Name: "rabbitmq-quorum"})
	if m.AtBroker() != "rabbitmq-quorum" || m.Run.value(scenario.Measure{Name: scenario.Deliveries}) != "3" {
		t.Errorf("at %q", m.AtBroker())
	}
	if fragment, _ := m.Fragment(); fragment != "1&-line=broker+rabbitmq-quorum&-tab=brokers" {
		t.Errorf("link %q", fragment)
	}
	if m.Brokers.Running || m.Brokers.Stale {
		t.Error("another broker is no other scenario: the rows stay")
	}
	send(t, m, OpenBroker{Name: "rabbitmq-classic"})
	if fragment, _ := m.Fragment(); fragment != "1&-line=broker+rabbitmq-classic&-tab=brokers" {
		t.Errorf("link %q", fragment)
	}
	send(t, m, Undo{})
	if m.AtBroker() != "rabbitmq-quorum" {
		t.Errorf("after undo at %q", m.AtBroker())
	}
	send(t, m, OpenBroker{Name: "lesson"})
	if m.Changed() || m.AtBroker() != "lesson" {
		t.Errorf("the lessons' queue: %+v", m.Draft)
	}
}

// A text that names its brokers keeps its parameter, where that takes the name, and
// else says the new one in the place of them all.
func TestOpenABrokerOfATextThatNamesSome(t *testing.T) {
	const source = "param broker rabbitmq-classic one of rabbitmq-classic rabbitmq-quorum\nbroker $broker\nqueue jobs\n"
	l := newLesson(t, "named", source)
	for name, want := range map[string]Draft{
		"rabbitmq-quorum": {Settings: []scenario.Setting{{Name: "broker", Value: "rabbitmq-quorum"}}},
		"lesson":          {Text: "param broker rabbitmq-classic one of rabbitmq-classic rabbitmq-quorum\nqueue jobs\n"},
	} {
		got, err := Draft{}.atBroker(l, name)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	got, err := Draft{Text: "queue jobs\n  broker rabbitmq-classic\n", Lines: []string{"at 1s restart jobs"}}.atBroker(l, "rabbitmq-quorum")
	if err != nil {
		t.Fatal(err)
	}
	if want := "queue jobs\n\nbroker rabbitmq-quorum\n"; got.Text != want || len(got.Lines) != 1 {
		t.Errorf("%q, lines %q", got.Text, got.Lines)
	}
}

// Nothing runs before the panel is opened, and an edit runs again only while it is open.
func TestBrokersRunOnlyWhileThePanelIsOpen(t *testing.T) {
	m := studying(t, "unacknowledged", ConsoleTab)
	send(t, m, SetParam{Name: "visibility", Text: "20ms"})
	if m.Brokers.Running || m.Brokers.Rows != nil || m.Brokers.asked {
		t.Error("it runs though nobody looks")
	}
	compare(t, m, SelectTab{BrokersTab})
	if m.Live != "Compared under 10 brokers." {
		t.Errorf("said: %q", m.Live)
	}
	compare(t, m, SetParam{Name: "starts", Text: "0ms"})
	if got := brokerRow(t, m, "rabbitmq-classic").Order; got == "" || m.Brokers.Stale {
		t.Errorf("order %q, stale %v", got, m.Brokers.Stale)
	}
	compare(t, m, SelectTab{ConsoleTab})
	send(t, m, SetParam{Name: "starts", Text: "30ms"})
	if m.Brokers.Running || !m.Brokers.Stale {
		t.Error("an edit with the panel closed runs at every broker")
	}
	compare(t, m, SelectTab{BrokersTab})
	if got := numbers(brokerRow(t, m, "lesson")); m.Brokers.Stale || got != "4 1 0 0 0 1 0" {
		t.Errorf("%s", got)
	}
}

// A long comparison is a turn at a time, tells how far it is, and can be stopped.
func TestALongComparisonCanBeStopped(t *testing.T) {
	m := openedSource(t, longSource)
	m.Update(SelectTab{BrokersTab})
	m.Update(Work{Took: time.Millisecond})
	if !m.Brokers.Running || m.Brokers.Done > 0 || m.BrokersProgress() != "0 of "+strconv.Itoa(len(scenario.Profiles()))+" brokers" {
		t.Fatalf("%v, %s", m.Brokers.Running, m.BrokersProgress())
	}
	for m.Brokers.Done == 0 {
		m.Update(Work{Took: time.Millisecond})
	}
	m.Update(StopBrokers{})
	if n := len(m.Brokers.Rows); m.Brokers.Running || n == 0 || n >= len(scenario.Profiles()) || !m.Brokers.Stale {
		t.Errorf("%d rows, stale %v", len(m.Brokers.Rows), m.Brokers.Stale)
	}
	m.Update(CompareBrokers{})
	if m.Update(SelectTab{ConsoleTab}); m.Brokers.Running {
		t.Error("it goes on though nobody looks")
	}
	compare(t, m, SelectTab{BrokersTab})
	if len(m.Brokers.Rows) != len(scenario.Profiles()) {
		t.Errorf("%d rows", len(m.Brokers.Rows))
	}
}

// A link keeps which measured rows are shown, and one without shows none.
func TestALinkToMeasuredRows(t *testing.T) {
	m := studying(t, "unacknowledged", BrokersTab)
	send(t, m, FilterRows{Profile: "sqs"})
	link, err := m.Fragment()
	if want := "1&-tab=brokers&-rows=sqs"; link != want || err != nil {
		t.Fatalf("%q, %v", link, err)
	}
	other := New(whole())
	send(t, other, OpenLesson{ID: "unacknowledged", Fragment: link})
	if other.Brokers.Filter != "sqs" || other.Notice != "" {
		t.Errorf("rows of %q, %s", other.Brokers.Filter, other.Notice)
	}
	send(t, other, OpenLesson{ID: "unacknowledged", Fragment: "1&-tab=brokers"})
	if other.Brokers.Filter != "" {
		t.Errorf("rows of %q", other.Brokers.Filter)
	}
}

// A comparison that is asked for before the page has a run waits for it.
func TestBrokersOfALongRunThatALinkOpens(t *testing.T) {
	m := New([]*lesson.Lesson{newLesson(t, "long", longSource)})
	effects := m.Update(OpenLesson{ID: "long", Fragment: "1&-tab=brokers"})
	if m.Run != nil {
		t.Fatal("the run is there at once")
	}
	for i := 0; len(effects) > 0 && i < 10_000; i++ { // what the page is asked for, and nothing else
		asked := effects
		effects = nil
		for _, e := range asked {
			switch e {
			case Again{}:
				effects = append(effects, m.Update(Continue{})...)
			case GoOn{}:
				effects = append(effects, m.Update(Work{Took: time.Millisecond})...)
			}
		}
	}
	if len(m.Brokers.Rows) != len(scenario.Profiles()) {
		t.Errorf("%d rows", len(m.Brokers.Rows))
	}
}

// Every lesson runs at every broker, or says why not.
func TestEveryLessonAtEveryBroker(t *testing.T) {
	for _, l := range lesson.Contents() {
		m := studying(t, l.ID, BrokersTab)
		compareToEnd(t, m)
		for _, r := range m.Brokers.Rows {
			if r.Problem == "" && len(r.Cells) != len(brokerMeasures) {
				t.Errorf("%s at %s: %+v", l.ID, r.Profile.Name, r)
			}
			if r.Problem == "" && !r.Same && r.Now == r.Then {
				t.Errorf("%s at %s: they part, and both %s", l.ID, r.Profile.Name, r.Now)
			}
		}
	}
}
