package play

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/recording"
)

const recordingsDir = "../../core/recording/files"

// shipped are the recordings' files by their IDs.
func shipped(t testing.TB) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(recordingsDir, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatal("no recordings: ", err)
	}
	files := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimSuffix(filepath.Base(name), ".json")] = string(text)
	}
	return files
}

// The page reads of a file what the package that wrote it does.
func TestReadRecordingReadsWhatWasWritten(t *testing.T) {
	for id, file := range shipped(t) {
		want, err := recording.Parse(id, []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		got, err := readRecording(file)
		if err != nil {
			t.Fatal(id, err)
		}
		if got.Hash() != want.Trace.Hash() || got.End() != want.Trace.End() || got.Len() != want.Trace.Len() {
			t.Errorf("%s: %d events to %s are %d to %s", id, want.Trace.Len(), want.Trace.End(), got.Len(), got.End())
		}
		if d := cmp.Diff(want.Trace.Head, got.Head); d != "" {
			t.Errorf("%s (-want +got):\n%s", id, d)
		}
	}
}

func TestReadRecordingRefusesWhatIsNone(t *testing.T) {
	for file, want := range map[string]string{
		`{`:                    "no recording",
		`{"Kinds":["flown"]}`:  `no kind of event "flown"`,
		`{"Events":[[1,2,3]]}`: "nine numbers",
		`{"Kinds":["lost"],"Events":[[0,0,3,-1,0,0,0,0,0]]}`:  "not there",
		`{"Kinds":["lost"],"Events":[[0,5,-1,-1,0,0,0,0,0]]}`: "not there",
	} {
		if _, err := readRecording(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", file, err, want)
		}
	}
}

// headFor is a recording's head as the site's list has it.
func headFor(id string, r *recording.Recording) RecordingHead {
	return RecordingHead{ID: id, Lesson: r.Lesson, Broker: r.Broker, Profile: r.Profile, URL: "/" + id, Set: r.Set, Notes: r.Notes, Slow: r.Slow}
}

// Every recording plays in its lesson, from its start to its end, and everything
// that follows a run can follow it.
func TestEveryRecordingPlays(t *testing.T) {
	for id, file := range shipped(t) {
		r, err := recording.Parse(id, []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		m := studying(t, r.Lesson, BrokersTab)
		compareToEnd(t, m)
		m.Brokers.Evidence.Recordings = []RecordingHead{headFor(id, r)}
		effects := m.Update(PlayRecording{id})
		if len(effects) != 1 || effects[0] != (FetchRecording{id, "/" + id}) {
			t.Fatalf("%s: asks for %v", id, effects)
		}
		send(t, m, RecordingLoaded{ID: id, Text: file})
		if m.Recorded() == nil || m.Run.Trace.Len() != r.Trace.Len() || m.Shadow == nil || !m.Playing {
			t.Fatalf("%s: not shown: %q", id, m.Notice)
		}
		send(t, m, Pause{}, ToEnd{})
		for _, tab := range []Tab{EventsTab, ConsoleTab, LifelinesTab} {
			send(t, m, SelectTab{tab})
		}
		m.Console(0, 100)
		m.Log(0, 100)
		if m.State() == nil || m.Counters() == nil || m.Summary() == "" || m.Fork() == nil {
			t.Errorf("%s: something is missing", id)
		}
		for i := range m.Run.Trace.Len() {
			if m.Run.Text(i) == "" {
				t.Errorf("%s: event %d has no words", id, i)
			}
			send(t, m, AskWhy{Index: i})
		}
		for n := uint32(1); n <= 3; n++ {
			send(t, m, Select{Selection{Kind: MessageSelected, Message: n}})
			m.Details()
		}
	}
}

const unacknowledgedHead = `{"rows":[],"recordings":[{"id":"unacknowledged.rabbitmq","lesson":"unacknowledged",` +
	`"broker":"RabbitMQ 3.10.8","profile":"rabbitmq-classic","url":"/r.json","notes":["a note"],"slow":20}]}`

// A recording comes by its link, can be left, brought back by undo, and not be changed.
func TestARecordingIsAChangeLikeAnyOther(t *testing.T) {
	file := shipped(t)["unacknowledged.rabbitmq"]
	m := New(whole())
	effects := m.Update(OpenLesson{ID: "unacknowledged", Fragment: "1&-line=broker+rabbitmq-classic&-recorded=unacknowledged.rabbitmq&-event=3"})
	finish(t, m)
	if !slices.Contains(effects, Effect(FetchEvidence{})) {
		t.Fatalf("asks for %v", effects)
	}
	if m.Recorded() != nil || m.AtBroker() != "rabbitmq-classic" {
		t.Error("the simulation stands in for the recording")
	}
	effects = m.Update(EvidenceLoaded{Text: unacknowledgedHead})
	if len(effects) != 1 || effects[0] != (FetchRecording{"unacknowledged.rabbitmq", "/r.json"}) {
		t.Fatalf("asks for %v", effects)
	}
	send(t, m, RecordingLoaded{ID: "unacknowledged.rabbitmq", Text: file})
	if r := m.Recorded(); r == nil || r.Slow != 20 || m.Cursor.Events != 3 {
		t.Fatalf("%+v at %+v, %q", r, m.Cursor, m.Notice)
	}
	if fragment, _ := m.Fragment(); !strings.HasPrefix(fragment, "1&-line=broker+rabbitmq-classic&-recorded=unacknowledged.rabbitmq&-") {
		t.Errorf("link %q", fragment)
	}
	send(t, m, SetParam{Name: "visibility", Text: "10ms"})
	if m.Recorded() != nil || m.Draft.setting("visibility") != "10ms" || !strings.Contains(m.Notice, "can't be changed") {
		t.Errorf("a change of a recording: %+v, %q", m.Draft, m.Notice)
	}
	send(t, m, Undo{})
	if m.Recorded() == nil {
		t.Error("undo does not bring it back")
	}
	send(t, m, DropRecording{})
	if m.Recorded() != nil || m.AtBroker() != "rabbitmq-classic" {
		t.Errorf("back at %+v", m.Draft)
	}
}

// What is missing is told, and the lesson stays as it is.
func TestARecordingThatDoesNotCome(t *testing.T) {
	m := studying(t, "unacknowledged", ConsoleTab)
	send(t, m, PlayRecording{"unacknowledged.rabbitmq"}, EvidenceLoaded{Problem: "status 404"})
	if m.Notice != "The recording is not there: Status 404." || m.Recorded() != nil {
		t.Errorf("%q", m.Notice)
	}
	send(t, m, EvidenceLoaded{Text: unacknowledgedHead}, PlayRecording{"five-jobs.redis"})
	if m.Notice != "There is no recording “five-jobs.redis” of this lesson." {
		t.Errorf("%q", m.Notice)
	}
	send(t, m, PlayRecording{"unacknowledged.rabbitmq"}, RecordingLoaded{ID: "unacknowledged.rabbitmq", Text: "<html>"})
	if !strings.HasPrefix(m.Notice, "The recording can't be read") || m.Changed() {
		t.Errorf("%q", m.Notice)
	}
}
