package scene

import (
	"strconv"
	"strings"
)

// Tag is the SVG element that a part is.
func (p *Part) Tag() string {
	return [...]string{BoxPart: "rect", RingPart: "circle", TextPart: "text", PathPart: "path"}[p.Kind]
}

// Attributes calls set for the attributes that make the part out of was, a
// part of the same kind, or from nothing where was is nil. A text's words are
// not an attribute.
func (p *Part) Attributes(was *Part, set func(name, value string)) {
	if was == nil || was.Class != p.Class {
		set("class", p.Class)
	}
	switch p.Kind {
	case BoxPart:
		p.numbers(was, set, boxNames[:], (*Part).boxNumbers)
	case RingPart:
		p.numbers(was, set, ringNames[:], (*Part).ringNumbers)
		if was == nil {
			set("pathLength", "100")
			set("transform", "rotate(-90)")
		}
		if was == nil || was.Share != p.Share {
			set("stroke-dasharray", Number(100*p.Share)+" 100")
		}
	case TextPart:
		p.numbers(was, set, textNames[:], (*Part).textNumbers)
	case PathPart:
		if was == nil || was.Text != p.Text {
			set("d", p.Text)
		}
	}
}

var (
	boxNames  = [...]string{"x", "y", "width", "height", "rx"}
	ringNames = [...]string{"cx", "cy", "r"}
	textNames = [...]string{"x", "y"}
)

func (p *Part) boxNumbers() [5]float64  { return [5]float64{p.X, p.Y, p.W, p.H, min(p.R, p.W/2, p.H/2)} }
func (p *Part) textNumbers() [5]float64 { return [5]float64{p.X, p.Y} }

// ringNumbers are turned by a quarter, so that the ring begins at the top.
func (p *Part) ringNumbers() [5]float64 { return [5]float64{-p.Y, p.X, p.R} }

func (p *Part) numbers(was *Part, set func(name, value string), names []string, of func(*Part) [5]float64) {
	now := of(p)
	var old [5]float64
	if was != nil {
		old = of(was)
	}
	for i, name := range names {
		if was == nil || old[i] != now[i] {
			set(name, Number(now[i]))
		}
	}
}

// Number writes a length, to a tenth of a pixel.
func Number(v float64) string {
	tenths := int64(v*10 + 0.5)
	if v < 0 {
		tenths = -int64(-v*10 + 0.5)
	}
	s := strconv.FormatInt(tenths/10, 10)
	rest := tenths % 10
	if rest == 0 {
		return s
	}
	if rest < 0 {
		rest = -rest
		if tenths > -10 {
			s = "-" + s
		}
	}
	return s + "." + strconv.FormatInt(rest, 10)
}

// Markers are the arrow heads that the ways end in.
const Markers = `<defs>` +
	`<marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>` +
	`<marker id="arrow-off" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>` +
	`<marker id="arrow-again" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>` +
	`</defs>`

// SVG is the picture as a document's element, for a page without a program.
// One on each page brings the Markers, as defs.
func (p *Picture) SVG(defs string) string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" viewBox="0 0 ` + Number(p.Width) + " " + Number(p.Height) + `" height="` + Number(p.Height) + `">` + defs)
	for layer := range Layers {
		b.WriteString("<g>")
		for i := range p.Nodes {
			if n := &p.Nodes[i]; n.Layer == layer {
				n.write(&b)
			}
		}
		b.WriteString("</g>")
	}
	b.WriteString("</svg>")
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
	b.WriteString(`<g class="` + n.Class + `" transform="translate(` + Number(n.X) + " " + Number(n.Y) + `)">`)
	for i := range n.Parts {
		n.Parts[i].write(b)
	}
	b.WriteString("</g>")
}

func (p *Part) write(b *strings.Builder) {
	b.WriteString("<" + p.Tag())
	p.Attributes(nil, func(name, value string) {
		b.WriteString(" " + name + `="` + Escape(value) + `"`)
	})
	b.WriteString(">")
	if p.Kind == TextPart {
		b.WriteString(Escape(p.Text))
		if p.Strong != "" {
			b.WriteString(`<tspan class="strong">` + Escape(p.Strong) + "</tspan>" + Escape(p.After))
		}
	}
	b.WriteString("</" + p.Tag() + ">")
}

var escaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// Escape makes a text safe in HTML and SVG, between tags and in quotes. Package html does the same, and links the
// names of two thousand characters.
func Escape(text string) string { return escaper.Replace(text) }
