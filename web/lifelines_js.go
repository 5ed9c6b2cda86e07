package web

import "github.com/queuelab/queuelab/web/scene"

// linesCursor moves the line across the lifelines that stands where the run's
// cursor is.
type linesCursor struct {
	host element
	// drawn are the lifelines that the line was put at last.
	drawn *scene.Lifelines
}

// show puts the line where the cursor is. The style is set through the object
// model, which the content security policy allows.
func (c *linesCursor) show(s *session) {
	c.host.id = "lifelines"
	lines := s.lines.made
	if lines == nil || s.lines.run != s.model.Run || !c.host.find() {
		return
	}
	m := s.model
	place, shown := lines.Place(m.Cursor.Events, m.Cursor.At, m.Phase())
	text := percent(place)
	if !shown {
		text = "-1%"
	}
	if c.host.text == text && c.drawn == lines {
		return
	}
	c.host.text, c.drawn = text, lines
	c.host.node.Get("style").Call("setProperty", "--at", text)
	c.host.node.Call("setAttribute", "aria-valuenow", ms(m.Cursor.At))
	c.host.node.Call("setAttribute", "aria-valuetext", scene.Time(m.Cursor.At))
}

// seekLines goes to a place of the lifelines.
func (s *session) seekLines(share float64) {
	if lines := s.lines.made; lines != nil && s.lines.run == s.model.Run {
		s.seek(lines.Along(share))
	}
}
