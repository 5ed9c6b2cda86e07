package anyrun

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/scenario"
)

// The tables of a world, by index.
const (
	seen = iota
	sales
	account
	receipts
	letters
	tables
)

// world adds tables, a handler for some consumers, relays, an exchange, and what
// can go wrong with them.
func world(t *rapid.T, sc *scenario.Scenario) {
	sc.Tables = []scenario.Table{
		seen:     {Name: "seen"},
		sales:    {Name: "sales", Rows: []scenario.Row{{Key: "1", Cells: []scenario.Assign{{Column: "status", Value: "new"}, {Column: "version", Value: "1"}}}}},
		account:  {Name: "account", Kind: scenario.BalanceTable, Rows: []scenario.Row{{Cells: []scenario.Assign{{Value: "100"}}}}},
		receipts: {Name: "receipts", Kind: scenario.MailboxTable, HonoursKey: rapid.Bool().Draw(t, "honours key")},
		letters:  {Name: "letters", Kind: scenario.OutboxTable, Rows: rows(rapid.IntRange(0, 4).Draw(t, "rows"))},
	}
	for i := range rapid.IntRange(1, 2).Draw(t, "handlers") {
		sc.Handlers = append(sc.Handlers, handler(t, i, len(sc.Queues)))
	}
	for i := range sc.Consumers {
		withHandler(t, sc, i)
	}
	relays := rapid.IntRange(0, 2).Draw(t, "relays")
	for i := range relays {
		sc.Relays = append(sc.Relays, relay(t, i, len(sc.Queues)))
		sc.Relays[i].Memory = relays == 1 && rapid.Bool().Draw(t, "in memory")
		sc.Faults = append(sc.Faults, relayFault(t, i))
	}
	exchange(t, sc)
}

func rows(n int) (all []scenario.Row) {
	for i := range n {
		all = append(all, scenario.Row{
			Key: fmt.Sprint(i + 1), Cells: []scenario.Assign{{Column: "body", Value: scenario.Text(fmt.Sprintf("letter %d", i+1))}},
		})
	}
	return all
}

func handler(t *rapid.T, i, queues int) scenario.Handler {
	h := scenario.Handler{Name: fmt.Sprintf("handler-%d", i+1)}
	for range rapid.IntRange(1, 4).Draw(t, "steps") {
		h.Steps = append(h.Steps, anyStep(t, queues))
	}
	return h
}

func anyStep(t *rapid.T, queues int) scenario.Step {
	if rare(t, "transaction") {
		s := scenario.Step{Op: scenario.TransactionOp, Text: "transaction", Takes: takes(t)}
		for range rapid.IntRange(1, 3).Draw(t, "inner steps") {
			s.Inner = append(s.Inner, step(t, queues))
		}
		return s
	}
	return step(t, queues)
}

func takes(t *rapid.T) scenario.Dist { return scenario.Dist{A: grid(t, 0, 1, "takes")} }

// step draws a step. Publishing goes to the last queue only: a handler that
// feeds itself would not end.
func step(t *rapid.T, queues int) scenario.Step {
	s := rapid.SampledFrom([]scenario.Step{
		{Op: scenario.WorkOp, Takes: scenario.ConsumersWork},
		{Op: scenario.ReadOp, Table: account},
		{Op: scenario.ReadOp, Table: sales, Key: "1"},
		{Op: scenario.WriteOp, Table: account, Amount: "1"},
		{Op: scenario.DebitOp, Table: account, Amount: "2"},
		{Op: scenario.InsertOp, Table: seen, Key: "{id}", Skip: scenario.SkipAcknowledge},
		{Op: scenario.InsertOp, Table: seen, Key: "{id}", Skip: scenario.SkipGoesOn},
		{Op: scenario.InsertOp, Table: sales, Key: "{id}", Set: []scenario.Assign{{Column: "status", Value: "{body}"}}},
		{Op: scenario.UpdateOp, Table: sales, Key: "1", Set: []scenario.Assign{{Column: "status", Value: "{id}"}, {Column: "version", Value: "2"}},
			If: &scenario.Condition{Column: "version", Op: "<", Value: "2", Read: rapid.Bool().Draw(t, "read")}},
		{Op: scenario.UpsertOp, Table: sales, Key: "{id}", Set: []scenario.Assign{{Column: "status", Value: "active"}}},
		{Op: scenario.SendOp, Table: receipts, Body: "order {id}", SendKey: "{id}"},
		{Op: scenario.EnqueueOp, Table: letters, Body: "receipt {id}"},
		{Op: scenario.AcknowledgeOp},
		{Op: scenario.RejectOp, Requeue: false},
	}).Draw(t, "step")
	if s.Op != scenario.WorkOp {
		s.Takes = takes(t)
	}
	s.Text = fmt.Sprint("step ", s.Op)
	return s
}

// withHandler gives a consumer a handler, and may have it crash at one of its steps.
func withHandler(t *rapid.T, sc *scenario.Scenario, i int) {
	c := &sc.Consumers[i]
	if c.Scripted || rapid.Bool().Draw(t, "without handler") {
		return
	}
	c.Handler, c.Leave, c.Fails = rapid.IntRange(0, len(sc.Handlers)-1).Draw(t, "handler"), nil, nil
	if rapid.Bool().Draw(t, "crashes at a step") {
		sc.Faults = append(sc.Faults, scenario.Fault{
			Kind: scenario.CrashAtStep, Consumer: i, Step: rapid.IntRange(0, 4).Draw(t, "step of the crash"),
			Inner: rapid.Bool().Draw(t, "inner"), For: grid(t, 0, 4, "for"),
		})
	}
}

func relay(t *rapid.T, i, queues int) scenario.Relay {
	r := scenario.Relay{Name: fmt.Sprintf("courier-%d", i+1), Group: "courier", Table: letters, Target: queues - 1}
	r.To = rapid.SampledFrom([]scenario.RelayTo{scenario.ToQueue, scenario.ToExchange, scenario.ToMailbox}).Draw(t, "relays to")
	switch r.To {
	case scenario.ToExchange:
		r.Target = 0
	case scenario.ToMailbox:
		r.Target, r.SendKey = receipts, "{row}"
	}
	r.Starts, r.Every = grid(t, 0, 2, "starts"), grid(t, 0, 2, "every")
	r.Batch = rapid.IntRange(1, 3).Draw(t, "batch")
	r.Locks = rapid.Bool().Draw(t, "locks")
	r.Publish, r.Mark = grid(t, 0, 1, "publish"), grid(t, 0, 1, "mark")
	return r
}

func relayFault(t *rapid.T, i int) scenario.Fault {
	return scenario.Fault{
		Kind: rapid.SampledFrom([]scenario.FaultKind{scenario.CrashRelay, scenario.CrashAtRow}).Draw(t, "crash of a relay"),
		At:   grid(t, 0, 10, "at"), Relay: i, Step: rapid.IntRange(1, 4).Draw(t, "row"), For: grid(t, 0, 4, "for"), Consumer: -1, Queue: -1,
	}
}

func exchange(t *rapid.T, sc *scenario.Scenario) {
	x := scenario.Exchange{Name: "events", Kind: scenario.ExchangeKind(rapid.IntRange(0, 2).Draw(t, "exchange"))}
	for q := range sc.Queues {
		if rapid.Bool().Draw(t, "bound") {
			x.Bindings = append(x.Bindings, scenario.Binding{Queue: q, Key: rapid.SampledFrom([]string{"a", "*", "#", "b"}).Draw(t, "key")})
		}
	}
	sc.Exchanges = append(sc.Exchanges, x)
	if p := &sc.Producers[0]; rapid.Bool().Draw(t, "to the exchange") {
		p.Exchange, p.Key = 0, "a"
	}
}

// logs adds a log, groups that read it, and what can go wrong with those.
func logs(t *rapid.T, sc *scenario.Scenario) {
	l := scenario.Log{Name: "orders", Partitions: rapid.IntRange(1, 3).Draw(t, "partitions"), Retain: grid(t, 0, 8, "retention")}
	for i := range rapid.IntRange(0, 4).Draw(t, "records") {
		l.Records = append(l.Records, fmt.Sprintf("record %d", i+1))
	}
	if rare(t, "watched") {
		l.Broker, _ = scenario.ProfileNamed("kafka")
		l.Broker.SessionTimeout, l.Broker.PollWithin = grid(t, 1, 6, "session timeout"), grid(t, 1, 3, "poll within")
	}
	sc.Logs = append(sc.Logs, l)
	p := producer(t, len(sc.Producers))
	p.Queue, p.Also, p.Log = 0, nil, 0
	sc.Producers = append(sc.Producers, p)
	for i := range rapid.IntRange(1, 2).Draw(t, "groups") {
		sc.Groups = append(sc.Groups, group(t, i))
	}
	members := 0
	for _, g := range sc.Groups {
		members += g.Members
	}
	for range rapid.IntRange(0, 3).Draw(t, "faults of groups") {
		sc.Faults = append(sc.Faults, scenario.Fault{
			Kind: rapid.SampledFrom([]scenario.FaultKind{scenario.CrashMember, scenario.Seek}).Draw(t, "fault of a group"),
			At:   grid(t, 0, 30, "at"), For: grid(t, 0, 6, "for"), Consumer: -1, Queue: -1,
			Member: rapid.IntRange(0, members-1).Draw(t, "member"), Group: rapid.IntRange(0, len(sc.Groups)-1).Draw(t, "group"),
			Position: rapid.Int64Range(0, 12).Draw(t, "position"),
		})
	}
}

func group(t *rapid.T, i int) scenario.Group {
	g := scenario.Group{Name: fmt.Sprintf("group-%d", i+1), Members: rapid.IntRange(1, 3).Draw(t, "members")}
	g.Joins = grid(t, 0, 4, "joins")
	g.From = scenario.GroupFrom(rapid.IntRange(0, 3).Draw(t, "from"))
	g.Position, g.At = rapid.Int64Range(0, 6).Draw(t, "from position"), grid(t, 0, 4, "from instant")
	g.Work = scenario.Dist{A: grid(t, 0, 3, "work")}
	g.Commit = scenario.CommitRule(rapid.IntRange(0, 1).Draw(t, "commit"))
	g.CommitEvery = rapid.IntRange(1, 3).Draw(t, "commit every")
	g.CommitTakes = grid(t, 0, 1, "commit takes")
	return g
}
