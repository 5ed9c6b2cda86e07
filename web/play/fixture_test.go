package play

import (
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

// leaseSource is the second lesson's system: message 2 is left unacknowledged
// by consumer-1 at 0, and consumer-2 starts at 30 ms, when its lease ends.
const leaseSource = `param visibility 30ms from 1ms to 1h slider 5ms to 200ms "Visibility timeout" "How long a message stays hidden."
param starts 30ms from 0ms to 1h slider 0ms to 200ms "consumer-2 starts"

queue jobs
  visibility $visibility

producer library
  to jobs
  write "a" "b" "c"

consumer consumer-1
  from jobs
  stops when-empty
  leave "b"

consumer consumer-2
  from jobs
  starts $starts

print each outcome "t={t} {consumer} message={message} delivered={delivered} {outcome}"
print at end "total delivered={deliveries}"

claim "No message is lost" lost = 0
claim "Every message is delivered once" deliveries = written
`

// workSource is the third lesson's: one message, 45 ms of work, a lease of 30.
const workSource = `param visibility 30ms from 1ms to 1h "Visibility timeout"
param work 45ms from 0ms to 1h "Work"
param heartbeat never from 0ms to 1h "Heartbeat"
param late-acknowledgement deletes one of deletes refused "A late acknowledgement"

until 600ms

queue jobs
  visibility $visibility
  late-acknowledge $late-acknowledgement

producer library
  to jobs
  write "report"

consumer consumer x 2
  from jobs
  work $work
  heartbeat $heartbeat
`

// longSource makes many thousands of events.
const longSource = `param rate 1000/s from 1/s to 100000/s "Rate"

until 10s

queue jobs

producer shop
  to jobs
  write "order"
  poisson $rate

consumer worker
  from jobs
  work exponential 5us
`

func newLesson(t testing.TB, id, source string) *lesson.Lesson {
	t.Helper()
	doc, err := scenario.Parse(id, source)
	if err != nil {
		t.Fatal(err)
	}
	return &lesson.Lesson{ID: id, Title: id, Source: source, Doc: doc}
}

func claim(t testing.TB, text string) scenario.Claim {
	t.Helper()
	c, err := scenario.ParseClaim(scenario.Pos{}, text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func measure(t testing.TB, text string) scenario.Measure {
	t.Helper()
	c, err := scenario.ParseMeasure(scenario.Pos{}, text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func lessons(t testing.TB) []*lesson.Lesson {
	lease := newLesson(t, "lease", leaseSource)
	lease.Predict = &lesson.Question{
		Text: "How many deliveries?", Choices: []string{"3", "4", "5"}, Answer: measure(t, "deliveries"),
		Explain: scenario.Template{{Text: "One more than written."}},
	}
	lease.Challenge = &lesson.Challenge{
		Text: "Rescue message 2 by 15 ms.",
		Goals: []lesson.Goal{
			{Text: "By 15 ms", Claim: claim(t, "finished <= 15ms")},
			{Text: "Also when consumer-2 starts at 12 ms", With: []lesson.Setting{{Name: "starts", Value: "12ms"}},
				Claim: claim(t, "finished = 12ms")},
		},
		Hints:    []string{"Two things must come together."},
		Solution: []lesson.Setting{{Name: "visibility", Value: "10ms"}, {Name: "starts", Value: "10ms"}},
	}
	work := newLesson(t, "work", workSource)
	work.Challenge = &lesson.Challenge{
		Set:      []lesson.Setting{{Name: "late-acknowledgement", Value: "refused"}},
		Goals:    []lesson.Goal{{Text: "Once", Claim: claim(t, "deliveries = 1")}},
		Solution: []lesson.Setting{{Name: "visibility", Value: "60ms"}},
	}
	return []*lesson.Lesson{lease, work, newLesson(t, "long", longSource)}
}

// opened is a model that shows a lesson, computed to the end.
func opened(t testing.TB, id string) *Model {
	t.Helper()
	m := New(lessons(t))
	m.Update(OpenLesson{ID: id})
	finish(t, m)
	return m
}

// finish sends Continue until nothing is computed any more.
func finish(t testing.TB, m *Model) {
	t.Helper()
	for i := 0; ; i++ {
		if _, busy := m.Busy(); !busy {
			return
		}
		if i > 10_000 {
			t.Fatal("the run never completes")
		}
		m.Update(Continue{})
	}
}

func send(t testing.TB, m *Model, msgs ...Msg) {
	t.Helper()
	for _, msg := range msgs {
		carryOut(t, m, m.Update(msg))
		finish(t, m)
	}
}

// whole are the lessons and the sandbox, read: what a page opens one by one.
func whole() []*lesson.Lesson { return append(lesson.All(), lesson.Sandbox()) }
