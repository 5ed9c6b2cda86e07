package play

import "github.com/queuelab/queuelab/core/trace"

// ShowLag has the first chart show the lag of the groups, or the depth of the
// queues, of a run that has both.
type ShowLag struct{ Lag bool }

func (ShowLag) message() {}

// HasLevels says whether the run has a depth and a lag to choose from.
func (m *Model) HasLevels() bool {
	return m.Run != nil && len(m.Run.Depth) > 0 && len(m.Run.Trace.Head.Groups) > 0
}

// LagShown says that the first chart shows the lag of the groups. It follows
// Version.Run.
func (m *Model) LagShown() bool { return m.HasLevels() && m.lagChosen || m.LogsAlone() }

// LogsAlone says that the run has logs and no queue.
func (m *Model) LogsAlone() bool { return m.Run != nil && len(m.Run.Depth) == 0 }

func (m *Model) showLag(lag bool) {
	if m.HasLevels() && m.lagChosen != lag {
		m.lagChosen = lag
		m.Version.Run++
	}
}

// Levels are what the first chart shows of the run: each queue or group, and at
// last all of them; ShadowLevels the same of the shadow, none where it has none.
func (m *Model) Levels() []LevelSeries       { return m.levelsOf(m.Run) }
func (m *Model) ShadowLevels() []LevelSeries { return m.levelsOf(m.Shadow) }

func (m *Model) levelsOf(r *Run) []LevelSeries {
	switch {
	case r == nil:
		return nil
	case m.LagShown():
		return r.Lag
	}
	return r.Depth
}

// LevelNow is what the chart shows at the cursor: the total, its dashed line and
// its area. It follows Version.Events.
func (m *Model) LevelNow() (total, dashed, area int) {
	if m.LagShown() {
		l := m.lag()
		return int(l.Total), int(l.Unread), int(l.Uncommitted())
	}
	t := m.state.Total
	return int(t.Depth()), int(t.Visible), int(t.InFlight)
}

// lag is that of all groups at the cursor.
func (m *Model) lag() trace.Lag { return m.state.Lag(&m.Run.Trace.Head, -1, -1) }
