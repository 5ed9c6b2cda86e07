package play

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/queuelab/queuelab/core/scenario"
	"pgregory.net/rapid"
)

// last is the last fragment that was asked for; none where none was.
func last(effects []Effect) (fragment string, any bool) {
	for _, e := range effects {
		if f, ok := e.(SetFragment); ok {
			fragment, any = f.Fragment, true
		}
	}
	return fragment, any
}

func TestFragments(t *testing.T) {
	m := opened(t, "lease")
	for i, c := range []struct {
		msg  Msg
		want string
	}{
		{SeekTime{22 * ms}, "1&-at=22ms"},
		{SetParam{Name: "visibility", Text: "60ms"}, "1&visibility=60ms&-at=22ms"},
		{Step{-10}, "1&visibility=60ms&-event=4"},
		{SelectTab{EventsTab}, "1&visibility=60ms&-event=4&-tab=events"},
		{ResetLesson{}, "1&-event=4&-tab=events"},
		{SelectTab{ConsoleTab}, "1&-event=4"},
		{ToStart{}, ""},
		{SeekTime{22 * ms}, "1&-at=22ms"},
		{CrashConsumer{Name: "consumer-2"}, "1&-line=at+22ms+crash+consumer-2&-at=22ms"},
		{SetSeed{7}, "1&-line=at+22ms+crash+consumer-2&seed=7&-at=22ms"},
		{StartChallenge{}, "1&-challenge=on&-at=22ms"},
	} {
		m.Update(c.msg)
		finish(t, m)
		if got, err := m.Fragment(); got != c.want || err != nil {
			t.Errorf("%d %#v: %q (%v), want %q", i, c.msg, got, err, c.want)
		}
	}
}

func TestTheFragmentIsToldWhenItChanges(t *testing.T) {
	m := opened(t, "lease")
	if got, any := last(m.Update(SeekTime{22 * ms})); got != "1&-at=22ms" || !any {
		t.Errorf("after a seek: %q", got)
	}
	if got, any := last(m.Update(SeekTime{22 * ms})); any {
		t.Errorf("after the same seek again: %q", got)
	}
	m.Update(Play{})
	if got, any := last(m.Update(Tick{16 * ms})); any {
		t.Errorf("while playing: %q", got)
	}
	if got, _ := last(m.Update(Pause{})); got != "1&-at=22.08ms" {
		t.Errorf("after the pause: %q", got)
	}
	if effects := m.Update(OpenFragment{"#1&-at=22.08ms"}); len(effects) != 0 {
		t.Errorf("the own fragment again: %v", effects)
	}
}

func TestALinkIsFollowed(t *testing.T) {
	m := New(lessons(t))
	effects := m.Update(OpenLesson{ID: "work", Fragment: "#1&-line=at+10ms+crash+consumer-2&visibility=0.06s&-event=5&-tab=scenario"})
	want := Draft{
		Lines:    []string{"at 10ms crash consumer-2"},
		Settings: []scenario.Setting{{Name: "visibility", Value: "60ms"}},
	}
	if d := cmp.Diff(want, m.Draft); d != "" {
		t.Error(d)
	}
	if m.Cursor != (Cursor{5, 0}) || m.Tab != ScenarioTab || m.Notice != "" {
		t.Errorf("%v %v %q", m.Cursor, m.Tab, m.Notice)
	}
	if got, _ := last(effects); got != "1&-line=at+10ms+crash+consumer-2&visibility=60ms&-at=0ms&-tab=scenario" {
		t.Errorf("in its own words: %q", got)
	}
	if m.Base == nil || m.Base == m.Run || m.Base.Trace.End() != 75*ms {
		t.Error("the lesson's own run is not there")
	}
}

func TestBrokenLinks(t *testing.T) {
	for fragment, why := range map[string]string{
		"2&visibility=60ms":               `begins with "2", expected version 1`,
		"top":                             `begins with "top"`,
		"1&visibility":                    `"visibility" has no value`,
		"1&visibility=%zz":                "is not escaped",
		"1&%zz=1":                         "is not escaped",
		"1&visibility=soon":               "expected a duration",
		"1&visibility=1ms&visibility=2ms": "visibility is there twice",
		"1&speed=9":                       "speed",
		"1&-at=yesterday":                 "expected an instant",
		"1&-event=-4":                     "expected a whole number",
		"1&-tab=poetry":                   "expected one of [console events scenario lifelines schedules tradeoff brokers]",
		"1&-rows=tin-can":                 "expected one of [all lesson rabbitmq-classic rabbitmq-quorum",
		"1&-evil=1":                       "this field is unknown",
		"1&-line=at+9ms+crash+nobody":     "nobody",
		"1&-text=queue":                   "expected",
		"1&-text=" + strings.Repeat("q", MaxFragment): "longer than 8192 bytes",
	} {
		m := New(lessons(t))
		effects := m.Update(OpenLesson{ID: "work", Fragment: fragment})
		finish(t, m)
		if !strings.HasPrefix(m.Notice, "This link can't be followed: ") || !strings.Contains(m.Notice, why) {
			t.Errorf("%.60s: %q, want %q", fragment, m.Notice, why)
		}
		if m.Run == nil || m.Changed() || !m.AtStart() || len(m.Notice) > 400 {
			t.Errorf("%.60s: not the lesson's own start", fragment)
		}
		if got, any := last(effects); got != "" || !any {
			t.Errorf("%.60s: the fragment stays: %q", fragment, got)
		}
	}
}

func TestTooMuchForALink(t *testing.T) {
	m := opened(t, "work")
	send(t, m, EditText{Text: m.Text + strings.Repeat("# a long remark on queues\n", 400)})
	if len(m.Problems) > 0 {
		t.Fatal(m.Problems)
	}
	if f, err := m.Fragment(); err == nil || f != "" {
		t.Errorf("%d bytes", len(f))
	}
	if !strings.HasPrefix(m.Notice, "The changes are too long for a link: ") {
		t.Errorf("notice %q", m.Notice)
	}
}

func TestAnUnknownLesson(t *testing.T) {
	m := New(lessons(t))
	m.Update(OpenLesson{ID: "nowhere"})
	if m.Lesson != nil || m.Notice != "There is no lesson “nowhere”." {
		t.Errorf("%v %q", m.Lesson, m.Notice)
	}
	m.Update(Play{})
	m.Update(SetParam{Name: "work", Text: "1ms"})
	if m.State() != nil || m.Params() != nil || m.Log(0, 10).Total != 0 || m.Summary() != "" || m.Details() != nil {
		t.Error("there is something to show without a lesson")
	}
}

// A link opened elsewhere shows the same changes at the same place.
func TestLinksReproduceWhatIsShown(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := opened(t, "work")
		for range rapid.IntRange(0, 6).Draw(rt, "edits") {
			at := time.Duration(rapid.Int64Range(0, int64(100*ms)).Draw(rt, "at"))
			send(t, m, SeekTime{at}, anEdit(rt), Step{rapid.IntRange(-3, 3).Draw(rt, "by")})
		}
		send(t, m, SelectTab{rapid.SampledFrom(Tabs).Draw(rt, "tab")})
		fragment, err := m.Fragment()
		if err != nil {
			return
		}
		other := New(lessons(t))
		other.Update(OpenLesson{ID: "work", Fragment: fragment})
		finish(t, other)
		if d := cmp.Diff(m.Draft, other.Draft); d != "" {
			rt.Errorf("%s: %s", fragment, d)
		}
		if m.Cursor != other.Cursor || m.Tab != other.Tab || m.Run.Trace.Hash() != other.Run.Trace.Hash() {
			rt.Errorf("%s: at %v in %s, was at %v in %s", fragment, other.Cursor, other.Tab, m.Cursor, m.Tab)
		}
	})
}

func TestFieldsRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringN(0, 40, 400)
		l := Link{
			Draft: Draft{
				Text: text.Draw(rt, "text"), Lines: rapid.SliceOfN(text, 0, 3).Draw(rt, "lines"),
				Challenge: rapid.Bool().Draw(rt, "challenge"),
			},
			At:     time.Duration(rapid.Int64Range(0, int64(scenario.MaxTime)).Draw(rt, "at")),
			Events: rapid.IntRange(AllOf, MaxEvents).Draw(rt, "events"),
			Rows:   rapid.SampledFrom([]string{"", AllRows, "sqs", "rabbitmq-quorum"}).Draw(rt, "rows"),
		}
		if len(l.Draft.Lines) == 0 {
			l.Draft.Lines = nil
		}
		fragment := l.String()
		got, err := ParseFragment(fragment)
		if err != nil {
			if len(fragment) <= MaxFragment {
				rt.Fatal(err)
			}
			return
		}
		if d := cmp.Diff(l, got); d != "" {
			rt.Errorf("%s: %s", fragment, d)
		}
	})
}

func FuzzFragment(f *testing.F) {
	for _, s := range []string{
		"", "#", "1", "1&", "1&visibility=60ms&-at=22ms", "1&-line=at+22ms+crash+consumer-1&-event=3",
		"1&-text=queue+jobs%0A", "1&-at=1h&-event=99999999999", "1&&&=", "1&seed=1&until=1ns", "%",
		"1&work=never", "1&visibility=0ms&late-acknowledgement=refused",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, fragment string) {
		m := New(lessons(t))
		m.Update(OpenLesson{ID: "work", Fragment: fragment})
		m.Update(Cancel{})
		for range 3 {
			m.Update(Continue{})
		}
		if m.Run == nil {
			return // long, and still being computed
		}
		if m.Notice != "" && m.Changed() {
			t.Errorf("a notice %q and changes %+v", m.Notice, m.Draft)
		}
		again, err := m.Fragment()
		if err != nil {
			return
		}
		if _, err := ParseFragment(again); err != nil {
			t.Errorf("%q became %q: %v", fragment, again, err)
		}
	})
}
