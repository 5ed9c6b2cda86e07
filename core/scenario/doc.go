// Package scenario is the language that says what to run: types, parser,
// formatter and validation.
//
// A scenario is lines of words. Indented lines (by spaces) belong to the line
// above them that is indented less. # begins a comment. A word with spaces is
// written in double quotes. $name stands for the value of the parameter name,
// anywhere a value can stand. A line that a parameter turns off (a heartbeat
// or a fault whose time is never) is as if it were not there.
//
// Values: 30ms 1.5s 2m 1h (durations; units ns us ms s m h), never, 20000/s
// (rates: s, m, h), 10% (shares), whole numbers, words.
//
//	seed 7                       # every random stream is derived from it; 1 if not given
//	until 10s                    # the last instant of the run; else until nothing is left to happen
//
//	param visibility 30ms from 1ms to 1h slider 5ms to 200ms "Visibility timeout" "How long … "
//	param heartbeat never from 0ms to 1h "Heartbeat"       # a default of never, or "or never", allows never
//	param late-acknowledgement deletes one of deletes refused "A late acknowledgement"
//	param consumers 3 from 0 to 20 "Consumers"
//
//	when late-acknowledgement is refused    # the indented lines count only then;
//	  …                                     # also: is not A B, any line of any block
//
//	queue jobs
//	  visibility $visibility       # or never: in flight until the connection closes
//	  late-acknowledge deletes     # or refused
//	  max-deliveries 3             # 0: no limit
//	  dead-letter failed           # the queue that gets dead letters
//	  requeue place                # or front, back
//	  delay 5ms
//
//	producer library
//	  to jobs
//	  starts 10ms                  # 0 if not given
//	  priority 5
//	  write "overdue_notification loan=1" "stock_summary branch=1"   # all at once, or one at a time with every/poisson
//	  write 12 "overdue_notification loan={n}"                       # so many, numbered from 1
//	  every 1s count 5 times 6     # count and times may be left out; for 3s instead of times
//	  poisson 50/s for 3s
//	  rate 20000/s for 3s          # at even intervals
//
//	consumer worker x 3            # worker-1, worker-2, worker-3; x $consumers too
//	  from jobs
//	  starts 30ms
//	  stops when-empty             # for good, when it is free and nothing is visible
//	  prefetch 1                   # or unlimited
//	  take 3 every 1s              # at most
//	  work 45ms                    # exponential 20ms · uniform 10ms to 30ms · 3/s, a third of a second
//	  work by message "…" 30ms     # for messages of that body
//	  heartbeat 20ms
//	  leave "stock_summary branch=1"
//
//	at 25ms crash worker-1 for 10ms      # without for: for ever
//	at 25ms after 3 crash worker-1       # when 3 events of that instant have happened
//	at 25ms drop-acknowledge worker-1    # its next one is lost on the way
//	at 25ms write jobs "report_line loan=2" count 10
//
//	print each outcome  "t={t} {consumer} message={message} delivered={delivered} {outcome}"
//	print end of 0ms    "t={t} depth={depth} visible={visible}"
//	print start of 30ms "…"
//	print at end        "total delivered={deliveries}"
//
//	expect deliveries of jobs = 4, redeliveries = 1
//	claim "No message is lost" lost = 0
//	claim "Delivered = written + left" deliveries = written + left
//
// # Measures
//
// written deliveries redeliveries delivered-distinct acknowledged dead-lettered expired dropped refused
// lost left executions effects duplicates inversions depth depth-max visible in-flight
// delayed lag finished waiting sojourn utilization crashes
//
// waiting and sojourn take a statistic: waiting p95 (mean p50 p95 p99 max; mean
// if none is given). A measure is of everything, or "of" a queue, a consumer, a group or
// "message 2"; of the whole run, or "at 600ms" (after everything of that
// instant) or "before 1s" (before anything of it). In a template's braces,
// {deliveries of each consumer} makes consumer-1=4  consumer-2=4, and
// {depth before each 1s} the list of the values at 1s, 2s, … to the first
// that is not before the end of the run. {$visibility} is a parameter's value.
// Times are printed in milliseconds, without unit, where a print line gives them as {t}.
//
// # Part of the language, not simulated yet
//
// Parsed and refused by name, never ignored: broker, exchange, bind, log,
// group, table, balance, mailbox, outbox, relay, handler and its steps
// (transaction, insert, update, read, write, debit, upsert, send, publish,
// enqueue, commit, acknowledge, reject); in a queue: ttl, max-length,
// overflow, durable, priorities, single-active, retry; in a producer: key,
// confirms, persistent, to an exchange; in a consumer: concurrency, handler,
// acknowledge, fails, detection, reconnect; in faults: restart, pause,
// partition, drop-confirm, slow.
package scenario
