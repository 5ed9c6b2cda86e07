package scenario

import "slices"

// The measures' vocabulary.
const (
	Written           MeasureName = "written"
	Deliveries        MeasureName = "deliveries"
	Redeliveries      MeasureName = "redeliveries"
	DeliveredDistinct MeasureName = "delivered-distinct"
	Acknowledged      MeasureName = "acknowledged"
	DeadLettered      MeasureName = "dead-lettered"
	Expired           MeasureName = "expired"
	Dropped           MeasureName = "dropped"
	Refused           MeasureName = "refused"
	Lost              MeasureName = "lost"
	Left              MeasureName = "left"
	Executions        MeasureName = "executions"
	Effects           MeasureName = "effects"
	Duplicates        MeasureName = "duplicates"
	Inversions        MeasureName = "inversions"
	Depth             MeasureName = "depth"
	DepthMax          MeasureName = "depth-max"
	Visible           MeasureName = "visible"
	InFlight          MeasureName = "in-flight"
	Delayed           MeasureName = "delayed"
	Fresh             MeasureName = "fresh"
	Unsettled         MeasureName = "unsettled"
	Parked            MeasureName = "parked"
	Floor             MeasureName = "floor"
	Lag               MeasureName = "lag"
	Finished          MeasureName = "finished"
	Waiting           MeasureName = "waiting"
	Sojourn           MeasureName = "sojourn"
	Utilization       MeasureName = "utilization"
	Crashes           MeasureName = "crashes"

	Balance           MeasureName = "balance"
	Status            MeasureName = "status"
	Receipts          MeasureName = "receipts"
	Published         MeasureName = "published"
	PublishedDistinct MeasureName = "published-distinct"

	Received        MeasureName = "received"
	ReceivedCounted MeasureName = "received-counted"
	Receivers       MeasureName = "receivers"
	Handled         MeasureName = "handled"
	Confirms        MeasureName = "confirms"
)

// Unit is what a measure counts in.
type Unit uint8

// The units of measures.
const (
	Count Unit = iota // a whole number
	Span              // a duration of virtual time
	Ratio             // a share of a whole
	Word              // what a cell of a table holds
)

// MeasureInfo describes a measure.
type MeasureInfo struct {
	Name    MeasureName
	Unit    Unit
	Meaning string
	// Stats says that a statistic can be asked for, such as p95.
	Stats bool
	// Story says that it is a text with a word for each of many events: made of a recorded
	// trace when it is asked for, and in no summary.
	Story bool
	of    subjects
}

// subjects is the set of kinds of subject that a measure can be "of".
type subjects uint8

const (
	byQueue subjects = 1 << iota
	byConsumer
	byMessage
	byLogGroup
	byLog
	byTable
	byRow
	byAny = byQueue | byConsumer | byMessage | byLogGroup
)

var measures = []MeasureInfo{
	{Name: Written, Meaning: "messages and records written by producers, and by hand", of: byQueue | byMessage | byLog},
	{Name: Deliveries, Meaning: "hand-outs of messages to consumers", of: byAny},
	{Name: Redeliveries, Meaning: "hand-outs of messages that had been handed out before", of: byAny},
	{Name: DeliveredDistinct, Meaning: "different messages handed out", of: byAny},
	{Name: Acknowledged, Meaning: "messages deleted by an acknowledgement", of: byQueue | byConsumer | byMessage},
	{Name: DeadLettered, Meaning: "messages moved out of their queue because they may not be handed out again", of: byQueue | byMessage},
	{Name: Expired, Meaning: "messages that outlived their time to live", of: byQueue | byMessage},
	{Name: Dropped, Meaning: "messages turned away: nobody was there to take them, or no queue", of: byQueue | byMessage},
	{Name: Refused, Meaning: "acknowledgements refused because the lease had ended", of: byQueue | byConsumer | byMessage},
	{Name: Lost, Meaning: "messages never finished and no longer anywhere", of: byQueue | byMessage | byLogGroup | byTable},
	{Name: Left, Meaning: "messages that are not gone", of: byQueue | byMessage},
	{Name: Executions, Meaning: "times a handler ran to its end", of: byAny},
	{Name: Effects, Meaning: "times the work of a message took effect", of: byAny},
	{Name: Duplicates, Meaning: "effects beyond the first of the same message", of: byAny},
	{Name: Inversions, Meaning: "pairs of messages finished in another order than written", of: byAny},
	{Name: Depth, Meaning: "messages not yet gone: visible, in flight and delayed", of: byQueue | byMessage},
	{Name: DepthMax, Meaning: "the largest depth so far", of: byQueue},
	{Name: Visible, Meaning: "messages that may be handed out", of: byQueue | byMessage},
	{Name: InFlight, Meaning: "messages handed out, and neither acknowledged nor given back", of: byQueue | byConsumer | byMessage},
	{Name: Delayed, Meaning: "messages held back after they were written", of: byQueue | byMessage},
	{Name: Fresh, Meaning: "messages that were never handed out", of: byQueue},
	{Name: Unsettled, Meaning: "messages that were handed out and are not settled, in flight or come back", of: byQueue},
	{Name: Parked, Meaning: "messages that have used up their deliveries and stay, for nobody", of: byQueue | byMessage},
	{Name: Floor, Meaning: "messages acknowledged from the first one on, without a gap", of: byQueue},
	{Name: Lag, Meaning: "records of a log that a group has not committed", of: byLogGroup | byLog},
	{Name: Finished, Unit: Span, Meaning: "the instant of the last completed execution", of: byAny},
	{Name: Waiting, Unit: Span, Stats: true, Meaning: "time from writing to the first hand-out", of: byAny},
	{Name: Sojourn, Unit: Span, Stats: true, Meaning: "time from writing to leaving the queue", of: byQueue | byConsumer | byMessage},
	{Name: Utilization, Unit: Ratio, Meaning: "share of the consumers' time spent on work", of: byConsumer | byLogGroup},
	{Name: Crashes, Meaning: "crashes of consumers", of: byConsumer | byLogGroup},
	{Name: Balance, Meaning: "what a balance holds", of: byTable},
	{Name: Status, Unit: Word, Meaning: "the status of a row of a table", of: byRow},
	{Name: Receipts, Meaning: "things sent to mailboxes, which can't be taken back", of: byTable | byQueue | byConsumer},
	{Name: Published, Meaning: "rows of an outbox published by relays, and events by producers", of: byTable | byConsumer},
	{Name: PublishedDistinct, Meaning: "different rows of an outbox published, and events", of: byTable},
	{Name: Received, Unit: Word, Story: true, Meaning: "the messages handed out, by their bodies and in order; a star marks a redelivery", of: byQueue | byConsumer | byLogGroup},
	{Name: ReceivedCounted, Unit: Word, Story: true, Meaning: "the same, each star with the count that the broker tells", of: byQueue | byConsumer},
	{Name: Receivers, Unit: Word, Story: true, Meaning: "the consumers that messages were handed out to, in order", of: byQueue | byMessage | byLogGroup},
	{Name: Handled, Unit: Word, Story: true, Meaning: "the deliveries of which the work came to an end, done or failed, by their bodies and in order", of: byQueue | byConsumer},
	{Name: Confirms, Unit: Word, Story: true, Meaning: "what producers that ask for confirms were told, in order: ack, nack, or return", of: byQueue},
}

// Measures lists the vocabulary, in the order in which measures are shown.
func Measures() []MeasureInfo { return slices.Clone(measures) }

// Info describes the measure; its Name is empty where there is no such measure.
func (n MeasureName) Info() MeasureInfo {
	for _, m := range measures {
		if m.Name == n {
			return m
		}
	}
	return MeasureInfo{}
}

func measureNames() []string {
	names := make([]string, len(measures))
	for i, m := range measures {
		names[i] = string(m.Name)
	}
	return names
}

var stats = []Stat{Mean, P50, P95, P99, Max}

func isField(text string) bool { return slices.Contains(fields, text) }

// fields are the words of an occasion that a print line may show.
var fields = []string{"t", "consumer", "message", "delivered", "outcome"}
