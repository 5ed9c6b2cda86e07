//go:build !js

package web

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
)

func TestPagesCanBeReadWithoutTheProgram(t *testing.T) {
	pages := Pages("/q/")
	if len(pages) != 1+len(lesson.Contents()) {
		t.Fatalf("%d pages for %d lessons", len(pages), len(lesson.Contents()))
	}
	for i, l := range lesson.Contents() {
		p := pages[i+1]
		if p.Lesson != lesson.Text(l.ID) || (p.Lesson == "") != (l.ID == lesson.SandboxID) {
			t.Errorf("%s doesn't bring its lesson along", p.Path)
		}
		if p.Path != "lessons/"+l.ID || p.Description != l.Lead {
			t.Errorf("page %d is %s: %s", i+1, p.Path, p.Description)
		}
		for _, want := range []string{">" + l.Title + "</h1>", proseOf(l.ID)[:40], `href="/q/lessons/five-jobs"`} {
			if !strings.Contains(p.HTML, want) {
				t.Errorf("%s: no %q", p.Path, want)
			}
		}
	}
}

func TestPagesAreTheSameEachTime(t *testing.T) {
	first, second := Pages("/q/"), Pages("/q/")
	for i := range first {
		if first[i] != second[i] {
			t.Errorf("%q differs", first[i].Path)
		}
	}
}

// The site's policy refuses inline styles and handlers; IDs must be one of a
// kind, and labels must name something.
func TestPagesKeepThePolicy(t *testing.T) {
	inline := regexp.MustCompile(` (style|on[a-z]+)=`)
	ids := regexp.MustCompile(` id="([^"]*)"`)
	names := regexp.MustCompile(` (?:for|aria-labelledby|aria-describedby|aria-controls)="([^"]*)"`)
	for _, p := range append(Pages("/"), NotFound("/")) {
		if found := inline.FindString(p.HTML); found != "" {
			t.Errorf("%q:%s", p.Path, found)
		}
		seen := map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(p.HTML, -1) {
			if seen[m[1]] {
				t.Errorf("%q: two elements with the id %s", p.Path, m[1])
			}
			seen[m[1]] = true
		}
		for _, m := range names.FindAllStringSubmatch(p.HTML, -1) {
			for id := range strings.FieldsSeq(m[1]) {
				if !seen[id] {
					t.Errorf("%q: there is no %s to name something", p.Path, id)
				}
			}
		}
	}
}

func TestExportsOfTheFirstLesson(t *testing.T) {
	s := opened("five-jobs")
	var events []struct {
		Ms                 float64
		Kind, Actor, Queue string
		Message, Delivery  int
	}
	if err := json.Unmarshal([]byte(s.eventsJSON()), &events); err != nil {
		t.Fatal(err)
	}
	if len(events) != s.model.Run.Trace.Len() || events[0].Kind != "written" || events[0].Actor != "library" || events[0].Message != 1 {
		t.Errorf("%d events, the first %+v", len(events), events[0])
	}
	lines := strings.Split(strings.TrimSpace(s.eventsCSV()), "\n")
	if len(lines) != 1+len(events) || lines[0] != "ms,kind,actor,queue,message,delivery" || lines[1] != "0,written,library,jobs,1," {
		t.Errorf("%d lines: %s, %s", len(lines), lines[0], lines[1])
	}
}

func TestMarksTellKindsApartByShape(t *testing.T) {
	s := opened("unacknowledged")
	svg := marksSVG(s)
	for _, kind := range []string{"written", "delivered", "again", "acked"} {
		if !strings.Contains(svg, `class="mark `+kind+`" d="`+markShape(kind)+`"`) {
			t.Errorf("no mark for %s", kind)
		}
	}
}

func TestAPanicInAHandlerIsToldAndDoesNotEndThePage(t *testing.T) {
	s := opened("five-jobs")
	s.guard(func() { panic("no such thing") })
	if s.failure != "no such thing" || s.model.Playing {
		t.Errorf("failure %q, playing %v", s.failure, s.model.Playing)
	}
}

// opened is a session with the lesson's run complete.
func opened(id string) *session {
	s := newSession(id, "")
	for {
		if _, busy := s.model.Busy(); !busy {
			return s
		}
		s.model.Update(play.Continue{})
	}
}
