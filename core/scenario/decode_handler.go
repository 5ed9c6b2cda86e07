package scenario

var handlerStatements = []statement{
	{word: "work", in: handlerBlock, usage: "work 10ms", many: true, decode: step(WorkOp, stepWork)},
	{word: "read", in: handlerBlock, usage: "read orders {order}", many: true, decode: step(ReadOp, stepRow)},
	{word: "write", in: handlerBlock, usage: "write account read - {amount}", many: true, decode: step(WriteOp, stepWrite)},
	{word: "debit", in: handlerBlock, usage: "debit account {amount}", many: true, decode: step(DebitOp, stepDebit)},
	{word: "insert", in: handlerBlock, usage: "insert processed_messages {id} else acknowledge", many: true, decode: step(InsertOp, stepInsert)},
	{word: "update", in: handlerBlock, usage: "update orders {order} status={status} if version < {version}", many: true, decode: step(UpdateOp, stepUpdate)},
	{word: "upsert", in: handlerBlock, usage: "upsert users {user} status=active", many: true, decode: step(UpsertOp, stepUpsert)},
	{word: "send", in: handlerBlock, usage: `send receipts "order {order}" key {order}`, many: true, decode: step(SendOp, stepSend)},
	{word: "publish", in: handlerBlock, usage: `publish mail "receipt order={order}"`, many: true, decode: step(PublishOp, stepPublish)},
	{word: "enqueue", in: handlerBlock, usage: `enqueue letters "receipt order={order}"`, many: true, decode: step(EnqueueOp, stepEnqueue)},
	{word: "acknowledge", in: handlerBlock, usage: "acknowledge", many: true, decode: step(AcknowledgeOp, func(*binder, *reader, *Step) {})},
	{word: "reject", in: handlerBlock, usage: "reject requeue", many: true, decode: step(RejectOp, stepReject)},
	{word: "transaction", in: handlerBlock, usage: "transaction", many: true, decode: decodeTransaction, opens: handlerBlock, block: (*binder).transactionBlock},
}

// step makes the decoding of a step: what its op takes, then how long it takes.
func step(op Op, rest func(*binder, *reader, *Step)) func(*binder, *reader) {
	return func(b *binder, r *reader) {
		s := Step{Op: op, Pos: r.last.pos, Takes: b.each}
		words := append([]word{r.last}, r.words...)
		rest(b, r, &s)
		s.Text = joinWords(words[:len(words)-len(r.words)])
		if r.accept("takes") {
			s.Takes = r.dist()
		}
		b.addStep(r, s, 1)
	}
}

// addStep counts those of a transaction too: a run has them one after the other.
func (b *binder) addStep(r *reader, s Step, counts int) {
	b.steps = append(b.steps, s)
	b.stepCount += counts
	r.limit(b.stepCount, MaxSteps, "steps")
}

func (b *binder) handlerBlock(l *line) {
	h, ok := b.heads[l]
	r := b.afterName(l)
	b.each = Dist{}
	if r.accept("each") {
		b.each = r.dist()
	}
	r.finish()
	b.steps, b.stepCount = nil, 0
	_, sound := b.options(l, handlerBlock)
	if !ok {
		return
	}
	if len(b.steps) == 0 && sound && !r.bad {
		b.report.add(&Error{h.name.pos, h.name.text, "expected steps in its lines"})
	}
	b.scenario.Handlers = append(b.scenario.Handlers, Handler{Name: h.name.text, Steps: b.steps, Pos: h.name.pos})
}

func decodeTransaction(b *binder, r *reader) {
	s := Step{Op: TransactionOp, Text: "transaction", Pos: r.last.pos}
	if b.inTransaction {
		r.fail(r.last, "expected no transaction within another")
	}
	if r.accept("takes") {
		s.Takes = r.dist()
	}
	b.addStep(r, s, 2)
}

// transactionBlock reads the steps of the transaction that decodeTransaction
// has just added.
func (b *binder) transactionBlock(l *line) {
	outer := b.steps
	b.steps, b.inTransaction = nil, true
	b.options(l, handlerBlock)
	outer[len(outer)-1].Inner = b.steps
	b.steps, b.inTransaction = outer, false
}

func stepWork(_ *binder, r *reader, s *Step) {
	if r.more() && r.peek() != "takes" {
		s.Takes = r.dist()
		return
	}
	s.Takes = ConsumersWork
}

func stepRow(b *binder, r *reader, s *Step) {
	if b.names.kinds[r.peek()] == BalanceTable {
		s.Table = b.tableOf(r, BalanceTable, "balance")
		return
	}
	s.Table = b.tableOf(r, RowTable, "table or a balance")
	s.Key = Text(r.take("the key of a row").text)
}

func stepWrite(b *binder, r *reader, s *Step) {
	s.Table = b.tableOf(r, BalanceTable, "balance")
	r.expect("read")
	r.expect("-")
	s.Amount = Text(r.take("an amount").text)
}

func stepDebit(b *binder, r *reader, s *Step) {
	s.Table = b.tableOf(r, BalanceTable, "balance")
	s.Amount = Text(r.take("an amount").text)
}

func stepInsert(b *binder, r *reader, s *Step) {
	s.Table = b.tableOf(r, RowTable, "table")
	s.Key = Text(r.take("a key").text)
	s.Set = r.assigns("")
	if r.accept("else") {
		switch r.expect("acknowledge", "go-on", "fail") {
		case "acknowledge":
			s.Skip = SkipAcknowledge
		case "go-on":
			s.Skip = SkipGoesOn
		}
	}
}

func stepUpdate(b *binder, r *reader, s *Step) {
	stepUpsert(b, r, s)
	if !r.accept("if") {
		return
	}
	s.If = &Condition{Read: r.accept("read")}
	if r.more() && !r.words[0].quoted {
		r.words = append(splitWord(r.words[0]), r.words[1:]...)
	}
	w := r.takeBare("a condition such as version < {version}")
	if !r.bad && nameProblem(w.text) != "" {
		r.fail(w, "expected a condition such as version < {version}")
	}
	s.If.Column = w.text
	s.If.Op = r.expect(operators...)
	s.If.Value = Text(r.take("a value").text)
}

func stepUpsert(b *binder, r *reader, s *Step) {
	s.Table = b.tableOf(r, RowTable, "table")
	s.Key = Text(r.take("a key").text)
	s.Set = r.assigns("column=value")
}

func stepSend(b *binder, r *reader, s *Step) {
	s.Table = b.tableOf(r, MailboxTable, "mailbox")
	s.Body = Text(r.take("what is sent").text)
	if r.accept("key") {
		s.SendKey = Text(r.take("a key").text)
	}
}

func stepPublish(b *binder, r *reader, s *Step) {
	s.Queue = r.index(&b.names.queues, "queue")
	s.Body = Text(r.take("a message").text)
}

func stepEnqueue(b *binder, r *reader, s *Step) {
	s.Table = b.tableOf(r, OutboxTable, "outbox")
	s.Body = Text(r.take("a message").text)
}

func stepReject(_ *binder, r *reader, s *Step) { s.Requeue = r.expect("requeue", "drop") == "requeue" }
