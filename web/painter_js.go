package web

import (
	"strconv"
	"syscall/js"

	"github.com/queuelab/queuelab/web/scene"
)

// painter makes an SVG element show pictures. It keeps an element for each
// node and touches only what differs from the last picture.
type painter struct {
	svg      js.Value
	layers   [scene.Layers]js.Value
	items    map[scene.Key]*item
	round    uint32
	selected scene.Key
	w, h     float64
	// append and remove are cached: looking a method up costs more than the call.
}

// item is a node's group on the page, and the node as it was last drawn.
type item struct {
	group js.Value
	parts []js.Value
	node  scene.Node
	class string
	seen  uint32
}

const svgSpace = "http://www.w3.org/2000/svg"

// start empties the host and puts an empty picture there.
func (p *painter) start(host js.Value) {
	host.Set("innerHTML", `<svg xmlns="`+svgSpace+`" aria-hidden="true">`+scene.Markers+`</svg>`)
	p.svg = host.Get("firstChild")
	for i := range p.layers {
		p.layers[i] = document.Call("createElementNS", svgSpace, "g")
		p.svg.Call("appendChild", p.layers[i])
	}
	p.items = map[scene.Key]*item{}
	p.w, p.h = 0, 0
}

func (p *painter) paint(pic *scene.Picture) {
	if pic.Width != p.w || pic.Height != p.h {
		p.w, p.h = pic.Width, pic.Height
		p.svg.Call("setAttribute", "viewBox", "0 0 "+scene.Number(p.w)+" "+scene.Number(p.h))
	}
	p.round++
	for i := range pic.Nodes {
		p.node(&pic.Nodes[i])
	}
	for key, it := range p.items {
		if it.seen != p.round {
			it.group.Call("remove")
			delete(p.items, key)
		}
	}
}

func (p *painter) node(n *scene.Node) {
	it := p.items[n.Key]
	if it == nil {
		it = p.add(n)
	}
	it.seen = p.round
	class := n.Class
	if n.Key == p.selected {
		class += " selected"
	}
	if it.class != class {
		it.group.Call("setAttribute", "class", class)
		it.class = class
	}
	if it.node.X != n.X || it.node.Y != n.Y {
		it.move(n)
	}
	if it.node.Fade != n.Fade {
		it.group.Call("setAttribute", "opacity", strconv.FormatFloat(1-n.Fade, 'f', 2, 64))
	}
	it.draw(n.Parts)
	parts := append(it.node.Parts[:0], n.Parts...)
	it.node = *n
	it.node.Parts = parts
}

func (p *painter) add(n *scene.Node) *item {
	it := &item{group: document.Call("createElementNS", svgSpace, "g")}
	if key := dataKey(n.Key); key != "" {
		it.group.Call("setAttribute", "data-key", key)
	}
	it.move(n)
	p.layers[n.Layer].Call("appendChild", it.group)
	p.items[n.Key] = it
	return it
}

// dataKey tells the pointer what it is on; empty where there is nothing to select.
func dataKey(k scene.Key) string {
	number := strconv.Itoa(int(k.Number))
	switch k.Kind {
	case scene.MessageKey, scene.OutlineKey:
		return "message-" + number
	case scene.QueueKey:
		return "queue-" + number
	case scene.ActorKey:
		return "actor-" + number
	case scene.FlagKey:
		return "flag-" + number
	}
	return ""
}

func (it *item) move(n *scene.Node) {
	it.group.Call("setAttribute", "transform", "translate("+scene.Number(n.X)+" "+scene.Number(n.Y)+")")
}

// draw brings the shapes up to date; where their kinds are others than before
// they are made anew.
func (it *item) draw(parts []scene.Part) {
	if !sameKinds(it.node.Parts, parts) {
		it.rebuild(parts)
		return
	}
	for i := range parts {
		part, was := &parts[i], &it.node.Parts[i]
		if *part == *was {
			continue
		}
		el := it.parts[i]
		part.Attributes(was, func(name, value string) { el.Call("setAttribute", name, value) })
		if part.Kind == scene.TextPart && (part.Text != was.Text || part.Strong != was.Strong || part.After != was.After) {
			write(el, part)
		}
	}
}

func sameKinds(a, b []scene.Part) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Kind != b[i].Kind {
			return false
		}
	}
	return true
}

func (it *item) rebuild(parts []scene.Part) {
	it.group.Call("replaceChildren")
	it.parts = it.parts[:0]
	for i := range parts {
		part := &parts[i]
		el := document.Call("createElementNS", svgSpace, part.Tag())
		part.Attributes(nil, func(name, value string) { el.Call("setAttribute", name, value) })
		if part.Kind == scene.TextPart {
			write(el, part)
		}
		it.group.Call("appendChild", el)
		it.parts = append(it.parts, el)
	}
}

// write puts a text part's words into its element.
func write(el js.Value, part *scene.Part) {
	el.Set("textContent", part.Text)
	if part.Strong == "" {
		return
	}
	strong := document.Call("createElementNS", svgSpace, "tspan")
	strong.Call("setAttribute", "class", "strong")
	strong.Set("textContent", part.Strong)
	el.Call("append", strong, part.After)
}
