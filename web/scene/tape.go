package scene

import (
	"math"
	"strconv"

	"github.com/queuelab/queuelab/core/trace"
)

// tape is a log: a lane for each partition, and below it a row for each group
// that reads it, with the flag of its position.
type tape struct {
	Box
	// cell is the width of a record. Narrow ones are drawn as a scale.
	cell   float64
	lanes  []float64 // the upper edge of each partition's lane
	groups []int     // those that read it, indexes into the head's groups
	log    int
}

const (
	tapeHead   = 30.0
	laneHeight = 26.0
	flagHeight = 21.0
	laneGap    = 14.0
	tapePad    = 10.0
	// numbered is the width from which on a record shows its number.
	numbered = 15.0
)

// layTape places a log and the members of the groups that read it below y, and
// says where it ends.
func (p *Plan) layTape(log int, y float64) float64 {
	members := p.members(log)
	t := tape{log: log}
	cardsW := p.cardsWidth()
	if p.Tall {
		t.Box = Box{X: margin, Y: y + tapeHead, W: p.Width - 2*margin}
	} else {
		left := p.left()
		t.Box = Box{X: left, Y: y + tapeHead, W: p.Width - margin - cardsW - 26 - left}
	}
	for g := range p.head.Groups {
		if int(p.head.Groups[g].Log) == log {
			t.groups = append(t.groups, g)
		}
	}
	t.cell = min(34, (t.W-2*tapePad)/float64(p.longest(log)))
	at := t.Y + tapePad
	for range p.head.Logs[log].Partitions {
		t.lanes = append(t.lanes, at)
		at += laneHeight + float64(len(t.groups))*flagHeight + laneGap
	}
	t.H = at - laneGap + 6 - t.Y
	p.tapes[log] = t
	style := styleFor(max(4, len(members)), 0)
	if p.Tall {
		style.place(p, members, Box{X: margin, Y: t.Bottom() + 14, W: t.W})
	} else {
		style.place(p, members, Box{X: p.Width - margin - cardsW, Y: y, W: cardsW})
	}
	return max(t.Bottom(), p.lowest(members))
}

// members are the actors of the groups that read a log.
func (p *Plan) members(log int) []uint16 {
	var list []uint16
	for i, a := range p.head.Actors {
		if a.Role == trace.Member && int(p.head.Groups[a.LogGroup].Log) == log {
			list = append(list, uint16(i))
		}
	}
	return list
}

// x is where a position stands: before the record that has it.
func (t *tape) x(position int64) float64 { return t.X + tapePad + float64(position)*t.cell }

// Position is the place in its log of a group's flag that is let go at x.
func (p *Plan) Position(group int, x float64) int64 {
	t := &p.tapes[p.head.Groups[group].Log]
	return int64(math.Round(max(0, x-t.X-tapePad) / t.cell))
}

// Flag tells apart the flags of a group: one in each partition.
func Flag(group, partition int) uint32 { return uint32(group)<<8 | uint32(partition) }

// FlagGroup is the group that a flag is of.
func FlagGroup(flag uint32) int { return int(flag >> 8) }

func (d *drawing) drawTape(i int) {
	t, l := &d.plan.tapes[i], &d.plan.head.Logs[i]
	n := d.node(Key{TapeKey, uint32(i)}, Ground, t.X, t.Y)
	n.Class = "tape"
	whole := int64(0)
	for p := range l.Partitions {
		whole += d.state.Ends[l.First+p] - d.state.Starts[l.First+p]
	}
	n.Parts = append(n.Parts, box("rail", Box{W: t.W, H: t.H}, 10),
		label("name", 2, -10, fit("log "+l.Name, t.W-110)),
		label("count end", t.W-2, -10, strconv.FormatInt(whole, 10)+" records"))
	for p := range l.Partitions {
		d.drawPartition(n, t, l.First+p, p)
	}
	for p := range l.Partitions {
		for k, g := range t.groups {
			d.drawFlag(t, g, k, p)
		}
	}
}

// drawPartition draws the records of a partition, each with its number, or as
// one strip with a scale.
func (d *drawing) drawPartition(n *Node, t *tape, index, partition int) {
	start, end := d.state.Starts[index], d.state.Ends[index]
	y := t.lanes[partition] - t.Y
	if t.cell < numbered {
		d.drawStrip(n, t, start, end, y)
		return
	}
	for i := range end {
		class := "record"
		if i < start {
			class = "record trimmed"
		}
		x := t.x(i) - t.X
		n.Parts = append(n.Parts, box(class, Box{X: x + 1, Y: y, W: t.cell - 2, H: laneHeight}, 3))
		if i >= start {
			n.Parts = append(n.Parts, label("num mid small", x+t.cell/2, y+17, strconv.Itoa(int(d.plan.records[index][i]))))
		}
	}
}

func (d *drawing) drawStrip(n *Node, t *tape, start, end int64, y float64) {
	n.Parts = append(n.Parts,
		box("record trimmed", Box{X: t.x(0) - t.X, Y: y, W: float64(start) * t.cell, H: laneHeight}, 2),
		box("record", Box{X: t.x(start) - t.X, Y: y, W: float64(end-start) * t.cell, H: laneHeight}, 2))
	step := tickStep(40 / t.cell)
	for at := int64(0); at <= end; at += step {
		x := t.x(at) - t.X
		n.Parts = append(n.Parts, Part{Kind: PathPart, Class: "tick", Text: line(x, y+laneHeight-7, x, y+laneHeight)})
		if x+10 < t.W {
			n.Parts = append(n.Parts, label("num mid tiny", max(8, x), y+13, strconv.FormatInt(at, 10)))
		}
	}
}

// tickStep is a round number that is at least so great.
func tickStep(least float64) int64 {
	for step := int64(1); ; step *= 10 {
		for _, by := range []int64{1, 2, 5} {
			if float64(step*by) >= least {
				return step * by
			}
		}
	}
}

// drawFlag draws where a group is in a partition: a pole at its committed
// position, its name and the lag beside it, and how far ahead it has read.
func (d *drawing) drawFlag(t *tape, group, row, partition int) {
	h := &d.plan.head.Groups[group]
	at, read := d.state.Positions[h.First+partition], d.state.Reads[h.First+partition]
	end := d.state.Ends[d.plan.head.Logs[h.Log].First+partition]
	x, y := t.x(at), t.lanes[partition]
	n := d.node(Key{FlagKey, Flag(group, partition)}, Ways, x, y)
	n.Class = "flag"
	if !d.joined(group) {
		n.Class = "flag absent"
	}
	low := laneHeight + float64(row)*flagHeight + 4
	text := h.Name + " " + strconv.FormatInt(at, 10)
	w := textWidth(text)*1.22 + 14
	left := 0.0
	if x+w > t.Right()-4 {
		left = -w
	}
	n.Parts = append(n.Parts,
		Part{Kind: PathPart, Class: "pole", Text: line(0, -4, 0, low+8)},
		box("lag", Box{X: 0, Y: low + 15, W: float64(max(0, end-at)) * t.cell, H: 2.5}, 0),
		box("ahead", Box{X: 0, Y: low + 14, W: float64(max(0, read-at)) * t.cell, H: 4}, 0),
		box("cloth", Box{X: left, Y: low - 3, W: w, H: 16}, 3),
		label("flag-text", left+7, low+9, text))
}

func (d *drawing) joined(group int) bool {
	for i, a := range d.plan.head.Actors {
		if a.Role == trace.Member && int(a.LogGroup) == group && d.state.Actors[i].Status != trace.NotStarted {
			return true
		}
	}
	return false
}

// drawWorker draws a relay, or a member of a group: its steps, and what it is at.
func (d *drawing) drawWorker(n *Node, actor uint16) {
	a, s, b := &d.plan.head.Actors[actor], &d.state.Actors[actor], d.plan.actors[actor]
	narrow := b.H < 56
	n.Parts = append(n.Parts, label("name", 12, 20, fit(a.Name, b.W*0.5)))
	status := statusText(s, b.W-30-textWidth(a.Name))
	if s.Status == trace.Working && a.Role == trace.Member {
		status = "record " + strconv.Itoa(int(s.Message))
	}
	if narrow {
		n.Parts = append(n.Parts, label("status small", 12, 38, fit(status, b.W-20)))
	} else {
		n.Parts = append(n.Parts, label("status end", b.W-12, 20, status), stepLine(a, s, 12, 39, b.W-20))
	}
	d.drawWork(n, s, Box{X: 12, Y: b.H - 11, W: b.W - 24, H: 4})
}
