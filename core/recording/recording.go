// Package recording holds traces that were recorded on real brokers, for the
// lessons where they fit, and reads and writes their files.
//
// A file is JSON: what was run, where and how; the head of the trace; and its
// events, a list of numbers each, with the kinds by name beside them, so that a
// file outlives a change of their order.
package recording

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Recording is a run on a real broker.
type Recording struct {
	// Lesson is the ID of the lesson that was run, and Set the parameters that
	// were not the lesson's own.
	Lesson string
	Set    []scenario.Setting `json:",omitempty"`
	// Broker is the server and its version, such as "RabbitMQ 3.10.8"; Profile
	// names the profile that its queues follow.
	Broker, Profile string
	// Notes say what the lesson asks for and the broker does not have.
	Notes []string `json:",omitempty"`
	// Slow is how much real time a unit of the trace's time took.
	Slow float64
	// Trace is what the clients saw.
	Trace *trace.Trace `json:"-"`
}

// file is a Recording as it is kept.
type file struct {
	Recording
	Head trace.Head
	// End is when the run ended, in nanoseconds.
	End time.Duration
	// Kinds are the kinds of event, by the number that Events has for them.
	Kinds  []string
	Events [][]int64
}

// The numbers of an event in a file, in this order.
const (
	at = iota
	kind
	actor // -1: none
	queue // -1: none
	number
	slot // -1: none
	delivery
	value
	step
	fields
)

// Format is the recording as a file.
func (r *Recording) Format() ([]byte, error) {
	f := file{Recording: *r, Head: r.Trace.Head, End: r.Trace.End()}
	for i := range r.Trace.Len() {
		f.add(r.Trace.At(i))
	}
	return json.Marshal(&f)
}

func (f *file) add(e *trace.Event) {
	name := e.Kind.String()
	k := slices.Index(f.Kinds, name)
	if k < 0 {
		k = len(f.Kinds)
		f.Kinds = append(f.Kinds, name)
	}
	f.Events = append(f.Events, []int64{
		at: int64(e.At), kind: int64(k), actor: int64(int16(e.Actor)), queue: int64(int16(e.Queue)), number: int64(e.Message),
		slot: int64(int32(e.Slot)), delivery: int64(e.Delivery), value: e.Value, step: int64(e.Step),
	})
}

// Parse reads a file. name stands in errors.
func Parse(name string, text []byte) (*Recording, error) {
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := f.Recording
	r.Trace = &trace.Trace{Head: f.Head}
	kinds, err := f.kinds()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i, e := range f.Events {
		if err := f.check(e); err != nil {
			return nil, fmt.Errorf("%s: event %d: %w", name, i, err)
		}
		r.Trace.Append(event(e, kinds))
	}
	r.Trace.SetEnd(f.End)
	return &r, nil
}

// kinds are the trace's, by the file's numbers.
func (f *file) kinds() (kinds []trace.Kind, err error) {
	for _, name := range f.Kinds {
		k := slices.IndexFunc(trace.Kinds(), func(k trace.Kind) bool { return k.String() == name })
		if k < 0 {
			return nil, fmt.Errorf("there is no kind of event %q", name)
		}
		kinds = append(kinds, trace.Kinds()[k])
	}
	return kinds, nil
}

// check says whether what an event points to is there.
func (f *file) check(e []int64) error {
	switch {
	case len(e) != fields:
		return fmt.Errorf("%d numbers; expected %d", len(e), fields)
	case e[kind] < 0 || e[kind] >= int64(len(f.Kinds)):
		return errors.New("its kind is none of those listed")
	case e[actor] < -1 || e[actor] >= int64(len(f.Head.Actors)):
		return errors.New("its actor is none of those listed")
	case e[queue] < -1 || e[queue] >= int64(len(f.Head.Queues)):
		return errors.New("its queue is none of those listed")
	}
	return nil
}

func event(e []int64, kinds []trace.Kind) trace.Event {
	return trace.Event{
		At: time.Duration(e[at]), Kind: kinds[e[kind]], Actor: uint16(e[actor]), Queue: uint16(e[queue]), Message: uint32(e[number]),
		Slot: uint32(e[slot]), Delivery: uint32(e[delivery]), Value: e[value], Step: uint8(e[step]),
	}
}

//go:embed files
var files embed.FS

// All are the recordings that ship with the program, in the order of their
// files' names: by lesson, then by broker.
var All = sync.OnceValue(func() []*Recording {
	all, err := read(files)
	if err != nil {
		panic(err) // what is built in was checked by the tests
	}
	return all
})

func read(in fs.FS) (all []*Recording, err error) {
	err = fs.WalkDir(in, "files", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".json") {
			return err
		}
		text, err := fs.ReadFile(in, name)
		if err != nil {
			return err
		}
		r, err := Parse(name, text)
		all = append(all, r)
		return err
	})
	return all, err
}

// Of are the recordings of a lesson.
func Of(lesson string) (all []*Recording) {
	for _, r := range All() {
		if r.Lesson == lesson {
			all = append(all, r)
		}
	}
	return all
}
