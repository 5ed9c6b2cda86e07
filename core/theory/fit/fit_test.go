package fit

import (
	"math"
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/scenario"
)

// mm3 is 2.4 messages a second for three consumers that do one each.
const mm3 = `param consumers 3 from 0 to 9 "C"
until 1h
queue jobs
producer shop
  to jobs
  write "order {n}"
  poisson 144/m
consumer worker x $consumers
  from jobs
  work exponential 1s
`

// one is one message whose work may outlast its lease of 1 s.
const one = `queue jobs
  visibility 1s
producer shop
  to jobs
  write "a"
consumer worker x 2
  from jobs
  work exponential 1s
`

func parse(t *testing.T, text, measure string) (*scenario.Scenario, scenario.Measure, *scenario.Measure) {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	first, second, share := strings.Cut(measure, " / ")
	of, err := doc.ParseMeasure(scenario.Pos{}, first)
	if err != nil {
		t.Fatal(err)
	}
	if !share {
		return sc, of, nil
	}
	per, err := doc.ParseMeasure(scenario.Pos{}, second)
	if err != nil {
		t.Fatal(err)
	}
	return sc, of, &per
}

const second = 1e9

// The values are those of the tables in package theory.
func TestForms(t *testing.T) {
	bounded := func(overflow string) string {
		return strings.NewReplacer("144/m", "48/m", "consumers 3", "consumers 1", "queue jobs\n", "queue jobs\n  max-length 4\n  overflow "+overflow+"\n").Replace(mm3)
	}
	one1 := strings.NewReplacer("144/m", "48/m", "consumers 3", "consumers 1")
	mm1 := one1.Replace(mm3)
	md1 := strings.Replace(mm1, "exponential 1s", "1s", 1)
	tests := map[string]struct {
		text, measure, model string
		want                 float64
	}{
		"M/M/3 waiting":         {mm3, "waiting", "M/M/3", 1.078652 * second},
		"of the queue":          {mm3, "waiting of jobs", "M/M/3", 1.078652 * second},
		"M/M/3 p99":             {mm3, "waiting p99", "M/M/3", 6.9501 * second},
		"M/M/3 sojourn":         {mm3, "sojourn", "M/M/3", 2.078652 * second},
		"M/M/3 depth":           {mm3, "depth at 30m", "M/M/3", 4.988764},
		"M/M/3 visible":         {mm3, "visible at 30m", "M/M/3", 2.4 * 1.078652},
		"M/M/3 in flight":       {mm3, "in-flight at 30m", "M/M/3", 2.4},
		"utilization":           {mm3, "utilization", "G/G/3", .8},
		"M/M/1 waiting":         {mm1, "waiting", "M/M/1", 4 * second},
		"M/M/1 sojourn p95":     {mm1, "sojourn p95", "M/M/1", 14.97866 * second},
		"two Poisson producers": {strings.Replace(mm3, "  poisson 144/m\n", "  poisson 72/m\nproducer stall\n  to jobs\n  write \"x\"\n  poisson 72/m\n", 1), "waiting", "M/M/3", 1.078652 * second},
		"M/D/1":                 {md1, "waiting", "M/D/1", 2 * second},
		"M/D/1 in a lease":      {strings.Replace(md1, "queue jobs\n", "queue jobs\n  visibility 1s\n", 1), "waiting", "M/D/1", 2 * second},
		"with a heartbeat":      {strings.NewReplacer("queue jobs\n", "queue jobs\n  visibility 1s\n", "  from jobs\n", "  from jobs\n  heartbeat 500ms\n").Replace(mm3), "waiting", "M/M/3", 1.078652 * second},
		"M/G/1":                 {strings.Replace(mm1, "exponential 1s", "uniform 0ms to 2s", 1), "waiting", "M/G/1", 2.666667 * second},
		"batches":               {strings.Replace(mm1, "48/m", "12/m count 4", 1), "depth at 30m", "M^X/M/1", 10},
		"batches' wait":         {strings.Replace(mm1, "48/m", "12/m count 4", 1), "waiting", "M^X/M/1", 11.5 * second},
		"Erlang B":              {strings.NewReplacer("queue jobs\n", "queue jobs\n  direct\n", "144/m", "180/m", "consumers 3", "consumers 5").Replace(mm3), "dropped / written", "M/G/5/5", .110054},
		"served by Erlang B":    {strings.NewReplacer("queue jobs\n", "queue jobs\n  direct\n", "144/m", "180/m", "consumers 3", "consumers 5", "exponential 1s", "1s").Replace(mm3), "deliveries / written", "M/G/5/5", .889946},
		"bounded":               {bounded("reject-publish"), "dropped / written", "M/M/1/5", .088819},
		"bounded, drop-head":    {bounded("drop-head"), "dropped / written", "M/M/1/5", .088819},
		"bounded sojourn":       {bounded("reject-publish"), "sojourn", "M/M/1/5", 2.563065 * second},
		"bounded waiting":       {bounded("reject-publish"), "waiting", "M/M/1/5", 1.563065 * second},
		"bounded depth":         {bounded("drop-head"), "depth at 30m", "M/M/1/5", 1.868332},
		"bounded utilization":   {bounded("drop-head"), "utilization", "M/M/1/5", .8 * (1 - .088819)},
		"expiring":              {strings.Replace(mm1, "queue jobs\n", "queue jobs\n  ttl 2s\n", 1), "expired / written", "M/M/1+D", .187832},
		"copies":                {one, "deliveries", "Lease expiry", 1.367879},
		"duplicates":            {one, "duplicates / written", "Lease expiry", .367879},
		"copies' sojourn":       {one, "sojourn", "Lease expiry", (1 - .367879/2) * second},
		"fixed copies":          {strings.NewReplacer("exponential 1s", "25s", "1s\n", "10s\n", "x 2", "x 9").Replace(one), "deliveries", "Lease expiry", 3},
		"within its lease":      {strings.Replace(one, "exponential 1s", "900ms", 1), "redeliveries", "Lease expiry", 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := Of(parse(t, test.text, test.measure))
			if got.Model != test.model || math.Abs(got.Value-test.want) > 1e-5*max(1, test.want) {
				t.Errorf("%+v, want %s %g", got, test.model, test.want)
			}
		})
	}
}

func TestAssumptionsThatFail(t *testing.T) {
	queue := func(line string) string { return strings.Replace(mm3, "queue jobs\n", "queue jobs\n  "+line+"\n", 1) }
	consumer := func(line string) string { return strings.Replace(mm3, "  from jobs\n", "  from jobs\n  "+line+"\n", 1) }
	tests := map[string]struct{ text, measure, want string }{
		"work":          {strings.Replace(mm3, "exponential 1s", "1s", 1), "waiting", "Work is not exponential, and there are several consumers"},
		"leases":        {queue("visibility 5s"), "waiting", "Messages come back when the lease ends"},
		"dead letters":  {queue("ttl 5s\n  dead-letter failed") + "queue failed\n", "waiting of jobs", "Messages are dead-lettered"},
		"drop-head":     {queue("max-length 5"), "sojourn", "No formula for sojourn is known here"},
		"several, ttl":  {queue("ttl 5s"), "expired / written", "No formula for expired / written is known here"},
		"bounded, work": {strings.Replace(queue("max-length 5"), "exponential 1s", "1s", 1), "dropped / written", "Work is not exponential, and messages are lost"},
		"own ttl":       {strings.Replace(mm3, "  poisson", "  ttl 1s\n  poisson", 1), "waiting", "Messages have times to live of their own"},
		"refused":       {queue("visibility 5s\n  late-acknowledge refused"), "waiting", "Late acknowledgements are refused"},
		"delay":         {queue("delay 1s"), "waiting", "Messages are held back first"},
		"single active": {queue("single-active"), "waiting", "Only one of the consumers is given messages"},
		"too fast":      {strings.Replace(mm3, "144/m", "3/s", 1), "waiting", "Messages arrive faster than they can be worked on"},
		"too short":     {strings.Replace(mm3, "144/m", "144/m for 2m", 1), "waiting", "The run is too short for so busy a queue to settle"},
		"too early":     {mm3, "depth at 2m", "The run is too short for so busy a queue to settle"},
		"too few":       {strings.Replace(mm3, "144/m", "144/m times 100", 1), "waiting", "The run is too short for so busy a queue to settle"},
		"regular":       {strings.Replace(mm3, "poisson", "rate", 1), "waiting", "Messages do not arrive at random"},
		"batches":       {strings.Replace(mm3, "144/m", "36/m count 4", 1), "waiting", "Messages arrive several at a time"},
		"prefetch":      {consumer("prefetch 5"), "waiting", "A consumer holds several messages at once"},
		"take":          {consumer("take 3 every 1s"), "waiting", "Consumers take only so many messages at a time"},
		"left":          {consumer(`leave "order 7"`), "waiting", "Some messages are never acknowledged"},
		"fails":         {consumer(`fails "order 7" requeue`), "waiting", "Work fails"},
		"by message":    {consumer(`work by message "order 7" 5s`), "waiting", "Work depends on the message"},
		"on delivery":   {consumer("acknowledge on-delivery"), "waiting", "Messages are acknowledged before the work"},
		"stops":         {consumer("stops when-empty"), "waiting", "Consumers stop"},
		"crash":         {mm3 + "at 1s crash worker-1 for 1s\n", "waiting", "A consumer crashes"},
		"dropped":       {one + "at 1s drop-acknowledge worker-1\n", "deliveries", "An acknowledgement is lost"},
		"by hand":       {mm3 + "at 1s write jobs \"x\"\n", "waiting", "Something is done to the run by hand"},
		"by a client":   {mm3 + "client probe\n  from jobs\n", "waiting", "A client takes messages by hand"},
		"confirms":      {strings.Replace(mm3, "  poisson", "  confirms within 100ms\n  poisson", 1), "waiting", "Messages that are not confirmed in time are written again"},
		"a broker":      {"broker rabbitmq-classic\n" + mm3, "waiting", "The queue has rules of its own"},
		"chosen":        {mm3 + "choose at 1s after 0 give worker-2\n", "waiting", "Some of the luck is chosen"},
		"nobody":        {strings.Replace(mm3, "consumers 3", "consumers 0", 1), "waiting", "Nobody takes messages from the queue"},
		"two queues":    {mm3 + "queue failed\n", "waiting", "The measure is of several queues together"},
		"a consumer's":  {mm3, "waiting of worker-1", "The measure is not of a queue as a whole"},
		"no formula":    {mm3, "waiting max", "No formula for waiting max is known here"},
		"nor this":      {mm3, "sojourn p95", "No formula for sojourn p95 is known here"},
		"nor a share":   {mm3, "deliveries / written", "No formula for deliveries / written is known here"},
		"cut off":       {one + "until 5s\n", "deliveries", "The run ends before the work is surely done"},
		"uniform":       {strings.Replace(one, "exponential 1s", "uniform 0ms to 2s", 1), "deliveries", "Work is neither exponential nor fixed"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := Of(parse(t, test.text, test.measure)); got.Holds() || got.Why != test.want {
				t.Errorf("%+v, want %q", got, test.want)
			}
		})
	}
}
