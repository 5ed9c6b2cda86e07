package play

import (
	"errors"
	"fmt"
	"time"

	"github.com/valyala/fastjson"

	"github.com/queuelab/queuelab/core/trace"
)

// readRecording reads the trace of a file that core/recording wrote, without what
// only other programs need.
func readRecording(file string) (*trace.Trace, error) {
	root, err := fastjson.Parse(file)
	if err != nil {
		return nil, errors.New("it is no recording")
	}
	head := root.Get("Head")
	tr := &trace.Trace{Head: trace.Head{
		Actors: actorsOf(head), Queues: queuesOf(head), Bodies: textsOf(head, "Bodies"),
	}}
	kinds, err := kindsOf(root)
	if err != nil {
		return nil, err
	}
	for _, v := range root.GetArray("Events") {
		e, err := recordedEvent(v, kinds, &tr.Head)
		if err != nil {
			return nil, err
		}
		tr.Append(e)
	}
	tr.SetEnd(time.Duration(root.GetInt64("End")))
	return tr, nil
}

func actorsOf(head *fastjson.Value) (actors []trace.Actor) {
	for _, v := range head.GetArray("Actors") {
		actors = append(actors, trace.Actor{
			Name: text(v, "Name"), Group: text(v, "Group"), Role: trace.Role(v.GetUint("Role")),
			Queue: uint16(v.GetUint("Queue")), LogGroup: uint16(v.GetUint("LogGroup")),
			Steps: textsOf(v, "Steps"), Handler: text(v, "Handler"), Of: text(v, "Of"),
			Detection: time.Duration(v.GetInt64("Detection")), Scripted: v.GetBool("Scripted"),
		})
	}
	return actors
}

func queuesOf(head *fastjson.Value) (queues []trace.Queue) {
	for _, v := range head.GetArray("Queues") {
		var backoff []time.Duration
		for _, d := range v.GetArray("Backoff") {
			backoff = append(backoff, time.Duration(d.GetInt64()))
		}
		queues = append(queues, trace.Queue{
			Backoff: backoff, AnyReceipt: v.GetBool("AnyReceipt"), DropsOldest: v.GetBool("DropsOldest"),
			Name: text(v, "Name"), Visibility: time.Duration(v.GetInt64("Visibility")), Requeue: trace.Requeue(v.GetUint("Requeue")),
			Disconnect: trace.Requeue(v.GetUint("Disconnect")), Counter: trace.Counter(v.GetUint("Counter")),
		})
	}
	return queues
}

// kindsOf are the kinds of event by the file's numbers.
func kindsOf(root *fastjson.Value) (kinds []trace.Kind, err error) {
	for _, name := range textsOf(root, "Kinds") {
		var kind trace.Kind
		for _, k := range trace.Kinds() {
			if k.String() == name {
				kind = k
			}
		}
		if kind == 0 {
			return nil, fmt.Errorf("there is no kind of event %q", short(name))
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

// recordedEvent reads the numbers of an event: the instant, the kind, the actor, the queue, the
// message, its slot, the delivery, the value and the step.
func recordedEvent(v *fastjson.Value, kinds []trace.Kind, head *trace.Head) (trace.Event, error) {
	var n [9]int64
	list := v.GetArray()
	if len(list) != len(n) {
		return trace.Event{}, errors.New("an event has not nine numbers")
	}
	for i := range n {
		n[i] = list[i].GetInt64()
	}
	within := func(i int64, many int) bool { return i >= -1 && i < int64(many) }
	if n[1] < 0 || n[1] >= int64(len(kinds)) || !within(n[2], len(head.Actors)) || !within(n[3], len(head.Queues)) {
		return trace.Event{}, errors.New("an event is about what is not there")
	}
	return trace.Event{
		At: time.Duration(n[0]), Kind: kinds[n[1]], Actor: uint16(n[2]), Queue: uint16(n[3]), Message: uint32(n[4]),
		Slot: uint32(n[5]), Delivery: uint32(n[6]), Value: n[7], Step: uint8(n[8]),
	}, nil
}
