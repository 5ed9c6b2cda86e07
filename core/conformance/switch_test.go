package conformance

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// A profile with one switch turned wrong is caught by the rows: whichever of
// them, and however it is turned.
func TestEverySwitchMatters(t *testing.T) {
	for _, p := range scenario.Profiles()[1:] {
		runs := runsOf(t, p.Name)
		for _, name := range switches() {
			for _, wrong := range turned(p, name) {
				if !caught(runs, wrong) {
					t.Errorf("%s with %s %v: no row differs", p.Name, name, reflect.ValueOf(wrong).FieldByName(name))
				}
			}
		}
	}
}

// switches are the fields of a profile that say how it behaves.
func switches() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[scenario.Profile]()) {
		if f.Type.Kind() != reflect.String {
			names = append(names, f.Name)
		}
	}
	return names
}

// turned are the profile with one switch at each other value.
func turned(p scenario.Profile, name string) (all []scenario.Profile) {
	for i := range 16 {
		wrong := p
		f := reflect.ValueOf(&wrong).Elem().FieldByName(name)
		had := f.Interface()
		switch f.Kind() {
		case reflect.Bool:
			f.SetBool(i == 1)
		case reflect.Int:
			f.SetInt(f.Int() + int64(i) - 1)
		case reflect.Int64:
			f.SetInt([]int64{f.Int() / 2, 2 * f.Int(), f.Int() + int64(time.Second)}[i])
		default:
			if i >= values(f.Type()) {
				return all
			}
			f.SetUint(uint64(i))
		}
		if f.Interface() != had && !idle(&p, name, f) {
			all = append(all, wrong)
		}
		if i == 1 && f.Kind() == reflect.Bool || i == 2 && (f.Kind() == reflect.Int || f.Kind() == reflect.Int64) {
			return all
		}
	}
	return all
}

// caseRun is a case, ready to be run under a profile that is turned.
type caseRun struct {
	Case
	scenario *scenario.Scenario
	events   int // of its own run
}

// runsOf are the cases of a broker, the shortest first.
func runsOf(t *testing.T, broker string) (all []caseRun) {
	t.Helper()
	for _, row := range All() {
		for _, c := range row.Cases {
			if c.Broker != broker {
				continue
			}
			sc, err := row.Doc.Bind(c.Set)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, caseRun{c, sc, sim.Run(sc, sim.Options{Discard: true}).Events})
		}
	}
	slices.SortStableFunc(all, func(a, b caseRun) int { return a.events - b.events })
	return all
}

// caught says whether some case of the broker fails under a profile.
func caught(runs []caseRun, wrong scenario.Profile) bool {
	return slices.ContainsFunc(runs, func(r caseRun) bool { return len(differences(&r.Case, r.under(wrong))) > 0 })
}

// under runs the case under a profile in place of its broker's. A profile that is
// turned wrong may go on for ever.
func (r *caseRun) under(wrong scenario.Profile) *trace.Trace {
	sc := *r.scenario
	sc.Queues, sc.Logs = slices.Clone(sc.Queues), slices.Clone(sc.Logs)
	for i := range sc.Queues {
		if q := &sc.Queues[i]; q.Broker.Name == wrong.Name {
			q.Broker = wrong
		}
	}
	for i := range sc.Logs {
		if l := &sc.Logs[i]; l.Broker.Name == wrong.Name {
			l.Broker = wrong
		}
	}
	return sim.Run(&sc, sim.Options{MaxEvents: 20_000}).Trace
}

// values is how many values a switch's type has.
func values(t reflect.Type) int {
	switch t {
	case reflect.TypeFor[scenario.Comeback]():
		return 5
	case reflect.TypeFor[scenario.Counter](), reflect.TypeFor[scenario.LateRule]():
		return 4
	case reflect.TypeFor[scenario.PriorityRule]():
		return 3
	}
	panic("a switch of an unknown type: " + t.String())
}

// idle are the turns that make no difference, each for a reason.
func idle(p *scenario.Profile, name string, to reflect.Value) bool {
	for _, turn := range idleTurns {
		if slices.Contains(strings.Fields(turn.names), name) && turn.of(p) {
			return true
		}
	}
	return to.Kind() == reflect.Int && to.Int() < 0 // less than none
}

var idleTurns = []struct {
	of    func(*scenario.Profile) bool
	names string
}{
	// It has no limit.
	{func(p *scenario.Profile) bool { return p.NoLimit }, "RequeueLimited CountsRedeliveries LimitOnReturn Parks"},
	// Its leases are not bound to connections.
	{func(p *scenario.Profile) bool { return !p.NoLease }, "Disconnect"},
	// It has no leases.
	{func(p *scenario.Profile) bool { return p.NoLease }, "DefaultLease LeaseMost"},
	{func(p *scenario.Profile) bool { return p.NoLease && p.Disconnect != scenario.Stay }, "Late AnyReceipt"},
	// Nothing bounds what is in flight.
	{func(p *scenario.Profile) bool { return p.MaxInFlight == 0 }, "CountsReturned"},
	// It recognises nothing.
	{func(p *scenario.Profile) bool { return p.NoDuplicateWindow }, "DuplicateWindow"},
	// It has no queues, or none of the rows is of its logs.
	{func(p *scenario.Profile) bool { return p.LogsOnly }, ofQueues},
	{func(p *scenario.Profile) bool { return !p.LogsOnly }, "StartsAtEnd SessionTimeout PollWithin"},
	// It has no greatest length, or one that only drops, or no dead letters.
	{brokers("sqs sqs-fifo postgres-skip-locked pgmq"), "RejectSlack NoRejectToDLX LengthOfAll"},
	{brokers("redis-streams"), "RejectSlack NoRejectToDLX"},
	{brokers("jetstream"), "NoRejectToDLX"},
	// All messages of a queue live equally long.
	{brokers("jetstream sqs sqs-fifo postgres-skip-locked pgmq redis-streams"), "TTLAtHead"},
	// Nothing is dead-lettered there by the broker, or nothing that expires.
	{brokers("postgres-skip-locked pgmq redis-streams"), "NoDeadLetter KeepsAge"},
	{brokers("jetstream"), "KeepsAge"},
	// It marks nothing.
	{func(p *scenario.Profile) bool { return p.Counter == scenario.Unmarked }, "KillMarks"},
	// Only a claim hands out again, and that has no limit; what one does that is late was not measured. To
	// close a connection changes nothing.
	{func(p *scenario.Profile) bool { return p.Disconnect == scenario.Stay }, "NoLimit AnyReceipt UnknownClosesChannel NoHoldBack"},
	// It says what may be written at all: a test of package scenario looks at it.
	{func(p *scenario.Profile) bool { return true }, "LogsOnly"},
}

func brokers(names string) func(*scenario.Profile) bool {
	return func(p *scenario.Profile) bool { return slices.Contains(strings.Fields(names), p.Name) }
}

const ofQueues = `NoLease NoHoldBack Requeue RequeueLimited Disconnect NoLimit CountsRedeliveries LimitOnReturn TTLAtHead Priorities
	RejectSlack NoRejectToDLX AlwaysDurable KeepsTransient KillMarks UnknownClosesChannel PrefetchCap Counter DefaultLease LeaseMost Late
	AnyReceipt Parks NoDeadLetter MaxInFlight CountsReturned Groups DuplicateWindow NoDuplicateWindow LengthOfAll KeepsAge`
