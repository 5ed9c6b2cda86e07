package sim

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// wantTextStory is wantStory of a scenario as text.
func wantTextStory(t *testing.T, text string, want []string, kinds ...trace.Kind) {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, story(Run(sc, Options{}).Trace, kinds...)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// aAndB are two consumers of which a is given the only message, at 0, and works on
// it until 10.
const aAndB = `
producer shop
  to jobs
  write "m1"
consumer a
  from jobs
  work 10ms
  detection $detection
consumer b
  from jobs
  work 10ms
`

var network = []trace.Kind{
	trace.Delivered, trace.LeaseEnded, trace.Returned, trace.Executed, trace.Acknowledged, trace.AcknowledgeGone, trace.AcknowledgeDropped,
	trace.Severed, trace.Reconnected, trace.Parted, trace.Healed, trace.Paused, trace.Resumed, trace.Crashed,
}

func detection(of string) string { return "param detection " + of + " from 0ms to 1m\n" }

func TestACrashIsNoticedAfterAWhile(t *testing.T) {
	wantTextStory(t, detection("20ms")+"queue jobs\n"+aAndB+"at 5ms crash a\n", []string{
		"0 a delivered 1", "5 a crashed 1", "25 a returned 1", "25 b delivered 1", "35 b executed 1", "35 b acknowledged 1",
	}, network...)
}

// It is back before its broker has noticed that it was gone; what it had comes
// back all the same only then.
func TestAConsumerThatIsBackBeforeItsCrashIsNoticed(t *testing.T) {
	wantTextStory(t, detection("20ms")+"queue jobs\n"+aAndB+"at 5ms crash a for 1ms\nat 10ms crash b\n", []string{
		"0 a delivered 1", "5 a crashed 1", "10 b crashed 0", "25 a returned 1", "25 a delivered 1", "35 a executed 1", "35 a acknowledged 1",
	}, network...)
}

// The paused worker of every text on leases: it goes on where it was, as if it
// still had the message.
func TestAPausedConsumerGoesOnWhenItsLeaseHasEnded(t *testing.T) {
	wantTextStory(t, detection("0ms")+"queue jobs\n  visibility 30ms\n"+aAndB+"at 4ms pause a for 100ms\n", []string{
		"0 a delivered 1", "4 a paused 0", "30 a lease ended 1", "30 b delivered 1", "40 b executed 1", "40 b acknowledged 1",
		"104 a resumed 0", "110 a executed 1", "110 a acknowledge gone 1",
	}, network...)
}

func TestAPauseThatIsNotNoticed(t *testing.T) {
	wantTextStory(t, detection("0ms")+"queue jobs\n"+aAndB+"at 4ms pause a for 100ms\n", []string{
		"0 a delivered 1", "4 a paused 0", "104 a resumed 0", "110 a executed 1", "110 a acknowledged 1",
	}, network...)
}

func TestAPauseThatIsNoticed(t *testing.T) {
	wantTextStory(t, detection("20ms")+"queue jobs\n"+aAndB+"at 4ms pause a for 100ms\n", []string{
		"0 a delivered 1", "4 a paused 0", "24 a connection closed 0", "24 a returned 1", "24 b delivered 1", "34 b executed 1",
		"34 b acknowledged 1", "104 a resumed 0", "104 a connected again 0", "110 a executed 1", "110 a acknowledge dropped 1",
	}, network...)
}

// A partition that is over before it is noticed only delays what was to be said.
func TestAPartitionThatIsNotNoticed(t *testing.T) {
	wantTextStory(t, detection("50ms")+"queue jobs\n"+aAndB+"at 4ms partition a for 20ms\n", []string{
		"0 a delivered 1", "4 a cut off 0", "10 a executed 1", "24 a within reach again 0", "24 a acknowledged 1",
	}, network...)
}

func TestAPartitionThatIsNoticed(t *testing.T) {
	wantTextStory(t, detection("10ms")+"queue jobs\n"+aAndB+"at 4ms partition a for 100ms\n", []string{
		"0 a delivered 1", "4 a cut off 0", "10 a executed 1", "14 a connection closed 0", "14 a returned 1", "14 b delivered 1",
		"24 b executed 1", "24 b acknowledged 1", "104 a within reach again 0", "104 a acknowledge dropped 1", "104 a connected again 0",
	}, network...)
}

// With a lease there is no connection: the acknowledgement comes late.
func TestAPartitionOutlastsALease(t *testing.T) {
	wantTextStory(t, detection("0ms")+"queue jobs\n  visibility 30ms\n"+aAndB+"at 4ms partition a for 31ms\n", []string{
		"0 a delivered 1", "4 a cut off 0", "10 a executed 1", "30 a lease ended 1", "30 b delivered 1", "35 a within reach again 0",
		"35 a acknowledged 1", "40 b executed 1", "40 b acknowledge gone 1",
	}, network...)
}

func TestAConsumerConnectsAgainInItsTime(t *testing.T) {
	wantTextStory(t, `
queue jobs
  durable
producer shop
  to jobs
  write "m1" "m2"
consumer a
  from jobs
  work 10ms
  reconnect 30ms
at 5ms restart jobs
`, []string{
		"0 a delivered 1", "5 a connection closed 0", "5 a returned 1", "10 a executed 1", "10 a acknowledge dropped 1",
		"35 a connected again 0", "35 a delivered 1", "45 a executed 1", "45 a acknowledged 1", "45 a delivered 2",
		"55 a executed 2", "55 a acknowledged 2",
	}, trace.Delivered, trace.Returned, trace.Executed, trace.Acknowledged, trace.AcknowledgeDropped, trace.Severed, trace.Reconnected)
}

func TestAnUnacknowledgedDeliveryClosesTheConnection(t *testing.T) {
	wantTextStory(t, `
until 200ms
queue jobs
  acknowledge-within 30ms
producer shop
  to jobs
  write "m1"
consumer a
  from jobs
  work 50ms
  reconnect 100ms
`, []string{
		"0 a delivered 1", "30 a connection closed 0", "30 a returned 1", "50 a executed 1", "50 a acknowledge dropped 1",
		"130 a connected again 0", "130 a delivered 1", "160 a connection closed 0", "160 a returned 1", "180 a executed 1",
		"180 a acknowledge dropped 1",
	}, trace.Delivered, trace.Returned, trace.Executed, trace.AcknowledgeDropped, trace.Severed, trace.Reconnected)
}

// What is begun while it is slow takes three times as long.
func TestSlow(t *testing.T) {
	wantTextStory(t, `
queue jobs
producer shop
  to jobs
  write 3 "m{n}"
consumer a
  from jobs
  work 10ms
at 5ms slow a by 3 for 20ms
`, []string{"5 a slowed 0", "10 a executed 1", "25 a slowed 0", "40 a executed 2", "50 a executed 3"}, trace.Executed, trace.Slowed)
}

// The producer can't tell a lost confirmation from a lost message, and writes again:
// the broker has it twice.
func TestADroppedConfirmMakesADuplicate(t *testing.T) {
	wantTextStory(t, `
queue jobs
  stores 5ms
producer shop
  to jobs
  confirms within 20ms
  write "m1"
at 1ms drop-confirm shop
`, []string{"0 shop written 1", "5 shop confirm dropped 1", "20 shop written 2", "25 shop confirmed 2"},
		trace.Written, trace.Confirmed, trace.ConfirmDropped)
}

// Rejected after 1 ms of work, held back for 10 ms, then for 20 ms each time.
func TestRetriesAreHeldBackLongerAndLonger(t *testing.T) {
	wantTextStory(t, `
until 60ms
queue jobs
  retry 10ms 20ms
producer shop
  to jobs
  write "m1"
consumer a
  from jobs
  work 1ms
  fails "m1" requeue
`, []string{"0 a delivered 1", "11 a delivered 1", "32 a delivered 1", "53 a delivered 1"}, trace.Delivered)
}

// In the lessons' queue every message expires at its own instant.
func TestTimesToLive(t *testing.T) {
	wantTextStory(t, `
queue jobs
  dead-letter old
queue old
producer shop
  to jobs
  ttl 50ms
  write "m1"
at 1ms write jobs "m2" ttl 10ms
`, []string{"11 - dead-lettered 2", "50 - dead-lettered 1"}, trace.DeadLettered)
}
