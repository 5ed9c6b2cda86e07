package scenario

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var here = Pos{File: "rows.txt", Line: 3, Col: 5}

func TestMeasures(t *testing.T) {
	for text, want := range map[string]Measure{
		"deliveries":                  {Name: "deliveries"},
		"depth of jobs at 3s":         {Name: "depth", Of: Subject{Kind: OfName, Name: "jobs"}, When: AtInstant, At: 3 * time.Second},
		"depth before 1s":             {Name: "depth", When: Before, At: time.Second},
		"depth at end":                {Name: "depth"},
		"waiting p95 of worker-1":     {Name: "waiting", Stat: P95, Of: Subject{Kind: OfName, Name: "worker-1"}},
		"waiting":                     {Name: "waiting", Stat: Mean},
		"sojourn max":                 {Name: "sojourn", Stat: Max},
		"deliveries of message 2":     {Name: "deliveries", Of: Subject{Kind: OfMessage, Number: 2}},
		"deliveries of each consumer": {Name: "deliveries", Of: Subject{Kind: EachConsumer}},
		"depth of each queue":         {Name: "depth", Of: Subject{Kind: EachQueue}},
		"lag of each group":           {Name: "lag", Of: Subject{Kind: EachGroup}},
		"status":                      {Name: "status"},
		"status of 8842":              {Name: "status", Of: Subject{Kind: OfRow, Name: "8842"}},
		`status of "a row" at 3s`:     {Name: "status", Of: Subject{Kind: OfRow, Name: "a row"}, When: AtInstant, At: 3 * time.Second},
		"status of 8842 in sales":     {Name: "status", Of: Subject{Kind: OfRow, Name: "8842", Table: "sales"}},
		"balance of account":          {Name: "balance", Of: Subject{Kind: OfName, Name: "account"}},
		"depth before each 1s":        {Name: "depth", When: BeforeEach, At: time.Second},
		"visible at each 500ms":       {Name: "visible", When: AtEach, At: 500 * time.Millisecond},
		"depth at 3s of jobs":         {Name: "depth", Of: Subject{Kind: OfName, Name: "jobs"}, When: AtInstant, At: 3 * time.Second},
	} {
		got, err := ParseMeasure(here, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestWrongMeasures(t *testing.T) {
	for text, want := range map[string]string{
		"":                          `rows.txt:3:5: expected a measure after it`,
		"delivered":                 `rows.txt:3:5: "delivered": expected a measure such as deliveries; did you mean deliveries?`,
		"redelivery":                `rows.txt:3:5: "redelivery": expected a measure such as deliveries`,
		"dept":                      `rows.txt:3:5: "dept": expected a measure such as deliveries; did you mean depth?`,
		`"depth"`:                   `rows.txt:3:5: "depth": expected a measure, without quotes`,
		"depth of":                  `rows.txt:3:11: "of": expected the name of a queue, consumer or group after it`,
		"depth of a of b":           `rows.txt:3:16: "of": expected one subject`,
		"depth at 1s before 2s":     `rows.txt:3:17: "before": expected one instant`,
		"depth at":                  `rows.txt:3:11: "at": expected a duration such as 30ms after it`,
		"depth at 3":                `rows.txt:3:14: "3": expected a duration such as 30ms`,
		"depth before each 0ms":     `rows.txt:3:23: "0ms": expected a duration above 0, such as 30ms`,
		"depth of message x":        `rows.txt:3:22: "x": expected a whole number such as 3`,
		"depth of message 0":        `rows.txt:3:22: "0": expected 1 to 1000000`,
		"depth of each message":     `rows.txt:3:19: "message": expected consumer, queue or group`,
		"depth p95":                 `rows.txt:3:11: "p95": expected no statistic: only waiting and sojourn have one`,
		"depth of each consumer":    `rows.txt:3:19: "consumer": expected a queue or a message after depth of`,
		"utilization of each queue": `rows.txt:3:25: "queue": expected a consumer or group after utilization of`,
		"depth-max of message 1":    `rows.txt:3:26: "1": expected a queue after depth-max of`,
		"lag of message 1":          `rows.txt:3:20: "1": expected a group that reads a log or a log after lag of`,
		"depth of each group":       `rows.txt:3:19: "group": expected a queue or a message after depth of`,
		"balance of message 1":      `rows.txt:3:24: "1": expected a table after balance of`,
		"published of message 1":    `rows.txt:3:26: "1": expected a consumer or group or a table after published of`,
		"status of":                 `rows.txt:3:12: "of": expected the key of a row after it`,
		"status of 8842 in":         `rows.txt:3:20: "in": expected the name of a table after it`,
		"depth jobs":                `rows.txt:3:11: "jobs": expected the end of the line`,
		"depth # now":               `rows.txt:3:16: "# now": expected no comment`,
		`depth of "jobs`:            `rows.txt:3:14: "jobs": expected a closing "`,
	} {
		_, err := ParseMeasure(here, text)
		if diff := cmp.Diff([]string{want}, messages(err)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestMeasuresComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomMeasure(t)
		got, err := ParseMeasure(here, m.String())
		if err != nil || got != m {
			t.Fatalf("%s: got %+v, %v", m, got, err)
		}
	})
}

func randomMeasure(t *rapid.T) Measure {
	info := rapid.SampledFrom(measures).Draw(t, "measure")
	m := Measure{Name: info.Name}
	if info.Stats {
		m.Stat = rapid.SampledFrom(stats).Draw(t, "statistic")
	}
	m.Of = rapid.SampledFrom([]Subject{{}, {Kind: OfName, Name: "jobs"}, {Kind: OfMessage, Number: 7}, {Kind: EachQueue}, {Kind: EachConsumer}}).Draw(t, "subject")
	if !info.Allows(m.Of.Kind) {
		m.Of = Subject{}
	}
	if info.of == byRow {
		m.Of = rapid.SampledFrom([]Subject{{}, {Kind: OfRow, Name: "8842"}, {Kind: OfRow, Name: "a row", Table: "sales"}}).Draw(t, "row")
	}
	m.When = When(rapid.IntRange(int(AtTheEnd), int(BeforeEach)).Draw(t, "when"))
	if m.When != AtTheEnd {
		m.At = time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(t, "at"))
	}
	return m
}

func TestEveryMeasureHasAMeaning(t *testing.T) {
	for _, m := range Measures() {
		if m.Meaning == "" || m.of == 0 || m.Name.Info().Name != m.Name {
			t.Errorf("%+v", m)
		}
	}
	if Waiting.Info().Unit != Span || Utilization.Info().Unit != Ratio || Deliveries.Info().Unit != Count {
		t.Error("waiting is a span, utilization a ratio, deliveries a count")
	}
}

func TestNamesInMeasuresAreLookedUp(t *testing.T) {
	d := mustParse(t,
		`param consumers 2 from 0 to 9`,
		`queue jobs`,
		`consumer worker x $consumers`,
		`  from jobs`,
		`consumer clerk`,
		`  from jobs`,
		`table sales`,
		`mailbox receipts`,
		`outbox letters`,
		`relay courier x 2`,
		`  from letters`,
		`  to jobs`,
		`log orders`,
		`group billing`,
		`  from orders`)
	for text, want := range map[string]SubjectKind{
		"deliveries of jobs":     OfQueue,
		"deliveries of worker":   OfGroup,
		"deliveries of worker-2": OfConsumer,
		"deliveries of worker-9": OfConsumer, // with consumers=9 it is there
		"deliveries of clerk":    OfConsumer,
		"receipts of receipts":   OfTable,
		"published of letters":   OfTable,
		"published of courier-2": OfConsumer,
		"published of courier":   OfGroup,
		"written of orders":      OfLog,
		"lag of billing":         OfLogGroup,
		"crashes of billing-1":   OfConsumer,
		"status of 7 in sales":   OfRow,
	} {
		if m, err := d.ParseMeasure(here, text); err != nil || m.Of.Kind != want {
			t.Errorf("%s: got %v, %v", text, m.Of.Kind, err)
		}
	}
	for text, want := range map[string]string{
		"deliveries of job":       `rows.txt:3:19: "job": expected the name of a queue, consumer or group; did you mean jobs?`,
		"deliveries of worker-10": `rows.txt:3:19: "worker-10": expected the name of a queue, consumer or group; did you mean worker-1?`,
		"status of 7 in sale":     `rows.txt:3:20: "sale": expected the name of a table; did you mean sales?`,
		"lag of jobs":             `rows.txt:3:12: "jobs": expected a group that reads a log or a log after lag of`,
		"balance of billing":      `rows.txt:3:16: "billing": expected a table after balance of`,
		"depth of clerk":          `rows.txt:3:14: "clerk": expected a queue or a message after depth of`,
	} {
		if _, err := d.ParseMeasure(here, text); err == nil || err.Error() != want {
			t.Errorf("%s: got %v", text, err)
		}
	}
}
