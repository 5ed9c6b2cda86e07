package play

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/queuelab/queuelab/core/trace"
)

func indices(w LogWindow) []int {
	var list []int
	for _, r := range w.Rows {
		list = append(list, r.Index)
	}
	return list
}

func TestTheWholeLog(t *testing.T) {
	m := opened(t, "lease")
	m.Update(SeekEvent{13})
	w := m.Log(12, 2)
	want := LogWindow{First: 12, Total: 18, Rows: []LogRow{
		{Index: 12, Time: "0 ms", Kind: trace.Stopped, Who: "consumer-1", Text: "consumer-1 stopped", Past: true},
		{Index: 13, At: 30 * ms, Time: "30 ms", Kind: trace.LeaseEnded, Who: "consumer-1", Message: 2,
			Text: "the lease of message 2 ended: it is visible again", Past: true},
	}}
	if d := cmp.Diff(want, w); d != "" {
		t.Error(d)
	}
	if got := m.LogPlace(); got != 13 {
		t.Errorf("place %d", got)
	}
	if w := m.Log(17, 10); len(w.Rows) != 1 || w.Rows[0].Past {
		t.Errorf("the end: %+v", w)
	}
	if w := m.Log(99, 10); len(w.Rows) != 0 || w.First != 18 {
		t.Errorf("beyond the end: %+v", w)
	}
}

func TestFilters(t *testing.T) {
	m := opened(t, "lease")
	for _, c := range []struct {
		query string
		want  []int
	}{
		{"2", []int{1, 7, 8, 13, 15, 16, 17}},
		{"message #2", []int{1, 7, 8, 13, 15, 16, 17}},
		{"delivered", []int{4, 7, 9, 15}},
		{"delivered 2", []int{7, 15}},
		{"Consumer-2", []int{14, 15, 16, 17}},
		{"consumer-2 acknowledged", []int{17}},
		{"1 3 acknowledged", []int{6, 11}},
		{"lease", []int{13}},
		{"crashed", nil},
		{"jobs library", []int{0, 1, 2}},
	} {
		m.Update(SetFilter{c.query})
		if d := cmp.Diff(c.want, indices(m.Log(0, 100))); d != "" {
			t.Errorf("%s: %s", c.query, d)
		}
	}
	m.Update(SetFilter{"delivered"})
	m.Update(SeekTime{10 * ms})
	if got := m.LogPlace(); got != 2 {
		t.Errorf("the last delivery by 10 ms has place %d", got)
	}
}

func TestAFilterOfUnknownWords(t *testing.T) {
	m := opened(t, "lease")
	m.Update(SetFilter{"delivered to mars"})
	w := m.Log(0, 10)
	if w.Total != 0 || w.Problem != "“mars” is no message's number, no name, and no kind of event." {
		t.Errorf("%d rows, %q", w.Total, w.Problem)
	}
	m.Update(SetFilter{""})
	if w := m.Log(0, 10); w.Total != 18 || w.Problem != "" {
		t.Errorf("%d rows, %q", w.Total, w.Problem)
	}
}

func TestTheFilterFollowsANewRun(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, SetFilter{"written"}, SeekTime{10 * ms}, WriteByHand{Count: 2})
	if got := m.Log(0, 10).Total; got != 5 {
		t.Errorf("%d written", got)
	}
}

func TestFocusFilter(t *testing.T) {
	m := opened(t, "lease")
	effects := m.Update(FocusFilter{})
	if m.Tab != EventsTab || effects[0] != (Focus{FocusFilterField}) {
		t.Errorf("%s %v", m.Tab, effects)
	}
}
