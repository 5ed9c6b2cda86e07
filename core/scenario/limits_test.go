package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// repeat makes n lines; %d is their number, from 1.
func repeat(n int, line string) string {
	var out strings.Builder
	for i := range n {
		if strings.Contains(line, "%d") {
			fmt.Fprintf(&out, line+"\n", i+1)
		} else {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

func TestLimits(t *testing.T) {
	const jobs = "queue jobs\n"
	const worker = jobs + "consumer worker\n  from jobs\n"
	const producer = jobs + "producer p\n  to jobs\n"
	list := strings.Repeat("  write"+strings.Repeat(" a", 1_000)+"\n", 10)
	for name, c := range map[string]struct{ most, more, want string }{
		"source": {
			repeat(4095, "# 456789 123456") + "# 456789 1234567", repeat(4096, "# 456789 123456") + "#",
			`1:1: expected a text of at most 65536 bytes`},
		"line": {
			"# " + strings.Repeat("x", 4094), "# " + strings.Repeat("x", 4095),
			`1:1: expected a line of at most 4096 bytes`},
		"nesting": {
			"param p 1 from 1 to 2\n" + nested(7) + strings.Repeat(" ", 7) + "seed 1",
			"param p 1 from 1 to 2\n" + nested(8) + strings.Repeat(" ", 8) + "seed 1",
			`10:9: expected at most 8 levels of indentation`},
		"parameters": {
			repeat(50, "param p%d 1 from 1 to 2"), repeat(51, "param p%d 1 from 1 to 2"),
			`51:1: "param": expected at most 50 parameters`},
		"choices": {
			"param p c1 one of" + words(50), "param p c1 one of" + words(51),
			`1:210: "c51": expected at most 50 choices`},
		"queues": {
			repeat(100, "queue q%d"), repeat(101, "queue q%d"),
			`101:7: "q101": expected at most 100 queues`},
		"producers": {
			jobs + repeat(100, "producer p%d\n  to jobs\n  write x"), jobs + repeat(101, "producer p%d\n  to jobs\n  write x"),
			`302:10: "p101": expected at most 100 producers`},
		"consumers": {
			worker + "consumer c x 999\n  from jobs", worker + "consumer c x 1000\n  from jobs",
			`4:10: "c": expected at most 1000 consumers`},
		"bodies": {
			producer + list, producer + list + "  write b",
			`14:9: "b": expected at most 10000 rows, records and messages written out`},
		"tables": {
			repeat(50, "table t%d"), repeat(51, "mailbox t%d"),
			`51:9: "t51": expected at most 50 tables`},
		"rows": {
			"outbox o\n  rows 9999 a\ntable t\n  row 1", "outbox o\n  rows 9999 a\ntable t\n  row 1\n  row 2 a=1",
			`5:9: "a=1": expected at most 10000 rows, records and messages written out`},
		"records": {
			"log l\n  records 10000 a", "log l\n  records 9999 a\n  records 2 b",
			`3:13: "b": expected at most 10000 rows, records and messages written out`},
		"handlers": {
			repeat(50, "handler h%d\n  work 1ms"), repeat(51, "handler h%d\n  work 1ms"),
			`101:9: "h51": expected at most 50 handlers`},
		"steps": {
			"handler h\n" + repeat(98, "  work 1ms") + "  transaction\n", "handler h\n  transaction\n" + repeat(99, "    work 1ms"),
			`101:10: "1ms": expected at most 100 steps`},
		"relays": {
			jobs + "outbox o\nrelay a x 19\n  from o\n  to jobs\nrelay b\n  from o\n  to jobs",
			jobs + "outbox o\nrelay a x 19\n  from o\n  to jobs\nrelay b x 2\n  from o\n  to jobs",
			`6:7: "b": expected at most 20 relays`},
		"exchanges": {
			repeat(50, "exchange x%d fanout"), repeat(51, "exchange x%d fanout"),
			`51:10: "x51": expected at most 50 exchanges`},
		"logs": {
			repeat(50, "log l%d"), repeat(51, "log l%d"),
			`51:5: "l51": expected at most 50 logs`},
		"partitions": {
			"log l\n  partitions 100", "log l\n  partitions 101",
			`2:14: "101": expected 1 to 100`},
		"groups": {
			"log l\n" + repeat(50, "group g%d\n  from l"), "log l\n" + repeat(51, "group g%d\n  from l"),
			`102:7: "g51": expected at most 50 groups`},
		"members": {
			"log l\ngroup a x 99\n  from l\ngroup b\n  from l", "log l\ngroup a x 99\n  from l\ngroup b x 2\n  from l",
			`4:7: "b": expected at most 100 members`},
		"faults": {
			worker + repeat(1000, "at 1ms crash worker"), worker + repeat(1001, "at 1ms crash worker"),
			`1004:8: "crash": expected at most 1000 faults`},
		"prints": {
			repeat(100, `print at end ""`), repeat(101, `print at end ""`),
			`101:14: expected at most 100 print lines`},
		"claims": {
			repeat(100, "expect lost = 0\nclaim \"x\" lost = 0"), repeat(100, "expect lost = 0\nclaim \"x\" lost = 0") + "expect lost = 0",
			`201:1: "expect": expected at most 200 expect and claim lines`},
		"placeholders": {
			`print at end "` + strings.Repeat("{t}", 500) + `"`, `print at end "` + strings.Repeat("{t}", 501) + `"`,
			`1:15: expected at most 500 things in braces`},
		"messages in one write": {
			producer + "  write 1000000 x", producer + "  write 1000001 x",
			`4:9: "1000001": expected 0 to 1000000`},
		"messages altogether": {
			producer + "  write 999999 x\nat 1ms write jobs y", producer + "  write 999999 x\nat 1ms write jobs y count 2",
			`2:10: expected at most 1000000 messages in a run`},
		"messages of a schedule": {
			producer + "  rate 1000000/s for 1s", producer + "  rate 1000001/s for 1s",
			`2:10: expected at most 1000000 messages in a run`},
		"messages until the end": {
			"until 999999ms\n" + producer + "  every 1ms", "until 1000000ms\n" + producer + "  every 1ms",
			`3:10: expected at most 1000000 messages in a run`},
		"messages in bursts": {
			producer + "  every 1ms count 1000 times 1000", producer + "  every 1ms count 1000 times 1001",
			`2:10: expected at most 1000000 messages in a run`},
		"time": {
			producer + "  every 87600h times 2", producer + "  every 87600h times 3",
			`2:10: "p": expected its last message within 87600h`},
	} {
		if _, err := Parse("", c.most); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, err := Parse("", c.more)
		if diff := cmp.Diff([]string{c.want}, messages(err)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// nested is lines each indented one space more than the one before.
func nested(n int) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(strings.Repeat(" ", i) + "when p is 1\n")
	}
	return out.String()
}

func words(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, " c%d", i+1)
	}
	return out.String()
}
