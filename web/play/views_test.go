package play

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
	"pgregory.net/rapid"
)

func TestSoFar(t *testing.T) {
	m := opened(t, "lease")
	m.Update(SeekTime{22 * ms})
	want := []Counter{
		{"written", "written", 3}, {"deliveries", "deliveries", 3}, {"redeliveries", "redeliveries", 0},
		{"acknowledged", "acknowledged", 2}, {"visible", "visible", 0}, {"in-flight", "in flight", 1},
	}
	if d := cmp.Diff(want, m.Counters()); d != "" {
		t.Error(d)
	}
}

func TestSummary(t *testing.T) {
	m := opened(t, "lease")
	m.Update(SeekTime{22 * ms})
	want := "At 22 ms. Queue jobs holds 1 message: 0 visible, 1 in flight. consumer-1 has stopped. " +
		"consumer-2 has not started. 2 of 3 messages acknowledged."
	if got := m.Summary(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	m = opened(t, "work")
	send(t, m, SeekTime{10 * ms}, CrashConsumer{Name: "consumer-2"})
	want = "At 10 ms. Queue jobs holds 1 message: 0 visible, 1 in flight. " +
		"consumer-1 is working on message 1, until 45 ms. consumer-2 has crashed at 10 ms. 0 of 1 message acknowledged."
	if got := m.Summary(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestClaims(t *testing.T) {
	m := opened(t, "lease")
	want := []ClaimView{
		{"No message is lost", true, "lost = 0"},
		{"Every message is delivered once", false, "deliveries = written: it is 4 against 3"},
	}
	if d := cmp.Diff(want, m.Claims()); d != "" {
		t.Error(d)
	}
}

func TestConsole(t *testing.T) {
	m := opened(t, "lease")
	m.Update(SeekEvent{8})
	want := []ConsoleLine{
		{"t=0 consumer-1 message=1 delivered=1 acknowledged", 6, true},
		{"t=0 consumer-1 message=2 delivered=1 left unacknowledged", 8, true},
		{"t=0 consumer-1 message=3 delivered=1 acknowledged", 11, false},
		{"t=30 consumer-2 message=2 delivered=2 acknowledged", 17, false},
		{"total delivered=4", 17, false},
	}
	if d := cmp.Diff(want, m.Console(0, 100)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want[2:4], m.Console(2, 2)); d != "" {
		t.Error(d)
	}
	if got := m.ConsolePlace(); got != 2 {
		t.Errorf("place %d", got)
	}
	if got := m.ConsoleText(); !strings.HasSuffix(got, "acknowledged\ntotal delivered=4\n") {
		t.Errorf("%q", got)
	}
}

func TestCharts(t *testing.T) {
	r := opened(t, "lease").Run
	d := r.Depth[0]
	if n := len(d.T); len(r.Depth) != 1 || d.Of != "jobs" || d.T[n-1] != 30 || d.Total[n-1] != 0 {
		t.Errorf("depth %+v", d)
	}
	if diff := cmp.Diff([]float64{0, 1, 0}, r.Deliveries.Repeated); diff != "" {
		t.Error(diff)
	}
}

func TestMarks(t *testing.T) {
	m := opened(t, "lease")
	want := []Mark{{0, trace.Left, 13}, {30 * ms, trace.LeaseEnded, 5}}
	if d := cmp.Diff(want, m.Marks(100)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Mark{{0, trace.LeaseEnded, 18}}, m.Marks(1)); d != "" {
		t.Error(d)
	}
}

func rows(list []Detail) map[string]string {
	all := map[string]string{}
	for _, d := range list {
		all[d.Label] = d.Value
	}
	return all
}

func TestDetailsOfAMessage(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, Select{Selection{Kind: MessageSelected, Message: 2}})
	if d := cmp.Diff(map[string]string{"Where": "not written yet"}, rows(m.Details())); d != "" {
		t.Error(d)
	}
	send(t, m, SeekTime{22 * ms})
	want := map[string]string{
		"Where": "in flight since 0 ms", "Queue": "jobs", "Body": "b", "Written": "0 ms", "Deliveries": "1",
		"Executions": "0", "Handed to": "consumer-1", "Lease": "ends at 30 ms, 8 ms left",
	}
	if d := cmp.Diff(want, rows(m.Details())); d != "" {
		t.Error(d)
	}
	send(t, m, ToEnd{})
	want = map[string]string{"Where": "acknowledged at 30 ms", "Queue": "jobs", "Deliveries": "2"}
	if d := cmp.Diff(want, rows(m.Details())); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int{7, 8, 13}, indices(m.History(1, 3))); d != "" {
		t.Error(d)
	}
}

func TestDetailsOfAQueueAndAConsumer(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SeekTime{40 * ms}, Select{Selection{Kind: QueueSelected, Name: "jobs"}})
	got := rows(m.Details())
	if got["Depth"] != "1" || got["Redeliveries"] != "1" || got["Visibility timeout"] != "30 ms" {
		t.Errorf("queue: %v", got)
	}
	send(t, m, Select{Selection{Kind: ActorSelected, Name: "consumer-1"}})
	want := map[string]string{
		"Doing": "working on message 1, until 45 ms", "Queue": "jobs", "Deliveries": "1", "Executions": "0",
		"Acknowledged": "0", "In flight for it": "0", "Message": "1", "Lease": "ended at 30 ms",
	}
	if d := cmp.Diff(want, rows(m.Details())); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int{1, 3, 4, 5, 8, 9}, indices(m.History(0, 100))); d != "" {
		t.Error(d)
	}
}

func TestWhatIsNotThereCantBeSelected(t *testing.T) {
	m := opened(t, "lease")
	for _, s := range []Selection{
		{Kind: MessageSelected, Message: 4}, {Kind: MessageSelected}, {Kind: QueueSelected, Name: "mail"},
		{Kind: QueueSelected}, {Kind: ActorSelected, Name: "nobody"},
	} {
		send(t, m, Select{s})
		if m.Selected != (Selection{}) || m.Details() != nil || m.History(0, 9).Total != 0 {
			t.Errorf("%+v is selected", s)
		}
	}
	send(t, m, WriteByHand{Count: 1}, Select{Selection{Kind: MessageSelected, Message: 4}}, Undo{})
	if m.Selected != (Selection{}) {
		t.Error("a message that is no longer written is selected")
	}
}

func TestParams(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SetParam{Name: "visibility", Text: "60ms"})
	p := m.Params()
	want := Param{
		Name: "visibility", Label: "Visibility timeout", Text: "60ms", Default: "30ms", Unit: "ms",
		Min: "1ms", Max: "1h", Slider: p[0].Slider, SliderMax: p[0].SliderMax, Log: true, Changed: true,
	}
	if d := cmp.Diff(want, p[0]); d != "" {
		t.Error(d)
	}
	if h := p[2]; !h.NeverAllowed || !h.Never || h.Text != "never" || h.Changed {
		t.Errorf("heartbeat: %+v", h)
	}
	if l := p[3]; cmp.Diff([]string{"deletes", "refused"}, l.Choices) != "" || l.SliderMax != 0 || l.Min != "" {
		t.Errorf("late-acknowledgement: %+v", l)
	}
	v := opened(t, "lease").Params()[0]
	if v.Slider != 25 || v.SliderMax != 195 || v.Log {
		t.Errorf("5 to 200 ms by the millisecond: %+v", v)
	}
}

func TestSliding(t *testing.T) {
	m := opened(t, "work")
	at := m.Params()[0].Slider
	for _, c := range []struct {
		position int
		want     string
	}{{0, "1ms"}, {1, "2ms"}, {at, ""}, {at + 1, "40ms"}, {999, "1h"}, {-1, "1ms"}} {
		send(t, m, SlideParam{Name: "visibility", Position: c.position})
		if got := m.Draft.setting("visibility"); got != c.want {
			t.Errorf("position %d is %q, want %q", c.position, got, c.want)
		}
	}
}

// A slider's every position is a value of its own, in order and in range, and
// shows where it is: an arrow key always moves on.
func TestEverySliderPositionIsAValue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		from := rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(1, 1e6)).Draw(rt, "from") * int64(time.Microsecond)
		to := from + rapid.Int64Range(1, 3600e3).Draw(rt, "to")*int64(time.Microsecond)
		at := rapid.Int64Range(from, to).Draw(rt, "at")
		value := func(n int64) scenario.Value {
			return scenario.Value{Kind: scenario.DurationParam, Duration: time.Duration(n)}
		}
		p := scenario.Param{Kind: scenario.DurationParam, Default: value(at), SliderFrom: value(from), SliderTo: value(to)}
		s := sliderOf(&p)
		if len(s.stops) < 2 || len(s.stops) > 300 || s.stops[0] != from || s.stops[len(s.stops)-1] != to {
			rt.Fatalf("%d stops: %v", len(s.stops), s.stops)
		}
		for i := range s.stops {
			if got := s.position(s.value(i, p.Default)); got != i {
				rt.Errorf("stop %d is shown at %d", i, got)
			}
		}
		if got := s.value(s.position(p.Default), p.Default); got != p.Default {
			rt.Errorf("the own value %v is shown as %v", p.Default, got)
		}
	})
}

func TestFaultButtons(t *testing.T) {
	m := opened(t, "lease")
	m.Update(SeekTime{22 * ms})
	want := []FaultButton{
		{"Crash consumer-1", CrashConsumer{Name: "consumer-1"}, "it has stopped"},
		{"Crash consumer-2", CrashConsumer{Name: "consumer-2"}, ""},
		{"Drop next ack of consumer-1", DropAcknowledge{"consumer-1"}, "it has stopped"},
		{"Drop next ack of consumer-2", DropAcknowledge{"consumer-2"}, ""},
		{"Restart jobs", RestartQueue{"jobs"}, ""},
		{"Send one message", WriteByHand{Queue: "jobs", Count: 1}, ""},
		{"Send 10", WriteByHand{Queue: "jobs", Count: 10}, ""},
	}
	if d := cmp.Diff(want, m.Faults()); d != "" {
		t.Error(d)
	}
}

func TestKeys(t *testing.T) {
	m := opened(t, "lease")
	for _, c := range []struct {
		key           string
		shift, typing bool
		want          Msg
	}{
		{" ", false, false, Toggle{}},
		{" ", false, true, nil},
		{"ArrowRight", false, false, Step{1}},
		{"ArrowRight", true, false, StepInstant{1}},
		{"u", false, false, Undo{}},
		{"U", true, false, Redo{}},
		{"?", true, false, ToggleHelp{}},
		{"/", true, false, FocusFilter{}},
		{"+", true, false, Faster{}},
		{"Escape", false, true, Dismiss{}},
		{"q", false, false, nil},
	} {
		if got := m.MsgFor(c.key, c.shift, c.typing); got != c.want {
			t.Errorf("%+v gives %#v", c, got)
		}
	}
	for _, k := range Keys {
		if (k.Show == "") != (k.Help == "") {
			t.Errorf("%q is shown %q and told as %q", k.Key, k.Show, k.Help)
		}
	}
}

func TestHelpAndDismiss(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, Select{Selection{Kind: QueueSelected, Name: "jobs"}}, ResetParam{"visibility"}, WriteByHand{Count: 1})
	if d := cmp.Diff([]Effect{Focus{FocusHelpSheet}}, m.Update(ToggleHelp{})); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Effect{Focus{FocusBack}}, m.Update(Dismiss{})); d != "" || m.Help {
		t.Error(d)
	}
	m.Update(Dismiss{})
	if m.Notice != "" || m.Selected.Kind == Nothing {
		t.Errorf("after the second: %q %v", m.Notice, m.Selected)
	}
	m.Update(Dismiss{})
	if m.Selected.Kind != Nothing {
		t.Errorf("after the third: %v", m.Selected)
	}
}
