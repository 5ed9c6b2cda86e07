package scenario

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestBindTables(t *testing.T) {
	sc := bind(t,
		`table sales`,
		`  row 8842 status=placed version=1`,
		`  row "a row"`,
		`balance account 100`,
		`mailbox receipts honours-key`,
		`mailbox letters`,
		`outbox drafts`,
		`  row "receipt order=1"`,
		`  rows 2 "loan={n}"`)
	want := []Table{
		{Name: "sales", Rows: []Row{{Key: "8842", Cells: []Assign{{"status", "placed"}, {"version", "1"}}}, {Key: "a row"}}},
		{Name: "account", Kind: BalanceTable, Rows: []Row{{Cells: []Assign{{"", "100"}}}}},
		{Name: "receipts", Kind: MailboxTable, HonoursKey: true},
		{Name: "letters", Kind: MailboxTable},
		{Name: "drafts", Kind: OutboxTable, Rows: []Row{
			{Key: "1", Cells: []Assign{{"body", "receipt order=1"}}}, {Key: "2", Cells: []Assign{{"body", "loan=1"}}},
			{Key: "3", Cells: []Assign{{"body", "loan=2"}}},
		}},
	}
	if diff := cmp.Diff(want, sc.Tables, noPlaces); diff != "" {
		t.Error(diff)
	}
}

// world are the things that steps name: tables 0 to 4, and queues 0 and 1.
var world = []string{
	`queue jobs`, `queue mail`, `table seen`, `table orders`, `balance account 100`, `mailbox receipts`, `outbox letters`,
}

// steps gives the steps of a handler.
func stepsOf(t *testing.T, lines ...string) []Step {
	t.Helper()
	sc := bind(t, append(world, lines...)...)
	return sc.Handlers[0].Steps
}

func TestEachStep(t *testing.T) {
	ms4 := Dist{A: 4 * ms}
	for line, want := range map[string]Step{
		`work`:                              {Op: WorkOp, Takes: ConsumersWork},
		`work 10ms`:                         {Op: WorkOp, Takes: Dist{A: 10 * ms}},
		`work exponential 3s`:               {Op: WorkOp, Takes: Dist{Kind: Exponential, A: 3 * time.Second}},
		`read orders {order}`:               {Op: ReadOp, Takes: ms4, Table: 1, Key: "{order}"},
		`read account`:                      {Op: ReadOp, Takes: ms4, Table: 2},
		`write account read - {amount}`:     {Op: WriteOp, Takes: ms4, Table: 2, Amount: "{amount}"},
		`debit account 30`:                  {Op: DebitOp, Takes: ms4, Table: 2, Amount: "30"},
		`insert seen {id}`:                  {Op: InsertOp, Takes: ms4, Table: 0, Key: "{id}"},
		`insert seen {id} else acknowledge`: {Op: InsertOp, Takes: ms4, Table: 0, Key: "{id}", Skip: SkipAcknowledge},
		`insert seen {id} else go-on`:       {Op: InsertOp, Takes: ms4, Table: 0, Key: "{id}", Skip: SkipGoesOn},
		`insert orders 7 status=new else fail`: {
			Op: InsertOp, Takes: ms4, Table: 1, Key: "7", Set: []Assign{{"status", "new"}}, Skip: SkipFails},
		`update orders {order} status={status} version=2`: {
			Op: UpdateOp, Takes: ms4, Table: 1, Key: "{order}", Set: []Assign{{"status", "{status}"}, {"version", "2"}}},
		`update orders 7 a=1 if version < {version}`: {
			Op: UpdateOp, Takes: ms4, Table: 1, Key: "7", Set: []Assign{{"a", "1"}}, If: &Condition{Column: "version", Op: "<", Value: "{version}"}},
		`update orders 7 a=1 if read status=paid`: {
			Op: UpdateOp, Takes: ms4, Table: 1, Key: "7", Set: []Assign{{"a", "1"}}, If: &Condition{Read: true, Column: "status", Op: "=", Value: "paid"}},
		`update orders 7 a=1 if status!=paid`: {
			Op: UpdateOp, Takes: ms4, Table: 1, Key: "7", Set: []Assign{{"a", "1"}}, If: &Condition{Column: "status", Op: "!=", Value: "paid"}},
		`update orders 7 a=1 if version>= 3`: {
			Op: UpdateOp, Takes: ms4, Table: 1, Key: "7", Set: []Assign{{"a", "1"}}, If: &Condition{Column: "version", Op: ">=", Value: "3"}},
		`upsert orders 7 status=active`:           {Op: UpsertOp, Takes: ms4, Table: 1, Key: "7", Set: []Assign{{"status", "active"}}},
		`send receipts "order {order} takes off"`: {Op: SendOp, Takes: ms4, Table: 3, Body: "order {order} takes off"},
		`send receipts "order" key {order}`:       {Op: SendOp, Takes: ms4, Table: 3, Body: "order", SendKey: "{order}"},
		`publish mail "receipt"`:                  {Op: PublishOp, Takes: ms4, Queue: 1, Body: "receipt"},
		`enqueue letters "receipt"`:               {Op: EnqueueOp, Takes: ms4, Table: 4, Body: "receipt"},
		`acknowledge`:                             {Op: AcknowledgeOp, Takes: ms4},
		`reject requeue`:                          {Op: RejectOp, Takes: ms4, Requeue: true},
		`reject drop`:                             {Op: RejectOp, Takes: ms4},
	} {
		want.Text = line
		got := stepsOf(t, `handler h each 4ms`, `  `+line)
		if diff := cmp.Diff([]Step{want}, got, noPlaces); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
		if line == `work` || line == `work 10ms` || line == `work exponential 3s` {
			continue
		}
		want.Takes = Dist{Kind: Uniform, A: ms, B: 2 * ms}
		got = stepsOf(t, `handler h each 4ms`, `  `+line+` takes uniform 1ms to 2ms`)
		if diff := cmp.Diff([]Step{want}, got, noPlaces); diff != "" {
			t.Errorf("%s takes: %s", line, diff)
		}
	}
}

func TestTransactions(t *testing.T) {
	got := stepsOf(t,
		`handler h each 4ms`,
		`  transaction takes 1ms`,
		`    insert seen {id} else acknowledge`,
		`    debit account 30`,
		`  transaction`,
		`    debit account 1`,
		`  acknowledge`)
	ms4 := Dist{A: 4 * ms}
	want := []Step{
		{Op: TransactionOp, Text: "transaction", Takes: Dist{A: ms}, Inner: []Step{
			{Op: InsertOp, Text: "insert seen {id} else acknowledge", Takes: ms4, Key: "{id}", Skip: SkipAcknowledge},
			{Op: DebitOp, Text: "debit account 30", Takes: ms4, Table: 2, Amount: "30"},
		}},
		{Op: TransactionOp, Text: "transaction", Inner: []Step{{Op: DebitOp, Text: "debit account 1", Takes: ms4, Table: 2, Amount: "1"}}},
		{Op: AcknowledgeOp, Text: "acknowledge", Takes: ms4},
	}
	if diff := cmp.Diff(want, got, noPlaces); diff != "" {
		t.Error(diff)
	}
}

// A step that a parameter turns on or off leaves the others as they are.
func TestStepsUnderAWhen(t *testing.T) {
	d := mustParse(t, append(append([]string{`param safe no one of no yes`}, world...),
		`handler h`,
		`  debit account 1`,
		`  when safe is yes`,
		`    transaction`,
		`      debit account 2`,
		`      debit account 3`,
		`  debit account 4`)...)
	amounts := func(steps []Step) (all []Text) {
		for _, s := range steps {
			all = append(all, s.Amount)
			for _, inner := range s.Inner {
				all = append(all, inner.Amount)
			}
		}
		return all
	}
	for safe, want := range map[string][]Text{"no": {"1", "4"}, "yes": {"1", "", "2", "3", "4"}} {
		if diff := cmp.Diff(want, amounts(mustBind(t, d, Setting{"safe", safe}).Handlers[0].Steps)); diff != "" {
			t.Errorf("%s: %s", safe, diff)
		}
	}
}

func TestBindRelays(t *testing.T) {
	sc := bind(t, append(world,
		`exchange events fanout`,
		`relay clerk`,
		`  from letters`,
		`  to jobs`,
		`relay courier x 2`,
		`  from letters`,
		`  to mailbox receipts key {order}`,
		`  starts 5ms`,
		`  every 10ms`,
		`  batch 3`,
		`  locks rows`,
		`  publish 1ms`,
		`  mark 2ms`,
		`outbox drafts`,
		`relay third`,
		`  from drafts`,
		`  to exchange events`,
		`  keeps in-memory`)...)
	courier := Relay{
		Name: "courier-1", Group: "courier", Table: 4, To: ToMailbox, Target: 3, SendKey: "{order}", Starts: 5 * ms, Every: 10 * ms,
		Batch: 3, Locks: true, Publish: ms, Mark: 2 * ms,
	}
	second := courier
	second.Name = "courier-2"
	want := []Relay{
		{Name: "clerk", Group: "clerk", Table: 4, To: ToQueue, Batch: 1}, courier, second,
		{Name: "third", Group: "third", Table: 5, To: ToExchange, Batch: 1, Memory: true},
	}
	if diff := cmp.Diff(want, sc.Relays, noPlaces); diff != "" {
		t.Error(diff)
	}
}

func TestBindBrokers(t *testing.T) {
	sc := bind(t,
		`queue jobs`,
		`  durable`,
		`  stores 5ms`,
		`queue mail`,
		`  single-active`,
		`queue rail`,
		`  direct`,
		`exchange all fanout`,
		`  bind jobs`,
		`exchange some direct`,
		`  bind jobs key a`,
		`exchange most topic`,
		`  bind jobs key order.*`,
		`  bind mail key "#"`,
		`producer p`,
		`  to exchange some`,
		`  key order.{kind}`,
		`  transient`,
		`  confirms`,
		`  write x`,
		`producer q`,
		`  to mail rail`,
		`  persistent`,
		`  write x`,
		`handler h`,
		`  work`,
		`consumer c`,
		`  from mail`,
		`  handler h`,
		`  concurrency 3`,
		`  acknowledge on-delivery`,
		`consumer d`,
		`  from jobs`,
		`  acknowledge manual`,
		`  fails x requeue`,
		`  fails "a b" after 5ms times 2 drop`)
	once := Schedule{Kind: Once, Count: 1}
	want := &Scenario{
		Seed: 1,
		Queues: []Queue{
			{Name: "jobs", DeadLetter: -1, Durable: true, Stores: 5 * ms}, {Name: "mail", DeadLetter: -1, SingleActive: true},
			{Name: "rail", DeadLetter: -1, Direct: true},
		},
		Exchanges: []Exchange{
			{Name: "all", Kind: Fanout, Bindings: []Binding{{Queue: 0}}},
			{Name: "some", Kind: Direct, Bindings: []Binding{{Queue: 0, Key: "a"}}},
			{Name: "most", Kind: Topic, Bindings: []Binding{{Queue: 0, Key: "order.*"}, {Queue: 1, Key: "#"}}},
		},
		Producers: []Producer{
			{Name: "p", Exchange: 1, Log: -1, Key: "order.{kind}", Transient: true, Confirms: true, Bodies: []string{"x"}, Schedule: once},
			{Name: "q", Queue: 1, Also: []int{2}, Exchange: -1, Log: -1, Bodies: []string{"x"}, Schedule: once},
		},
		Consumers: []Consumer{
			{Name: "c", Queue: 1, Prefetch: 1, Handler: 0, Concurrency: 3, OnDelivery: true},
			{Name: "d", Queue: 0, Prefetch: 1, Handler: -1, Concurrency: 1,
				Fails: []Failure{{Body: "x", After: -1}, {Body: "a b", After: 5 * ms, Times: 2, Drop: true}}},
		},
		Handlers: []Handler{{Name: "h", Steps: []Step{{Op: WorkOp, Text: "work", Takes: ConsumersWork}}}},
	}
	if diff := cmp.Diff(want, sc, noPlaces); diff != "" {
		t.Error(diff)
	}
}

func TestBindLogs(t *testing.T) {
	sc := bind(t,
		`log orders`,
		`  partitions 3`,
		`  retention 1m`,
		`  records "first" "no {n}"`,
		`  records 2 "order={n}"`,
		`log plain`,
		`producer p`,
		`  to log orders`,
		`  key {order}`,
		`  write x`,
		`group billing x 2`,
		`  from orders`,
		`  joins 10ms`,
		`  starts at position 120`,
		`  work 10ms`,
		`  commit after takes 2ms`,
		`group first`,
		`  from plain`,
		`  commit before`,
		`group last`,
		`  from plain`,
		`  starts at end`,
		`  commit every 3`,
		`group late`,
		`  from plain`,
		`  starts at instant 5ms`,
		`at 1ms crash billing-2 for 2ms`,
		`at 2ms crash last-1`,
		`at 3ms seek late to 98`)
	want := &Scenario{
		Seed: 1,
		Logs: []Log{
			{Name: "orders", Partitions: 3, Retain: time.Minute, Records: []string{"first", "no 2", "order=3", "order=4"}},
			{Name: "plain", Partitions: 1},
		},
		Producers: []Producer{{Name: "p", Exchange: -1, Log: 0, Key: "{order}", Bodies: []string{"x"}, Schedule: Schedule{Count: 1}}},
		Groups: []Group{
			{Name: "billing", Log: 0, Members: 2, Joins: 10 * ms, From: FromPosition, Placed: true, Position: 120, Work: Dist{A: 10 * ms}, CommitEvery: 1, CommitTakes: 2 * ms},
			{Name: "first", Log: 1, Members: 1, Commit: CommitBefore, CommitEvery: 1},
			{Name: "last", Log: 1, Members: 1, From: FromEnd, Placed: true, CommitEvery: 3},
			{Name: "late", Log: 1, Members: 1, From: FromInstant, Placed: true, At: 5 * ms, CommitEvery: 1},
		},
		Faults: []Fault{
			{Kind: CrashMember, At: ms, Consumer: -1, Queue: -1, Member: 1, For: 2 * ms},
			{Kind: CrashMember, At: 2 * ms, Consumer: -1, Queue: -1, Member: 3},
			{Kind: Seek, At: 3 * ms, Consumer: -1, Queue: -1, Group: 3, Position: 98},
		},
	}
	if diff := cmp.Diff(want, sc, noPlaces); diff != "" {
		t.Error(diff)
	}
}

func TestBindFaultsOfTheWorld(t *testing.T) {
	sc := bind(t, append(world,
		`handler h`,
		`  work`,
		`consumer worker x 2`,
		`  from jobs`,
		`  handler h`,
		`relay courier`,
		`  from letters`,
		`  to jobs`,
		`crash worker-2 after step 2 for 10ms`,
		`crash worker-1 after inner step 0`,
		`crash worker-1 after step never`,
		`crash courier after row 5`,
		`at 1ms crash courier for 2ms`,
		`at 2ms restart mail`,
		`at 3ms after 2 resend mail to jobs`)...)
	want := []Fault{
		{Kind: CrashAtStep, Consumer: 1, Queue: -1, Step: 2, For: 10 * ms},
		{Kind: CrashAtStep, Consumer: 0, Queue: -1, Inner: true},
		{Kind: CrashAtRow, Consumer: -1, Queue: -1, Step: 5},
		{Kind: CrashRelay, At: ms, Consumer: -1, Queue: -1, For: 2 * ms},
		{Kind: Restart, At: 2 * ms, Consumer: -1, Queue: 1},
		{Kind: Resend, At: 3 * ms, After: 2, Consumer: -1, Queue: 1, To: 0},
	}
	if diff := cmp.Diff(want, sc.Faults, noPlaces); diff != "" {
		t.Error(diff)
	}
}

// inWorld puts a line at the end of the world, on line 8.
func inWorld(line, want string) wrong { return wrong{append(world[:7:7], line), []string{want}} }

// inHandler puts a step on line 9.
func inHandler(line, want string) wrong {
	return wrong{append(world[:7:7], `handler h`, `  `+line), []string{want}}
}

func TestWrongTables(t *testing.T) {
	checkWrong(t, []wrong{
		one(`table`, `jobs.txt:1:1: "table": expected a name for the table after it`),
		one(`table a b`, `jobs.txt:1:9: "b": expected the end of the line`),
		one(`balance`, `jobs.txt:1:1: "balance": expected a name for the balance after it`),
		one(`balance a`, `jobs.txt:1:9: "a": expected a whole number such as 3 after it`),
		one(`balance a 1ms`, `jobs.txt:1:11: "1ms": expected a whole number such as 3`),
		one(`mailbox a honors-key`, `jobs.txt:1:11: "honors-key": expected the end of the line`),
		one(`mailbox each`, `jobs.txt:1:9: "each": expected another name, as this one has a meaning of its own`),
		inWorld(`table jobs`, `jobs.txt:8:7: "jobs": expected another name; jobs is declared on line 1`),
		{[]string{`balance a 1`, `  row 1`}, []string{`jobs.txt:2:3: "row": expected no line indented under balance`}},
		{[]string{`mailbox a`, `  row 1`}, []string{`jobs.txt:2:3: "row": expected no line indented under mailbox`}},
		{[]string{`table a`, `  row`}, []string{`jobs.txt:2:3: "row": expected the row's key after it`}},
		{[]string{`table a`, `  row 1 status`}, []string{`jobs.txt:2:9: "status": expected the end of the line, as in: row 8842 status=placed version=1`}},
		{[]string{`table a`, `  row 1`, `  row 1`}, []string{`jobs.txt:3:7: "1": expected another key; there is a row of it already`}},
		{[]string{`outbox a`, `  row`}, []string{`jobs.txt:2:3: "row": expected a message after it`}},
		{[]string{`outbox a`, `  rows x y`}, []string{`jobs.txt:2:8: "x": expected a whole number such as 3`}},
		{[]string{`table a`, `  rows 3 x`}, []string{`jobs.txt:2:3: "rows": expected in an outbox, not in a table`}},
	})
}

func TestWrongHandlers(t *testing.T) {
	const aWork = `a duration such as 45ms, a rate such as 3/s, exponential or uniform`
	checkWrong(t, []wrong{
		one(`handler`, `jobs.txt:1:1: "handler": expected a name for the handler after it`),
		one(`handler h`, `jobs.txt:1:9: "h": expected steps in its lines`),
		one(`handler h every 4ms`, `jobs.txt:1:11: "every": expected the end of the line`),
		one(`handler h each`, `jobs.txt:1:11: "each": expected `+aWork+` after it`),
		inHandler(`wrok`, `jobs.txt:9:3: "wrok": expected a word that begins a line in a handler; did you mean work?`),
		inHandler(`work hard`, `jobs.txt:9:8: "hard": expected `+aWork),
		inHandler(`read order 7`, `jobs.txt:9:8: "order": expected the name of a table or a balance; did you mean orders?`),
		inHandler(`read orders`, `jobs.txt:9:8: "orders": expected the key of a row after it`),
		inHandler(`read receipts 1`, `jobs.txt:9:8: "receipts": expected the name of a table or a balance`),
		inHandler(`read account 1`, `jobs.txt:9:16: "1": expected the end of the line, as in: read orders {order}`),
		inHandler(`write orders read - 1`, `jobs.txt:9:9: "orders": expected the name of a balance`),
		inHandler(`write account 3`, `jobs.txt:9:17: "3": expected read`),
		inHandler(`write account read + 3`, `jobs.txt:9:22: "+": expected -`),
		inHandler(`debit account`, `jobs.txt:9:9: "account": expected an amount after it`),
		inHandler(`insert account 3`, `jobs.txt:9:10: "account": expected the name of a table`),
		inHandler(`insert seen`, `jobs.txt:9:10: "seen": expected a key after it`),
		inHandler(`insert seen 1 else`, `jobs.txt:9:17: "else": expected acknowledge, go-on or fail after it`),
		inHandler(`insert seen 1 else stop`, `jobs.txt:9:22: "stop": expected acknowledge, go-on or fail`),
		inHandler(`update orders 7`, `jobs.txt:9:17: "7": expected column=value after it`),
		inHandler(`update orders 7 status`, `jobs.txt:9:19: "status": expected column=value`),
		inHandler(`update orders 7 a=1 if`, `jobs.txt:9:23: "if": expected a condition such as version < {version} after it`),
		inHandler(`update orders 7 a=1 if {version} < 3`, `jobs.txt:9:26: "{version}": expected a condition such as version < {version}`),
		inHandler(`update orders 7 a=1 if version`, `jobs.txt:9:26: "version": expected =, !=, <=, <, >= or > after it`),
		inHandler(`update orders 7 a=1 if version is 3`, `jobs.txt:9:34: "is": expected =, !=, <=, <, >= or >`),
		inHandler(`update orders 7 a=1 if version<`, `jobs.txt:9:33: "<": expected a value after it`),
		inHandler(`upsert orders 7 a=1 if version < 3`, `jobs.txt:9:23: "if": expected the end of the line, as in: upsert users {user} status=active`),
		inHandler(`send orders "x"`, `jobs.txt:9:8: "orders": expected the name of a mailbox`),
		inHandler(`send receipts`, `jobs.txt:9:8: "receipts": expected what is sent after it`),
		inHandler(`send receipts x key`, `jobs.txt:9:19: "key": expected a key after it`),
		inHandler(`publish letters x`, `jobs.txt:9:11: "letters": expected the name of a queue: jobs or mail`),
		inHandler(`enqueue mail x`, `jobs.txt:9:11: "mail": expected the name of an outbox: seen, orders, account, receipts or letters`),
		inHandler(`enqueue seen x`, `jobs.txt:9:11: "seen": expected the name of an outbox`),
		inHandler(`acknowledge late`, `jobs.txt:9:15: "late": expected the end of the line, as in: acknowledge`),
		inHandler(`reject`, `jobs.txt:9:3: "reject": expected requeue or drop after it`),
		inHandler(`debit account 3 takes`, `jobs.txt:9:19: "takes": expected `+aWork+` after it`),
		{append(world[:7:7], `handler h`, `  transaction`, `    transaction`), []string{`jobs.txt:10:5: "transaction": expected no transaction within another`}},
		{append(world[:7:7], `handler h`, `  acknowledge`, `    work`), []string{`jobs.txt:10:5: "work": expected no line indented under acknowledge`}},
		// What does not count is checked, within transactions too.
		{append(world[:7:7], `param p a one of a b`, `handler h`, `  work`, `  when p is b`, `    transaction`, `      wrok`), []string{
			`jobs.txt:13:7: "wrok": expected a word that begins a line in a handler; did you mean work?`}},
	})
}

func TestWrongRelays(t *testing.T) {
	inRelay := func(line, want string) wrong {
		return wrong{append(world[:7:7], `relay r`, `  from letters`, `  `+line), []string{want}}
	}
	checkWrong(t, []wrong{
		one(`relay r x 21`, `jobs.txt:1:11: "21": expected 0 to 20`),
		one(`relay r y`, `jobs.txt:1:9: "y": expected the end of the line`),
		{[]string{`relay r`}, []string{`jobs.txt:1:7: "r": expected from and an outbox in its lines`, `jobs.txt:1:7: "r": expected to and a queue, an exchange or a mailbox in its lines`}},
		inRelay(`to letters`, `jobs.txt:10:6: "letters": expected the name of a queue: jobs or mail`),
		inRelay(`to mailbox letters`, `jobs.txt:10:14: "letters": expected the name of a mailbox`),
		inRelay(`to exchange x`, `jobs.txt:10:15: "x": expected the name of an exchange`),
		inRelay(`every 0ms`, `jobs.txt:10:9: "0ms": expected a duration above 0, such as 30ms`),
		inRelay(`batch 0`, `jobs.txt:10:9: "0": expected 1 to 10000`),
		inRelay(`locks all`, `jobs.txt:10:9: "all": expected rows`),
		inRelay(`keeps rows`, `jobs.txt:10:9: "rows": expected in-memory`),
		{append(world[:7:7], `relay r x 2`, `  from letters`, `  to jobs`, `  keeps in-memory`), []string{`jobs.txt:8:7: "r": expected one relay only of an outbox that is kept in its memory`}},
		inRelay(`from seen`, `jobs.txt:10:3: "from": expected once; line 9 gives it already`),
		{append(world[:7:7], `relay r`, `  from seen`, `  to jobs`), []string{`jobs.txt:9:8: "seen": expected the name of an outbox`}},
	})
}

func TestWrongBrokers(t *testing.T) {
	inExchange := func(kind, line, want string) wrong {
		return wrong{[]string{`queue jobs`, `exchange x ` + kind, `  ` + line}, []string{want}}
	}
	checkWrong(t, []wrong{
		one(`exchange`, `jobs.txt:1:1: "exchange": expected a name for the exchange after it`),
		one(`exchange x`, `jobs.txt:1:10: "x": expected fanout, direct or topic after it`),
		one(`exchange x headers`, `jobs.txt:1:12: "headers": expected fanout, direct or topic`),
		inExchange(`direct`, `bind jobs`, `jobs.txt:3:8: "jobs": expected key after it`),
		inExchange(`topic`, `bind jobs a`, `jobs.txt:3:13: "a": expected key`),
		inExchange(`fanout`, `bind jobs key a`, `jobs.txt:3:13: "key": expected the end of the line, as in: bind stock key order.*`),
		inExchange(`fanout`, `bind job`, `jobs.txt:3:8: "job": expected the name of a queue; did you mean jobs?`),
		inQueue(`direct 3`, `jobs.txt:4:10: "3": expected the end of the line, as in: direct`),
		inQueue(`stores never`, `jobs.txt:4:10: "never": expected a duration such as 30ms`),
		inProducer(`to failed`, `jobs.txt:4:3: "to": expected once; line 3 gives it already`),
		{[]string{`queue jobs`, `producer p`, `  to jobs failed`, `  write x`}, []string{`jobs.txt:3:11: "failed": expected the name of a queue: jobs`}},
		{[]string{`producer p`, `  to log orders`, `  write x`}, []string{`jobs.txt:2:10: "orders": expected the name of a log`}},
		inProducer(`key`, `jobs.txt:4:3: "key": expected a routing key after it`),
		{[]string{`queue jobs`, `producer p`, `  to jobs`, `  transient`, `  persistent`, `  write x`}, []string{`jobs.txt:5:3: "persistent": expected once; line 4 gives it already`}},
		inConsumer(`handler pay`, `jobs.txt:4:11: "pay": expected the name of a handler`),
		inConsumer(`concurrency 0`, `jobs.txt:4:15: "0": expected 1 to 100`),
		inConsumer(`acknowledge late`, `jobs.txt:4:15: "late": expected manual or on-delivery`),
		inConsumer(`fails`, `jobs.txt:4:3: "fails": expected a message after it`),
		inConsumer(`fails x`, `jobs.txt:4:9: "x": expected requeue or drop after it`),
		inConsumer(`fails x times 0 drop`, `jobs.txt:4:17: "0": expected 1 to 1000000`),
		{[]string{`queue jobs`, `consumer c`, `  from jobs`, `  acknowledge on-delivery`, `  leave x`}, []string{
			`jobs.txt:2:10: "c": expected no leave beside acknowledge on-delivery, as nothing is left unacknowledged`}},
		{[]string{`queue jobs`, `handler h`, `  work`, `consumer c`, `  from jobs`, `  handler h`, `  leave x`}, []string{
			`jobs.txt:4:10: "c": expected no leave and no fails beside a handler, which says itself what becomes of a message`}},
	})
}

func TestWrongLogs(t *testing.T) {
	inGroup := func(line, want string) wrong {
		return wrong{[]string{`log orders`, `group g`, `  from orders`, `  ` + line}, []string{want}}
	}
	checkWrong(t, []wrong{
		one(`log orders 3`, `jobs.txt:1:12: "3": expected the end of the line`),
		one(`group g`, `jobs.txt:1:7: "g": expected from and a log in its lines`),
		one(`group g x 101`, `jobs.txt:1:11: "101": expected 0 to 100`),
		{[]string{`log l`, `  retention 0ms`}, []string{`jobs.txt:2:13: "0ms": expected a duration above 0, or never`}},
		{[]string{`log l`, `  records`}, []string{`jobs.txt:2:3: "records": expected a record after it`}},
		{[]string{`log l`, `  records 3`}, []string{`jobs.txt:2:11: "3": expected a record after it`}},
		inGroup(`starts 3ms`, `jobs.txt:4:10: "3ms": expected at`),
		inGroup(`starts at 3`, `jobs.txt:4:13: "3": expected start, end, position or instant`),
		inGroup(`commit never`, `jobs.txt:4:10: "never": expected before, after or every`),
		inGroup(`commit every 0`, `jobs.txt:4:16: "0": expected 1 to 1000000`),
		inGroup(`prefetch 3`, `jobs.txt:4:3: "prefetch": expected in a consumer, not in a group`),
		{[]string{`log orders`, `group g`, `  from order`}, []string{`jobs.txt:3:8: "order": expected the name of a log; did you mean orders?`}},
	})
}

func TestWrongFaultsOfTheWorld(t *testing.T) {
	checkWrong(t, []wrong{
		afterAll(`crash worker-1`, `jobs.txt:4:7: "worker-1": expected after after it`),
		afterAll(`crash worker-1 after 3`, `jobs.txt:4:22: "3": expected step`),
		afterAll(`crash worker-1 after inner`, `jobs.txt:4:22: "inner": expected step after it`),
		afterAll(`crash worker-1 after step 101`, `jobs.txt:4:27: "101": expected 0 to 100`),
		afterAll(`crash worker after step 1`, `jobs.txt:4:7: "worker": expected one consumer, such as worker-1`),
		afterAll(`crash worker-1 after step 1`, `jobs.txt:4:1: "crash": expected a consumer with a handler, to crash it after one of its steps`),
		afterAll(`at 1ms restart job`, `jobs.txt:4:16: "job": expected the name of a queue; did you mean jobs?`),
		afterAll(`at 1ms resend jobs`, `jobs.txt:4:15: "jobs": expected to after it`),
		afterAll(`at 1ms seek g to 3`, `jobs.txt:4:13: "g": expected the name of a group`),
		{[]string{`log l`, `group g`, `  from l`, `at 1ms seek g to x`}, []string{`jobs.txt:4:18: "x": expected a whole number such as 3`}},
	})
}
