package scenario

import "time"

// The limits of a scenario. They are wide enough for every lesson, and keep a
// text from a stranger, such as a shared link, from freezing whoever opens it.
// Beyond them a scenario is refused with an error that names the limit.
const (
	MaxSource       = 64 << 10 // bytes of text
	MaxLine         = 4 << 10  // bytes of a line
	MaxNesting      = 8        // levels of indented blocks
	MaxName         = 60       // characters of a name
	MaxParams       = 50
	MaxChoices      = 50 // of a parameter
	MaxQueues       = 100
	MaxProducers    = 100
	MaxConsumers    = 1_000 // with those that x makes
	MaxTables       = 50
	MaxHandlers     = 50
	MaxSteps        = 100 // of a handler, those in transactions too; a transaction counts as two
	MaxRelays       = 20
	MaxExchanges    = 50
	MaxLogs         = 50
	MaxPartitions   = 100 // of a log
	MaxGroups       = 50
	MaxMembers      = 100    // of all groups
	MaxBodies       = 10_000 // messages, rows and records written out in the text
	MaxRetries      = 8      // times of a retry line
	MaxFaults       = 1_000
	MaxPrints       = 100
	MaxClaims       = 200 // expect and claim lines together
	MaxPlaceholders = 500 // things in braces in one template
	// MaxMessages bounds what the producers and faults write, on average where
	// chance decides.
	MaxMessages = 1_000_000
	// MaxEvents bounds the events of a run. The simulator keeps it.
	MaxEvents = 2_000_000
	// MaxErrors bounds the errors reported at once.
	MaxErrors = 50
	// MaxNumber bounds every whole number.
	MaxNumber = 1_000_000_000_000
	// MaxTime is ten years of virtual time.
	MaxTime = 87_600 * time.Hour
)
