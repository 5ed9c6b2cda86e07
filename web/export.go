package web

import (
	"strconv"
	"strings"
)

// exportEvents saves the whole event log as JSON lines or CSV.
func (s *session) exportEvents(format string) {
	if s.model.Run == nil {
		return
	}
	name := s.model.Lesson.ID + "-events." + format
	if format == "csv" {
		s.browser.download(name, "text/csv", s.eventsCSV())
		return
	}
	s.browser.download(name, "application/json", s.eventsJSON())
}

func (s *session) eventsCSV() string {
	var b strings.Builder
	b.WriteString("ms,kind,actor,queue,message,delivery\n")
	s.eachEvent(func(at, kind, actor, queue string, message, delivery uint32) {
		b.WriteString(strings.Join([]string{at, kind, actor, queue, blank(message), blank(delivery)}, ",") + "\n")
	})
	return b.String()
}

func (s *session) eventsJSON() string {
	var b strings.Builder
	b.WriteString("[")
	first := true
	s.eachEvent(func(at, kind, actor, queue string, message, delivery uint32) {
		if !first {
			b.WriteByte(',')
		}
		first = false
		b.WriteString("\n" + `{"ms":` + at + `,"kind":` + strconv.Quote(kind))
		field(&b, "actor", actor)
		field(&b, "queue", queue)
		count(&b, "message", message)
		count(&b, "delivery", delivery)
		b.WriteByte('}')
	})
	b.WriteString("\n]\n")
	return b.String()
}

func field(b *strings.Builder, name, value string) {
	if value != "" {
		b.WriteString(`,"` + name + `":` + strconv.Quote(value))
	}
}

func count(b *strings.Builder, name string, n uint32) {
	if n > 0 {
		b.WriteString(`,"` + name + `":` + strconv.Itoa(int(n)))
	}
}

func blank(n uint32) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(int(n))
}

// eachEvent visits the run's events in words. Names of actors and queues are
// words of the scenario language: they need no quoting.
func (s *session) eachEvent(visit func(at, kind, actor, queue string, message, delivery uint32)) {
	t := s.model.Run.Trace
	for i := range t.Len() {
		e := t.At(i)
		actor, queue := "", ""
		if int(e.Actor) < len(t.Head.Actors) {
			actor = t.Head.Actors[e.Actor].Name
		}
		if int(e.Queue) < len(t.Head.Queues) {
			queue = t.Head.Queues[e.Queue].Name
		}
		visit(ms(e.At), e.Kind.String(), actor, queue, e.Message, e.Delivery)
	}
}
