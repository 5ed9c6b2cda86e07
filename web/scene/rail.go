package scene

import "math"

// rail is where a queue's messages stand, its head at the right end: the next
// to be handed out is nearest to the consumers.
type rail struct {
	Box
	size, gap  float64
	cols, rows int
	// counted says that the queue gets too deep for one shape a message: it
	// shows counts and a bar.
	counted bool
	// most is the largest depth of the run: the whole width of the bar.
	most int
}

// Dots is how deep a queue may get before it is shown as counts and a bar.
const Dots = 100

const railPad = 12.0

// sizes are those that a message may have in a rail, with the most rows.
var sizes = []struct {
	size, gap float64
	rows      int
}{{42, 10, 1}, {38, 8, 2}, {32, 7, 3}, {27, 6, 4}, {22, 5, 6}, {17, 4, 9}, {14, 3, 12}}

func newRail(depth int, width float64) rail {
	r := rail{Box: Box{W: width}, most: max(depth, 1), counted: depth > Dots}
	if r.counted {
		r.H = 84
		return r
	}
	for _, s := range sizes {
		r.size, r.gap = s.size, s.gap
		r.cols = max(1, int((width-2*railPad+s.gap)/(s.size+s.gap)))
		r.rows = max(1, int(math.Ceil(float64(depth)/float64(r.cols))))
		if r.rows <= s.rows {
			break
		}
	}
	r.H = 2*railPad + float64(r.rows)*(r.size+r.gap) - r.gap
	r.H = max(r.H, 66)
	return r
}

// slot is the centre of the k-th place from the head.
func (r *rail) slot(k int) (x, y float64) {
	col, row := k%r.cols, k/r.cols
	step := r.size + r.gap
	height := float64(r.rows)*step - r.gap
	x = r.Right() - railPad - r.size/2 - float64(col)*step
	y = r.Y + (r.H-height)/2 + r.size/2 + float64(row)*step
	return x, y
}

// exit is where messages leave a counted rail, entry where they come in.
func (r *rail) exit() (x, y float64)  { return r.Right() - 18, r.Y + r.H/2 }
func (r *rail) entry() (x, y float64) { return r.X + 18, r.Y + r.H/2 }
