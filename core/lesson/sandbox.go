package lesson

import (
	"slices"
	"sync"

	"github.com/queuelab/queuelab/core/scenario"
)

// SandboxID is the sandbox's ID.
const SandboxID = "sandbox"

// Sandbox is the page to write in: an empty scenario, with nothing to prove
// and nothing asked, in the place of a lesson.
func Sandbox() *Lesson { return sandbox() }

// Contents lists the heads of the lessons and the sandbox by number: what a
// site's table of contents has.
func Contents() []*Lesson { return contents() }

var sandbox = sync.OnceValue(func() *Lesson {
	doc, err := scenario.Parse(SandboxID, "")
	must(err)
	l := sandboxHead
	l.Prose = `## How to begin

Insert **Queue, producer, consumer** and press Play. Then change a number in the text, or insert a
crash. A text that has an error keeps the last good run on the stage, and the error is listed at
its line.

## Where it is kept

In the address, and nowhere else. The link that Share copies holds the whole text and the instant
you look at, so it can be kept as a bookmark and sent on. A lesson's scenario comes here too: each
lesson has a link *Open in the sandbox*, which takes along what you have set.
`
	l.ProsePos = scenario.Pos{File: SandboxID, Line: 1, Col: 1}
	l.Doc = doc
	return &l
})

var sandboxHead = Lesson{
	ID: SandboxID, Number: 28, Group: "In the field", Title: "Sandbox",
	Lead: "An empty scenario to write in. Insert a few pieces, change them, and the stage follows.",
}

var contents = sync.OnceValue(func() []*Lesson { return sorted(append(slices.Clone(Heads()), &sandboxHead)) })
