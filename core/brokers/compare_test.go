package brokers

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/conformance"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
)

// row1 is row R1 and its case of a broker without a limit.
func row1(t *testing.T, broker string) (*conformance.Row, *conformance.Case) {
	t.Helper()
	for _, row := range conformance.All() {
		for i := range row.Cases {
			if c := &row.Cases[i]; row.ID == "R1" && c.Broker == broker && len(c.Set) == 1 {
				return row, c
			}
		}
	}
	t.Fatal("there is no row R1 of ", broker)
	return nil, nil
}

// toPlace turns one switch of the quorum queue's profile wrong: a rejected
// message comes back to its place, as with a classic queue.
func toPlace(p *scenario.Profile) { p.Requeue = scenario.ToPlace }

// What RabbitMQ was seen to do is recorded here by the simulator: the message
// that came back is behind the others.
func TestASwitchTurnedWrongIsADifference(t *testing.T) {
	row, c := row1(t, "rabbitmq-quorum")
	sc, err := row.Doc.Bind(c.Set)
	if err != nil {
		t.Fatal(err)
	}
	m := &Measured{Row: row, Case: c, Trace: sim.Run(sc, sim.Options{}).Trace, slow: 1, sc: sc, counts: [][]scenario.MeasureName{nil}}
	if got := m.Differences(func(*scenario.Profile) {}); len(got) > 0 {
		t.Errorf("the profile as it is differs: %v", got)
	}
	want := []Difference{{
		Row: "R1", Case: "broker=rabbitmq-quorum", Claim: `received-counted of probe = "m1 m2 m3 m4 m5 m1*(1)"`,
		Profile: "m1 m1*(1) m2 m3 m4 m5", Broker: "m1 m2 m3 m4 m5 m1*(1)",
	}}
	got := m.Differences(toPlace)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	line := `row R1, broker=rabbitmq-quorum: received-counted of probe = "m1 m2 m3 m4 m5 m1*(1)"; ` +
		`the profile says "m1 m1*(1) m2 m3 m4 m5", the broker did "m1 m2 m3 m4 m5 m1*(1)"`
	if len(got) > 0 && got[0].String() != line {
		t.Errorf("it says %s\nwant    %s", got[0], line)
	}
}

// A count that the broker itself gives is believed before the trace.
func TestTheBrokersCountIsBelieved(t *testing.T) {
	sc := bound(t, "queue jobs\nproducer shop\n  to jobs\n  write 3 \"m{n}\"\nuntil 1s\nexpect visible of jobs = 3\n")
	c := &conformance.Case{Broker: "lesson", Expect: sc.Expects}
	m := &Measured{Row: &conformance.Row{ID: "X"}, Case: c, Trace: sim.Run(sc, sim.Options{}).Trace, slow: 1, sc: sc, counts: [][]scenario.MeasureName{{scenario.Visible}}}
	m.Samples = m.samples()
	if len(m.Samples) != 1 || m.Samples[0] != (Sample{Queue: 0, What: scenario.Visible, At: AtEnd}) {
		t.Fatalf("it asks %v", m.Samples)
	}
	m.Samples[0].N = 2
	want := []Difference{{Row: "X", Case: "broker=lesson", Claim: "visible of jobs = 3", Profile: "3", Broker: "2"}}
	if diff := cmp.Diff(want, m.Differences(func(*scenario.Profile) {})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A duration needs only be near: 1.38 s is 1400 ms on a real clock, and 1.6 s is not.
func TestDurationsNeedOnlyBeNear(t *testing.T) {
	text := "queue jobs\nproducer shop\n  to jobs\n  write \"m\"\nconsumer worker\n  from jobs\n  work "
	row := bound(t, text+"1.38s\nexpect finished = 1.38s\n")
	for took, want := range map[string]int{"1400ms": 0, "1600ms": 1} {
		tr := sim.Run(bound(t, text+took+"\n"), sim.Options{}).Trace
		m := &Measured{Row: &conformance.Row{}, Case: &conformance.Case{Expect: row.Expects}, Trace: tr, slow: 1, sc: row, counts: [][]scenario.MeasureName{nil}}
		if got := m.Differences(func(*scenario.Profile) {}); len(got) != want {
			t.Errorf("%s: %v", took, got)
		}
	}
}
