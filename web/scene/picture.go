// Package scene is the stage as geometry: which shapes stand where at a place
// in a trace. It knows nothing of a browser; whoever draws compares two
// pictures and changes what differs.
//
// What stays in place during a run is a Plan; the picture at a cursor is drawn
// on it. Between two events nothing is invented: shapes move from where the
// one computed state has them to where the next one does, leases and work run
// with the virtual clock.
package scene

// Picture is what the stage shows. Lengths are CSS pixels.
type Picture struct {
	Width, Height float64
	// Nodes are in drawing order within their layers.
	Nodes []Node
}

// Node is a group of shapes that moves as one.
type Node struct {
	// Key is the same for the same thing in another picture.
	Key   Key
	Layer Layer
	// X and Y are where the parts' origin is.
	X, Y float64
	// Fade is how transparent it is: 0 not at all, 1 wholly.
	Fade  float64
	Class string
	Parts []Part
}

// Key names a thing of the stage: what it is, and which one.
type Key struct {
	Kind   KeyKind
	Number uint32
}

// KeyKind is a kind of thing on the stage.
type KeyKind uint8

// The things of the stage. Number is a message's number, an index into the
// head's actors, or an index into its queues.
const (
	ActorKey KeyKind = iota
	QueueKey
	LaneKey    // the way between an actor and its queue
	OutlineKey // the place that a message in flight keeps in its queue
	MessageKey
	BackKey // the way back of a message that will be visible again
	PileKey // what left queues: an index into the piles
	ExchangeKey
	BindingKey   // the ways from an exchange to its queues
	DeadRouteKey // the way of a queue's dead letters
	TableKey     // an outbox or a mailbox
	TapeKey      // a log
	FlagKey      // a group's position in a partition: see Flag
)

// Layer orders nodes: lower ones are drawn first.
type Layer uint8

// The layers.
const (
	Ground Layer = iota
	Furniture
	Places
	Ways
	Messages
	// Layers is how many there are.
	Layers
)

// Part is one shape. Which fields count depends on Kind.
type Part struct {
	Kind       PartKind
	Class      string
	X, Y, W, H float64
	// R is a box's corner radius, or a ring's radius.
	R float64
	// Share is how much of a ring is drawn, from 0 to 1.
	Share float64
	// Text is a text's words, or a path's commands. Strong and After follow
	// it, Strong set off from the rest.
	Text, Strong, After string
}

// PartKind is a kind of shape.
type PartKind uint8

// The shapes.
const (
	BoxPart  PartKind = iota // X, Y, W, H, R
	RingPart                 // centre X, Y, radius R, Share of it from the top, clockwise
	TextPart                 // baseline at X, Y; the class says how it is anchored
	PathPart                 // Text
)

func box(class string, b Box, r float64) Part {
	return Part{Kind: BoxPart, Class: class, X: b.X, Y: b.Y, W: b.W, H: b.H, R: r}
}

func label(class string, x, y float64, text string) Part {
	return Part{Kind: TextPart, Class: class, X: x, Y: y, Text: text}
}

// Box is a rectangle.
type Box struct{ X, Y, W, H float64 }

// Mid is the centre of the box.
func (b Box) Mid() (x, y float64) { return b.X + b.W/2, b.Y + b.H/2 }

// Right and Bottom are the far edges.
func (b Box) Right() float64 { return b.X + b.W }

// Bottom is the lower edge.
func (b Box) Bottom() float64 { return b.Y + b.H }
