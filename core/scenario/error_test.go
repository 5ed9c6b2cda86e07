package scenario

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wrong is lines, and what is reported of them.
type wrong struct {
	lines []string
	want  []string
}

func checkWrong(t *testing.T, cases []wrong) {
	t.Helper()
	for _, c := range cases {
		_, err := Parse("jobs.txt", text(c.lines...))
		if diff := cmp.Diff(c.want, messages(err)); diff != "" {
			t.Errorf("%s:\n%s", strings.Join(c.lines, "\n"), diff)
		}
	}
}

func one(line, want string) wrong { return wrong{[]string{line}, []string{want}} }

// inQueue, inProducer and inConsumer put a line on line 4 of a sound scenario.
func inQueue(line, want string) wrong {
	return wrong{[]string{`queue failed`, ``, `queue jobs`, `  ` + line}, []string{want}}
}

func inProducer(line, want string) wrong {
	return wrong{[]string{`queue jobs`, `producer p`, `  to jobs`, `  ` + line}, []string{want}}
}

func inConsumer(line, want string) wrong {
	return wrong{[]string{`queue jobs`, `consumer worker x 2`, `  from jobs`, `  ` + line}, []string{want}}
}

// afterAll puts a line on line 4 too.
func afterAll(line, want string) wrong {
	return wrong{[]string{`queue jobs`, `consumer worker x 2`, `  from jobs`, line}, []string{want}}
}

func TestWordsThatCanNotBeRead(t *testing.T) {
	checkWrong(t, []wrong{
		{[]string{`queue a`, "\tdelay 5ms"}, []string{`jobs.txt:2:1: "\t": expected spaces as indentation`}},
		{[]string{`queue a`, "  \tdelay 5ms"}, []string{`jobs.txt:2:3: "\t": expected spaces as indentation`}},
		one(`claim "x`, `jobs.txt:1:7: "x": expected a closing "`),
		one(`claim "x"y`, `jobs.txt:1:10: "y": expected a space after "`),
		one(`claim x"y"`, `jobs.txt:1:8: "x\"": expected a space before "`),
		one(`claim "x\n"`, `jobs.txt:1:9: "\\": expected \" or \\`),
		{[]string{`queue jobs`, `producer p`, `  to jobs`, `  rate 3/s "`}, []string{`jobs.txt:4:12: expected a closing "`}},
		one("seed \xff", `jobs.txt:1:6: expected text in UTF-8`),
		one("seed \x00", `jobs.txt:1:6: "\x00": expected no control characters`),
		one("# \x1b[0m", `jobs.txt:1:3: "\x1b": expected no control characters`),
	})
}

func TestStatementsThatDoNotFit(t *testing.T) {
	checkWrong(t, []wrong{
		one(`quue jobs`, `jobs.txt:1:1: "quue": expected a word that begins a line at the top level; did you mean queue?`),
		one(`hello`, `jobs.txt:1:1: "hello": expected seed, until, param, when, queue, producer, consumer, at, print, expect, claim, broker, table, balance, mailbox, outbox, handler, relay, exchange, crash, log, group, choose or client`),
		one(`"queue" jobs`, `jobs.txt:1:1: "queue": expected a word that begins a line at the top level; did you mean queue?`),
		one(`visibility 30ms`, `jobs.txt:1:1: "visibility": expected in a queue, not at the top level`),
		one(`starts 30ms`, `jobs.txt:1:1: "starts": expected in a producer, in a consumer, in a relay or in a group, not at the top level`),
		inQueue(`visibilty 30ms`, `jobs.txt:4:3: "visibilty": expected a word that begins a line in a queue; did you mean visibility?`),
		inQueue(`prefetch 3`, `jobs.txt:4:3: "prefetch": expected in a consumer, not in a queue`),
		inQueue(`seed 3`, `jobs.txt:4:3: "seed": expected at the top level, not in a queue`),
		{[]string{`seed 7`, `  hello`, `  you`}, []string{`jobs.txt:2:3: "hello": expected no line indented under seed`}},
		{[]string{`queue jobs`, `  delay 5ms`, `    hello`}, []string{`jobs.txt:3:5: "hello": expected no line indented under delay`}},
		{[]string{`seed 7`, `seed 8`}, []string{`jobs.txt:2:1: "seed": expected once; line 1 gives it already`}},
		{[]string{`queue jobs`, `  delay 5ms`, `  delay 5ms`}, []string{`jobs.txt:3:3: "delay": expected once; line 2 gives it already`}},
		one(`seed`, `jobs.txt:1:1: "seed": expected a whole number such as 3 after it`),
		one(`seed 7 8`, `jobs.txt:1:8: "8": expected the end of the line, as in: seed 7`),
		one(`seed -7`, `jobs.txt:1:6: "-7": expected a whole number such as 3, not a negative one`),
		one(`seed 9999999999999`, `jobs.txt:1:6: "9999999999999": expected at most 1000000000000`),
		one(`seed "7"`, `jobs.txt:1:6: "7": expected a whole number such as 3, without quotes`),
		one(`until 0ms`, `jobs.txt:1:7: "0ms": expected a duration above 0, or never`),
		one(`until 100000h`, `jobs.txt:1:7: "100000h": expected at most 87600h`),
	})
}

func TestWrongNames(t *testing.T) {
	checkWrong(t, []wrong{
		one(`queue`, `jobs.txt:1:1: "queue": expected a name for the queue after it`),
		one(`queue 3`, `jobs.txt:1:7: "3": expected a name: a letter, then letters, digits, - or _`),
		one(`queue a.b`, `jobs.txt:1:7: "a.b": expected a name: a letter, then letters, digits, - or _`),
		one(`queue each`, `jobs.txt:1:7: "each": expected another name, as this one has a meaning of its own`),
		one(`queue "a b"`, `jobs.txt:1:7: "a b": expected a name for the queue, without quotes`),
		one(`queue `+strings.Repeat("a", 61), `jobs.txt:1:7: "`+strings.Repeat("a", 60)+`…": expected a name of at most 60 bytes`),
		{[]string{`queue a`, `queue a`}, []string{`jobs.txt:2:7: "a": expected another name; a is declared on line 1`}},
		{[]string{`queue a`, `consumer a`, `  from a`}, []string{`jobs.txt:2:10: "a": expected another name; a is declared on line 1`}},
		afterAll(`queue worker`, `jobs.txt:4:7: "worker": expected another name; worker is declared on line 2`),
		afterAll(`queue worker-2`, `jobs.txt:4:7: "worker-2": expected another name; worker-2 is declared on line 2`),
		one(`consumer worker x`, `jobs.txt:1:17: "x": expected a whole number such as 3 after it`),
		one(`consumer worker 3`, `jobs.txt:1:17: "3": expected the end of the line`),
		one(`consumer worker x 1001`, `jobs.txt:1:19: "1001": expected 0 to 1000`),
	})
}

func TestWrongQueues(t *testing.T) {
	checkWrong(t, []wrong{
		inQueue(`visibility 30`, `jobs.txt:4:14: "30": expected a duration such as 30ms`),
		inQueue(`visibility 30xs`, `jobs.txt:4:14: "30xs": expected a duration such as 30ms`),
		inQueue(`visibility 0ms`, `jobs.txt:4:14: "0ms": expected a duration above 0, or never`),
		inQueue(`visibility`, `jobs.txt:4:3: "visibility": expected a duration such as 30ms, or never after it`),
		inQueue(`late-acknowledge deleted`, `jobs.txt:4:20: "deleted": expected deletes or refused`),
		inQueue(`max-deliveries x`, `jobs.txt:4:18: "x": expected a whole number such as 3`),
		inQueue(`max-deliveries 1000001`, `jobs.txt:4:18: "1000001": expected 0 to 1000000`),
		inQueue(`dead-letter faild`, `jobs.txt:4:15: "faild": expected the name of a queue; did you mean failed?`),
		inQueue(`dead-letter x`, `jobs.txt:4:15: "x": expected the name of a queue: failed or jobs`),
		inQueue(`dead-letter jobs`, `jobs.txt:3:7: "jobs": expected dead letters that come to rest, not a circle: jobs → jobs`),
		inQueue(`requeue middle`, `jobs.txt:4:11: "middle": expected place, front or back`),
		inQueue(`delay never`, `jobs.txt:4:9: "never": expected a duration such as 30ms`),
		{[]string{`queue z`, `  dead-letter a`, `queue a`, `  dead-letter b`, `queue b`, `  dead-letter a`},
			[]string{`jobs.txt:3:7: "a": expected dead letters that come to rest, not a circle: a → b → a`}},
	})
}

func TestWrongProducers(t *testing.T) {
	checkWrong(t, []wrong{
		{[]string{`producer p`, `  write x`}, []string{`jobs.txt:1:10: "p": expected to and a queue in its lines`}},
		{[]string{`queue jobs`, `producer p`, `  to jobs`},
			[]string{`jobs.txt:2:10: "p": expected write, every, poisson or rate in the producer, as it writes nothing`}},
		inProducer(`to exchange events`, `jobs.txt:4:3: "to": expected once; line 3 gives it already`),
		{[]string{`producer p`, `  to exchange events`}, []string{`jobs.txt:2:15: "events": expected the name of an exchange`}},
		{[]string{`queue jobs`, `producer p`, `  to job`, `  write x`}, []string{`jobs.txt:3:6: "job": expected the name of a queue; did you mean jobs?`}},
		inProducer(`starts never`, `jobs.txt:4:10: "never": expected a duration such as 30ms`),
		inProducer(`priority 256`, `jobs.txt:4:12: "256": expected 0 to 255`),
		inProducer(`write`, `jobs.txt:4:3: "write": expected a message after it`),
		inProducer(`write 3`, `jobs.txt:4:9: "3": expected a message after it`),
		inProducer(`write 3 a b`, `jobs.txt:4:13: "b": expected the end of the line, as in: write "overdue_notification loan=1" "stock_summary branch=1"`),
		inProducer(`write "order {m}"`, `jobs.txt:4:9: "order {m}": expected nothing in braces but {n}, which the messages of a producer can have`),
		{[]string{`queue jobs`, `producer p`, `  to jobs`, `  write a`, `  write 3 b`}, []string{`jobs.txt:5:9: "3": expected no number, as another write lists messages`}},
		{[]string{`queue jobs`, `producer p`, `  to jobs`, `  write 3 a`, `  write b`}, []string{`jobs.txt:5:3: "write": expected no other write beside one with a number`}},
		inProducer(`every 0ms`, `jobs.txt:4:9: "0ms": expected a duration above 0, such as 30ms`),
		inProducer(`every 1s count 0`, `jobs.txt:4:18: "0": expected 1 to 1000000`),
		inProducer(`every 1s round 3`, `jobs.txt:4:12: "round": expected count, times or for`),
		inProducer(`every 1s times 3 times 4`, `jobs.txt:4:20: "times": expected once`),
		inProducer(`every 1s`, `jobs.txt:2:10: "p": expected for or times in its schedule, or until in the scenario, as it never ends`),
		inProducer(`poisson 50`, `jobs.txt:4:11: "50": expected a rate such as 20000/s`),
		inProducer(`poisson 50/d for 3s`, `jobs.txt:4:11: "50/d": expected a rate such as 20000/s`),
		inProducer(`poisson 0/s for 3s`, `jobs.txt:4:11: "0/s": expected a rate above 0, such as 20000/s`),
		inProducer(`rate 2000000000/s for 3s`, `jobs.txt:4:8: "2000000000/s": expected at most one a nanosecond`),
		{[]string{`queue jobs`, `producer p`, `  to jobs`, `  rate 5/s for 1s`, `  every 1s`}, []string{`jobs.txt:5:3: "every": expected once; line 4 gives it already`}},
	})
}

func TestWrongConsumers(t *testing.T) {
	const aWork = `a duration such as 45ms, a rate such as 3/s, exponential or uniform`
	checkWrong(t, []wrong{
		one(`consumer c`, `jobs.txt:1:10: "c": expected from and a queue in its lines`),
		inConsumer(`stops empty`, `jobs.txt:4:9: "empty": expected when-empty`),
		inConsumer(`prefetch 0`, `jobs.txt:4:12: "0": expected 1 or more, or unlimited`),
		inConsumer(`prefetch all`, `jobs.txt:4:12: "all": expected a whole number such as 3`),
		inConsumer(`take 0 every 1s`, `jobs.txt:4:8: "0": expected 1 to 1000000`),
		inConsumer(`take 3 each 1s`, `jobs.txt:4:10: "each": expected every`),
		inConsumer(`take 3 every 0s`, `jobs.txt:4:16: "0s": expected a duration above 0, such as 30ms`),
		inConsumer(`work`, `jobs.txt:4:3: "work": expected `+aWork+` after it`),
		inConsumer(`work hard`, `jobs.txt:4:8: "hard": expected `+aWork),
		inConsumer(`work normal 3ms`, `jobs.txt:4:8: "normal": expected `+aWork),
		inConsumer(`work 0/s`, `jobs.txt:4:8: "0/s": expected a rate above 0, such as 20000/s`),
		inConsumer(`work uniform 30ms to 10ms`, `jobs.txt:4:24: "10ms": expected at least 30ms`),
		inConsumer(`work uniform 30ms`, `jobs.txt:4:16: "30ms": expected to after it`),
		inConsumer(`work by body x 3ms`, `jobs.txt:4:11: "body": expected message`),
		{[]string{`queue jobs`, `consumer c`, `  from jobs`, `  work 1ms`, `  work 2ms`}, []string{`jobs.txt:5:3: "work": expected once; line 4 gives it already`}},
		{[]string{`queue jobs`, `consumer c`, `  from jobs`, `  work by message x 1ms`, `  work by message x 2ms`}, []string{`jobs.txt:5:19: "x": expected once; its work is given already`}},
		inConsumer(`heartbeat often`, `jobs.txt:4:13: "often": expected a duration such as 30ms`),
		inConsumer(`leave`, `jobs.txt:4:3: "leave": expected a message after it`),
	})
}

func TestWrongFaultsPrintsAndClaims(t *testing.T) {
	checkWrong(t, []wrong{
		afterAll(`at 25ms`, `jobs.txt:4:4: "25ms": expected a fault: crash, drop-acknowledge, write, restart, resend, seek, get, subscribe, acknowledge, reject, extend, cancel, close, kill, claim, reread, pause, partition, slow or drop-confirm after it`),
		afterAll(`at 25ms crush worker-1`, `jobs.txt:4:9: "crush": expected a fault: crash, drop-acknowledge, write, restart, resend, seek, get, subscribe, acknowledge, reject, extend, cancel, close, kill, claim, reread, pause, partition, slow or drop-confirm; did you mean crash?`),
		afterAll(`at noon crash worker-1`, `jobs.txt:4:4: "noon": expected a duration such as 30ms`),
		afterAll(`at 25ms crash worker`, `jobs.txt:4:15: "worker": expected one consumer, such as worker-1`),
		afterAll(`at 25ms crash worker-3`, `jobs.txt:4:15: "worker-3": expected the name of a consumer; did you mean worker-1?`),
		afterAll(`at 25ms crash worker-1 for 0ms`, `jobs.txt:4:28: "0ms": expected a duration above 0, or never`),
		afterAll(`at 25ms crash worker-1 until 30ms`, `jobs.txt:4:24: "until": expected the end of the line, as in: at 25ms crash worker-1 for 10ms`),
		afterAll(`at 25ms write jobs "x {n}"`, `jobs.txt:4:20: "x {n}": expected nothing in braces but {n}, which the messages of a producer can have`),
		afterAll(`at 25ms after x crash worker-1`, `jobs.txt:4:15: "x": expected a whole number such as 3`),
		afterAll(`print`, `jobs.txt:4:1: "print": expected each, start, end or at after it`),
		afterAll(`print now "x"`, `jobs.txt:4:7: "now": expected each, start, end or at`),
		afterAll(`print at end`, `jobs.txt:4:10: "end": expected the text in quotes after it`),
		afterAll(`print at end text`, `jobs.txt:4:14: "text": expected the text in quotes`),
		afterAll(`print at end "{consumer}"`, `jobs.txt:4:16: "consumer": expected only in a line that is printed for each outcome`),
		afterAll(`print at end "{depth of job}"`, `jobs.txt:4:25: "job": expected the name of a queue, consumer or group; did you mean jobs?`),
		afterAll(`print at end "{$x}"`, `jobs.txt:4:16: "$x": expected $ and the name of a parameter`),
		afterAll(`expect lost of job = 0`, `jobs.txt:4:16: "job": expected the name of a queue, consumer or group; did you mean jobs?`),
		afterAll(`claim lost = 0`, `jobs.txt:4:7: "lost": expected the claim's name in quotes`),
		afterAll(`claim "No loss" lost`, `jobs.txt:4:17: "lost": expected a comparison: =, !=, <=, <, >= or > after it`),
	})
}

func TestWrongParameters(t *testing.T) {
	checkWrong(t, []wrong{
		one(`param`, `jobs.txt:1:1: "param": expected a name for the parameter after it`),
		one(`param v`, `jobs.txt:1:7: "v": expected its default after it`),
		one(`param v 3`, `jobs.txt:1:9: "3": expected a range after it, such as from 1ms to 1h`),
		one(`param v x`, `jobs.txt:1:9: "x": expected a number, duration, rate or share, or "one of" and the choices after it`),
		one(`param v 3 from 1`, `jobs.txt:1:16: "1": expected to after it`),
		one(`param v 3 from 5 to 1`, `jobs.txt:1:21: "1": expected at least 5`),
		one(`param v 3 from 5 to 9`, `jobs.txt:1:9: "3": expected 5 to 9`),
		one(`param v 30 from 1ms to 1h`, `jobs.txt:1:9: "30": expected a duration such as 30ms`),
		one(`param v 3 from 1 to 1h`, `jobs.txt:1:21: "1h": expected a whole number such as 3`),
		one(`param v 3 from 1 to 5 slider 0 to 2`, `jobs.txt:1:30: "0": expected a slider within the range`),
		one(`param v 3 or never from 1 to 5`, `jobs.txt:1:9: "3": expected a duration such as 30ms, as it may be never`),
		one(`param v 3ms or not`, `jobs.txt:1:16: "not": expected never`),
		one(`param v 3ms from 1ms to never`, `jobs.txt:1:25: "never": expected a duration such as 30ms`),
		one(`param v a one a b`, `jobs.txt:1:15: "a": expected of`),
		one(`param v a one of`, `jobs.txt:1:15: "of": expected the choices after it`),
		one(`param v a one of b c`, `jobs.txt:1:9: "a": expected b or c`),
		one(`param v a one of a a`, `jobs.txt:1:20: "a": expected every choice once`),
		one(`param v a from 1 to 3 one of a b`, `jobs.txt:1:16: "1": expected no range, as there are choices`),
		one(`param v 3 from 1 to 5 "a" "b" "c"`, `jobs.txt:1:31: "c": expected "or never", from, slider, "one of", or a label in quotes`),
		{[]string{`param v 3 from 1 to 5`, `param v 3 from 1 to 5`}, []string{`jobs.txt:2:7: "v": expected another name; v is declared on line 1`}},
		{[]string{`param v 3 from 1 to 5`, `when v is 3`, `  param w 3 from 1 to 5`}, []string{`jobs.txt:3:3: "param": expected at the top level, not under a when`}},
		// What follows from a wrong declaration is not reported.
		{[]string{`param v 3`, `seed $v`, `when v is 3`, `  seed $v`}, []string{`jobs.txt:1:9: "3": expected a range after it, such as from 1ms to 1h`}},
		{[]string{`param v 3`, `queue jobs`, `producer p`, `  to jobs`, `  rate $v for 3s`}, []string{`jobs.txt:1:9: "3": expected a range after it, such as from 1ms to 1h`}},
		one(`seed $v`, `jobs.txt:1:6: "$v": expected $ and the name of a parameter`),
		{[]string{`param visibility 3s from 1s to 5s`, `until $visibilty`}, []string{`jobs.txt:2:7: "$visibilty": expected $ and the name of a parameter; did you mean visibility?`}},
		{[]string{`param v 3s from 1s to 5s`, `seed $v`}, []string{`jobs.txt:2:6: "$v": is 3s: expected a whole number such as 3`}},
	})
}

func TestWrongWhens(t *testing.T) {
	param := `param late deletes one of deletes refused`
	when := func(line, want string) wrong { return wrong{[]string{param, line}, []string{want}} }
	checkWrong(t, []wrong{
		when(`when`, `jobs.txt:2:1: "when": expected the name of a parameter after it`),
		when(`when lat is deletes`, `jobs.txt:2:6: "lat": expected the name of a parameter; did you mean late?`),
		when(`when late`, `jobs.txt:2:6: "late": expected is after it`),
		when(`when late = deletes`, `jobs.txt:2:11: "=": expected is`),
		when(`when late is`, `jobs.txt:2:11: "is": expected deletes or refused after it`),
		when(`when late is not`, `jobs.txt:2:14: "not": expected deletes or refused after it`),
		when(`when late is refuse`, `jobs.txt:2:14: "refuse": expected deletes or refused; did you mean refused?`),
		// Lines that do not count are checked all the same, in blocks too.
		{[]string{param, `when late is refused`, `  queue a`, `    visibilty 3ms`, `  seed x`, `  expect lost of b = 0`, `queue c`, `  when late is refused`, `    delay 5`, `    dead-letter a`}, []string{
			`jobs.txt:4:5: "visibilty": expected a word that begins a line in a queue; did you mean visibility?`,
			`jobs.txt:5:8: "x": expected a whole number such as 3`,
			`jobs.txt:6:18: "b": expected the name of a queue, consumer or group: a or c`,
			`jobs.txt:9:11: "5": expected a duration such as 30ms`}},
		{[]string{param, `when late is refused`, `  queue a`, `queue c`, `  dead-letter a`, `expect depth of a = 0`}, []string{
			`jobs.txt:5:15: "a": expected a queue that is there; this one is declared only under a when that does not hold`,
			`jobs.txt:6:17: "a": expected something that is there; this is declared only under a when that does not hold`}},
		// A name may be declared in two branches.
		{[]string{param, `when late is refused`, `  queue a`, `    delay 3ms`, `when late is deletes`, `  queue a`, `    delay 4ms`, `consumer c`, `  from a`}, nil},
		{[]string{param, `when late is deletes`, `  queue a`, `queue a`}, []string{`jobs.txt:4:7: "a": expected another name; a is declared on line 3`}},
	})
}

func TestAllErrorsAreReportedInOrder(t *testing.T) {
	checkWrong(t, []wrong{{
		[]string{`seed x`, `queue jobs`, `  visibility 30`, `  prefetch 3`, `claim "a`, `consumer c`, `param v 3`},
		[]string{
			`jobs.txt:1:6: "x": expected a whole number such as 3`,
			`jobs.txt:3:14: "30": expected a duration such as 30ms`,
			`jobs.txt:4:3: "prefetch": expected in a consumer, not in a queue`,
			`jobs.txt:5:7: "a": expected a closing "`,
			`jobs.txt:6:10: "c": expected from and a queue in its lines`,
			`jobs.txt:7:9: "3": expected a range after it, such as from 1ms to 1h`,
		}}})
}

func TestErrorsAreCounted(t *testing.T) {
	_, err := Parse("", strings.Repeat("hello\n", 62))
	list := err.(Errors)
	if len(list) != 51 || list[50].Error() != "and 12 more" || list[49].Pos.Line != 50 {
		t.Errorf("got %d, the last %v", len(list), list[len(list)-1])
	}
}

func TestTheDocumentIsThereDespiteErrors(t *testing.T) {
	d, err := Parse("", "param v 3ms from 1ms to 1h\nqueue   jobs\n  visibilty $v\n")
	if err == nil || len(d.Params()) != 1 || d.Format() != "param v 3ms from 1ms to 1h\nqueue jobs\n  visibilty $v\n" {
		t.Errorf("got %v, %q, %v", d.Params(), d.Format(), err)
	}
	if sc, err := d.Bind(nil); sc != nil || err == nil {
		t.Errorf("got %v, %v", sc, err)
	}
}
