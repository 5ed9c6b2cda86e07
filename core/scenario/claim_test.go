package scenario

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func count(n int64) Term { return Term{Value: Value{Kind: NumberParam, Number: n}} }

func measured(name MeasureName) Term { return Term{Measure: &Measure{Name: name}} }

func TestClaims(t *testing.T) {
	written, left := measured(Written), measured(Left)
	minusLeft := left
	minusLeft.Minus = true
	finished := Term{Measure: &Measure{Name: Finished}}
	ms75 := Term{Value: Value{Kind: DurationParam, Duration: 75 * time.Millisecond}}
	busy := Term{Measure: &Measure{Name: Utilization}}
	status := measured(Status)
	paid := Term{Value: Value{Kind: ChoiceParam, Word: "paid"}}
	share := Term{Value: Value{Kind: ShareParam, Number: 800_000}}
	for text, want := range map[string][]Comparison{
		"lost = 0": {{Sum{measured(Lost)}, Sum{count(0)}, "="}},
		"lost=0":   {{Sum{measured(Lost)}, Sum{count(0)}, "="}},
		"deliveries = written + left": {
			{Sum{measured(Deliveries)}, Sum{written, left}, "="}},
		"deliveries - left != written + 3": {
			{Sum{measured(Deliveries), minusLeft}, Sum{written, count(3)}, "!="}},
		"lost = 0, finished<=75ms": {
			{Sum{measured(Lost)}, Sum{count(0)}, "="}, {Sum{finished}, Sum{ms75}, "<="}},
		"lost = 0 , 75ms >= finished": {
			{Sum{measured(Lost)}, Sum{count(0)}, "="}, {Sum{ms75}, Sum{finished}, ">="}},
		"utilization > 80%": {{Sum{busy}, Sum{share}, ">"}},
		"status = paid":     {{Sum{status}, Sum{paid}, "="}},
		`status!= "paid"`:   {{Sum{status}, Sum{paid}, "!="}},
		"status = 3, lost = 0": {
			{Sum{status}, Sum{{Value: Value{Kind: ChoiceParam, Word: "3"}}}, "="}, {Sum{measured(Lost)}, Sum{count(0)}, "="}},
		`status = "status"`: {{Sum{status}, Sum{{Value: Value{Kind: ChoiceParam, Word: "status"}}}, "="}},
		"status = status of 7 at 3ms": {{Sum{status}, Sum{{Measure: &Measure{
			Name: Status, Of: Subject{Kind: OfRow, Name: "7"}, When: AtInstant, At: 3 * time.Millisecond}}}, "="}},
	} {
		got, err := ParseClaim(here, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(Claim{All: want, Pos: here}, got, cmpopts.IgnoreFields(Claim{}, "Text")); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestComparisonString(t *testing.T) {
	c, err := ParseClaim(here, "deliveries of jobs-left  at 3s+2>=written - left, waiting   mean<1500us")
	if err != nil {
		t.Fatal(err)
	}
	if want := "deliveries of jobs-left at 3s + 2 >= written - left, waiting mean < 1500us"; c.Text != want {
		t.Errorf("got %s", c.Text)
	}
	if got := c.All[0].String(); got != "deliveries of jobs-left at 3s + 2 >= written - left" {
		t.Error(got)
	}
	if got := c.All[1].String(); got != "waiting < 1.5ms" {
		t.Error(got)
	}
	c, err = ParseClaim(here, `status of "8842" in sales= "on its way" , status!= "status"`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{`status of 8842 in sales = "on its way"`, `status != "status"`} {
		if got := c.All[i].String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestWrongClaims(t *testing.T) {
	const comparison = `a comparison: =, !=, <=, <, >= or >`
	for text, want := range map[string]string{
		"":                                `rows.txt:3:5: expected a measure after it`,
		"lost":                            `rows.txt:3:5: "lost": expected ` + comparison + ` after it`,
		"lost =":                          `rows.txt:3:10: "=": expected a measure after it`,
		"lost = 0,":                       `rows.txt:3:13: ",": expected a measure after it`,
		"lost is 0":                       `rows.txt:3:10: "is": expected ` + comparison,
		"lost == 0":                       `rows.txt:3:11: "=": expected a measure such as deliveries`,
		"lost = 0 left = 1":               `rows.txt:3:14: "left": expected a comma, +, - or the end of the line`,
		"lost = 0ms":                      `rows.txt:3:12: "0ms": expected a count, such as 3 or deliveries, as in the rest of the comparison`,
		"finished = 75":                   `rows.txt:3:16: "75": expected a duration, such as 30ms or finished, as in the rest of the comparison`,
		"utilization = depth":             `rows.txt:3:19: "depth": expected a share, such as 10% or utilization, as in the rest of the comparison`,
		"status = ":                       `rows.txt:3:12: "=": expected a word, such as paid after it`,
		"status = , lost = 0":             `rows.txt:3:14: ",": expected a word, such as paid`,
		"status < paid":                   `rows.txt:3:12: "<": expected = or !=, as words have no order`,
		"status + 3 = 3":                  `rows.txt:3:12: "+": expected no sum, as words can't be added`,
		"status = paid + 3":               `rows.txt:3:19: "+": expected a comma, +, - or the end of the line`,
		"lost = status":                   `rows.txt:3:12: "status": expected a count, such as 3 or deliveries, as in the rest of the comparison`,
		"lost = paid":                     `rows.txt:3:12: "paid": expected a measure such as deliveries`,
		"lost = 3/s":                      `rows.txt:3:12: "3/s": expected a number, a duration such as 30ms or a share such as 10%`,
		"lost = -1":                       `rows.txt:3:12: "-1": expected a whole number such as 3, not a negative one`,
		"finished < never":                `rows.txt:3:16: "never": expected a duration such as 30ms`,
		"depth before each 1s = 0":        `rows.txt:3:23: "1s": expected one value; each makes a list, for print lines`,
		"deliveries of each consumer = 4": `rows.txt:3:24: "consumer": expected one value; each makes a list, for print lines`,
	} {
		_, err := ParseClaim(here, text)
		if diff := cmp.Diff([]string{want}, messages(err)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
