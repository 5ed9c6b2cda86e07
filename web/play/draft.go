package play

import "github.com/queuelab/queuelab/core/scenario"

// Draft is what the reader changed in a lesson: a value, never altered in
// place. The zero value is the lesson as it is.
type Draft struct {
	// Text replaces the lesson's scenario; empty: the lesson's own.
	Text string
	// Lines are added at its end: "at 22ms crash consumer-1".
	Lines []string
	// Settings are parameters with other values than their own, in the order
	// of the parameters.
	Settings []scenario.Setting
	// Seed replaces the scenario's; 0: its own.
	Seed uint64
	// Challenge says that the reader started the challenge.
	Challenge bool
}
