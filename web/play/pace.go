package play

import (
	"math"
	"strconv"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// MaxTick is the most wall time that one Tick plays.
const MaxTick = 100 * time.Millisecond

// Speeds are the speeds to choose from; DefaultSpeed is 1×.
var Speeds = []float64{0.25, 0.5, 1, 2, 4, 8, 16}

// DefaultSpeed is the index of 1× in Speeds.
const DefaultSpeed = 2

// wall is wall time, apart from the virtual time of a run.
type wall = time.Duration

const (
	// wholeRun is about how long playing a run takes at 1×.
	wholeRun wall = 10 * time.Second
	// holdMost is the wall time an event gets when there are few.
	holdMost wall = 500 * time.Millisecond
	// heldEvents is the length up to which a run's events get time of their own.
	heldEvents = 500
)

// pace says how a run is played at 1×. Events of one instant take no virtual
// time, and a small run may have nothing else: hold is the wall time each event
// gets, and rate the virtual time that goes by in a second otherwise.
type pace struct {
	hold wall
	rate time.Duration
}

func paceOf(tr *trace.Trace) pace {
	n, end := tr.Len(), tr.End()
	if n == 0 || n > heldEvents {
		return pace{rate: tidyRate(end, wholeRun)}
	}
	events := wholeRun / 2
	if end == 0 {
		events = wholeRun
	}
	hold := min(holdMost, events/wall(n))
	return pace{hold: hold, rate: tidyRate(end, wholeRun-hold*wall(n))}
}

// tidyRate is end over so much wall time, as virtual time a second, rounded to
// 1, 2 or 5 times a power of ten.
func tidyRate(end time.Duration, over wall) time.Duration {
	if end <= 0 {
		return time.Second
	}
	exact := float64(end) / over.Seconds()
	power := math.Pow(10, math.Floor(math.Log10(exact)))
	best := power
	for _, digit := range []float64{2, 5, 10} {
		if math.Abs(math.Log(digit*power/exact)) < math.Abs(math.Log(best/exact)) {
			best = digit * power
		}
	}
	return max(1, time.Duration(math.Round(best)))
}

// SpeedText is a speed as the page writes it: ¼×.
func SpeedText(index int) string {
	switch s := Speeds[min(max(index, 0), len(Speeds)-1)]; s {
	case 0.25:
		return "¼×"
	case 0.5:
		return "½×"
	default:
		return strconv.FormatFloat(s, 'g', -1, 64) + "×"
	}
}

// PaceText says what the present speed means for the present run: "1× · 10 ms a second".
func (m *Model) PaceText() string {
	text := SpeedText(m.Speed)
	if m.Run == nil || m.End() == 0 {
		return text
	}
	rate := time.Duration(float64(m.pace.rate) * Speeds[m.Speed])
	return text + " · " + timeText(rate) + " a second"
}

// ClockText is the cursor's instant. While playing it has always the same
// decimals, so that it doesn't flicker.
func (m *Model) ClockText() string {
	if !m.Playing {
		return timeText(m.Cursor.At)
	}
	unit, name := time.Millisecond, "ms"
	if m.Cursor.At >= time.Second {
		unit, name = time.Second, "s"
	}
	decimals := 0
	for grain := tidyGrain(m.End()); grain < unit; grain *= 10 {
		decimals++
	}
	return strconv.FormatFloat(float64(m.Cursor.At)/float64(unit), 'f', decimals, 64) + " " + name
}

func (m *Model) setSpeed(index int) {
	m.Speed = min(max(index, 0), len(Speeds)-1)
	m.Version.Page++
}

// tick plays so much wall time.
func (m *Model) tick(elapsed wall) {
	if !m.Playing || elapsed <= 0 {
		return
	}
	budget := wall(float64(min(elapsed, MaxTick)) * Speeds[m.Speed])
	was := m.Cursor
	ended := m.advance(budget)
	m.moved(was)
	m.anchorHere()
	if ended {
		m.Playing = false
		m.Version.Page++
		m.Live = "The run is over at " + timeText(m.Cursor.At) + "."
	}
}

// advance moves the cursor by so much wall time at 1× and says whether it came
// to the end.
func (m *Model) advance(budget wall) bool {
	if m.pace.hold == 0 {
		return m.glide(budget)
	}
	for budget > 0 {
		to, held := m.destination()
		var used wall
		switch {
		case held:
			used = m.holdEvent(budget)
		case to > m.Cursor.At:
			used = m.glideTo(to, budget)
		default:
			return true
		}
		budget -= used
	}
	return m.AtEnd()
}

// destination is the instant the cursor moves to next; held says that it is
// there, and that an event is to happen.
func (m *Model) destination() (to time.Duration, held bool) {
	next := m.NextEvent()
	if next == nil {
		return m.End(), false
	}
	return next.At, next.At <= m.Cursor.At
}

// holdEvent gives the next event its wall time and passes it when that is up.
func (m *Model) holdEvent(budget wall) wall {
	left := m.pace.hold - m.spent
	if left > budget {
		m.spent += budget
		return budget
	}
	m.spent = 0
	m.Cursor.Events++
	return left
}

// glideTo moves towards an instant at which nothing has happened yet.
func (m *Model) glideTo(to time.Duration, budget wall) wall {
	left := m.wallFor(to - m.Cursor.At)
	if left > budget {
		m.Cursor.At = min(m.Cursor.At+m.virtualFor(budget), to)
		return budget
	}
	m.Cursor.At = to
	return left
}

// glide plays a run whose events are too many to get wall time each.
func (m *Model) glide(budget wall) bool {
	at := min(m.Cursor.At+m.virtualFor(budget), m.End())
	m.Cursor = Cursor{m.Run.Trace.Index(at), at}
	return m.AtEnd()
}

func (m *Model) wallFor(d time.Duration) wall {
	return wall(float64(d) / float64(m.pace.rate) * float64(time.Second))
}

func (m *Model) virtualFor(w wall) time.Duration {
	return max(1, time.Duration(w.Seconds()*float64(m.pace.rate)))
}

// Phase says how far, from 0 to 1, a playing cursor is from the state shown to
// the next event's. Events of one instant are played one after the other, each
// with a little wall time of its own; that is where the phase runs, and what
// a message can move by. It is 0 where no event is being played.
func (m *Model) Phase() float64 {
	if m.spent == 0 || m.pace.hold == 0 {
		return 0
	}
	return float64(m.spent) / float64(m.pace.hold)
}
