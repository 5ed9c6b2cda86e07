package cause

import "github.com/queuelab/queuelab/core/trace"

const (
	// turnsHead and turnsTail are how many deliveries at the beginning and at
	// the end of a long chain are told.
	turnsHead = 2
	turnsTail = 2
)

// shorten replaces the middle of a chain of very many deliveries by one link.
func shorten(tr *trace.Trace, links []Link) []Link {
	var begins []int
	for i, l := range links {
		if k := tr.At(l.Event).Kind; k == trace.Delivered || k == trace.Fetched {
			begins = append(begins, i)
		}
	}
	omitted := len(begins) - turnsHead - turnsTail
	if omitted < 2 {
		return links
	}
	from, to := begins[turnsHead], begins[turnsHead+omitted]
	short := append([]Link(nil), links[:from]...)
	short = append(short, Link{Event: links[from].Event, Part: Omitted, Count: omitted})
	return append(short, links[to:]...)
}
