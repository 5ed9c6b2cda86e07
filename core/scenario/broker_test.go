package scenario

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A queue's broker counts before the scenario's, which may stand anywhere; the lessons'
// is the zero Profile.
func TestWhoseBrokerCounts(t *testing.T) {
	sc := bind(t,
		`param broker rabbitmq-quorum one of lesson rabbitmq-quorum "Broker"`,
		`queue jobs`,
		`queue dead`,
		`  broker rabbitmq-classic`,
		`queue plain`,
		`  broker lesson`,
		`broker $broker`)
	var names []string
	for i := range sc.Queues {
		names = append(names, sc.Queues[i].Broker.Name)
	}
	if diff := cmp.Diff([]string{"rabbitmq-quorum", "rabbitmq-classic", ""}, names); diff != "" {
		t.Error(diff)
	}
}

// RabbitMQ quorum counts redeliveries, and has a limit of none; RabbitMQ classic has
// no limit at all.
func TestHandOuts(t *testing.T) {
	for broker, want := range map[string]map[string]int{
		"lesson":           {"unlimited": 0, "0": 0, "1": 1, "5": 5},
		"rabbitmq-classic": {"unlimited": 0, "0": 0, "1": 0, "5": 0},
		"rabbitmq-quorum":  {"unlimited": 0, "0": 1, "1": 2, "5": 6},
	} {
		for limit, handOuts := range want {
			sc := bind(t, `queue jobs`, `  broker `+broker, `  max-deliveries `+limit)
			if got := sc.Queues[0].HandOuts(); got != handOuts {
				t.Errorf("%s, max-deliveries %s: %d hand-outs, want %d", broker, limit, got, handOuts)
			}
		}
	}
}

func TestWhereMessagesComeBackTo(t *testing.T) {
	for _, c := range []struct {
		broker                 string
		limit                  string
		rejected, disconnected Requeue
	}{
		{"lesson", "unlimited", RequeueFront, RequeueFront},
		{"rabbitmq-classic", "5", RequeuePlace, RequeuePlace},
		{"rabbitmq-quorum", "unlimited", RequeueBack, RequeueAhead},
		{"rabbitmq-quorum", "5", RequeueAhead, RequeueAhead},
	} {
		q := bind(t, `queue jobs`, `  requeue front`, `  broker `+c.broker, `  max-deliveries `+c.limit).Queues[0]
		if q.Rejected() != c.rejected || q.Disconnected() != c.disconnected {
			t.Errorf("%s, limit %s: %d and %d, want %d and %d", c.broker, c.limit, q.Rejected(), q.Disconnected(), c.rejected, c.disconnected)
		}
	}
}

func TestRanks(t *testing.T) {
	for _, c := range []struct {
		broker, priorities  string
		priority, wantRanks int
	}{
		{"lesson", "", 200, 200}, {"lesson", "priorities 10", 200, 10},
		{"rabbitmq-classic", "", 9, 0}, {"rabbitmq-classic", "priorities 10", 200, 10}, {"rabbitmq-classic", "priorities 10", 9, 9},
		{"rabbitmq-quorum", "priorities 10", 9, 0},
	} {
		q := bind(t, `queue jobs`, `  broker `+c.broker, `  `+c.priorities).Queues[0]
		if got := q.Ranks(c.priority); got != c.wantRanks {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

func TestBindBoundsOfQueues(t *testing.T) {
	sc := bind(t,
		`queue jobs`,
		`  ttl 300ms`,
		`  max-length 3`,
		`  overflow reject-publish-dlx`,
		`  priorities 10`,
		`  retry 100ms 1s jitter`,
		`  acknowledge-within 30m`,
		`  expires 1m`,
		`queue plain`,
		`  ttl never`,
		`  max-length unlimited`,
		`  overflow drop-head`,
		`  retry never`)
	want := []Queue{
		{Name: "jobs", DeadLetter: -1, TTL: 300 * ms, MaxLength: 3, Overflow: RejectToDLX, Priorities: 10,
			Retry: [MaxRetries]time.Duration{100 * ms, time.Second}, Retries: 2, Jitter: true,
			AcknowledgeWithin: 30 * time.Minute, Expires: time.Minute},
		{Name: "plain", DeadLetter: -1},
	}
	if diff := cmp.Diff(want, sc.Queues, noPlaces); diff != "" {
		t.Error(diff)
	}
}

func TestBindProducersThatAskForMore(t *testing.T) {
	sc := bind(t, `queue jobs`, `producer p`, `  to jobs`, `  ttl 0ms`, `  mandatory`, `  confirms within 20ms`, `  write "m1"`)
	p := sc.Producers[0]
	if p.TTL != AtOnce || !p.Mandatory || !p.Confirms || p.ConfirmWithin != 20*ms {
		t.Errorf("%+v", p)
	}
}

func TestBindClients(t *testing.T) {
	sc := bind(t,
		`queue jobs`,
		`client probe`,
		`  from jobs`,
		`at 1ms get probe`,
		`at 2ms get probe 3`,
		`at 3ms subscribe probe prefetch 5`,
		`at 4ms subscribe probe`,
		`at 5ms acknowledge probe m1 multiple`,
		`at 6ms reject probe m2 requeue multiple after 1s`,
		`at 7ms reject probe "m 3" drop`,
		`at 8ms extend probe m4`,
		`at 9ms extend probe m4 by 1s`,
		`at 10ms cancel probe`,
		`at 11ms close probe`)
	if c := sc.Consumers[0]; c.Name != "probe" || !c.Scripted || c.Queue != 0 {
		t.Errorf("%+v", c)
	}
	want := []Fault{
		{At: 1 * ms, Kind: Get, Queue: -1, Count: 1},
		{At: 2 * ms, Kind: Get, Queue: -1, Count: 3},
		{At: 3 * ms, Kind: Subscribe, Queue: -1, Count: 5},
		{At: 4 * ms, Kind: Subscribe, Queue: -1},
		{At: 5 * ms, Kind: Acknowledge, Queue: -1, Body: "m1", Multiple: true},
		{At: 6 * ms, Kind: Reject, Queue: -1, Body: "m2", Multiple: true, For: time.Second},
		{At: 7 * ms, Kind: Reject, Queue: -1, Body: "m 3", Drop: true},
		{At: 8 * ms, Kind: Extend, Queue: -1, Body: "m4"},
		{At: 9 * ms, Kind: Extend, Queue: -1, Body: "m4", For: time.Second},
		{At: 10 * ms, Kind: Cancel, Queue: -1},
		{At: 11 * ms, Kind: Close, Queue: -1},
	}
	if diff := cmp.Diff(want, sc.Faults, noPlaces); diff != "" {
		t.Error(diff)
	}
}

func TestBindWhatBefallsConsumers(t *testing.T) {
	sc := bind(t,
		`queue jobs`,
		`producer shop`,
		`  to jobs`,
		`  write "m1"`,
		`consumer worker`,
		`  from jobs`,
		`  detection 5s`,
		`  reconnect 1s`,
		`at 1ms pause worker for 10ms`,
		`at 2ms partition worker`,
		`at 3ms slow worker by 3 for 10ms`,
		`at 4ms drop-confirm shop`,
		`at 5ms kill jobs`,
		`at 6ms write jobs "m2" priority 9 ttl 0ms count 2`)
	if c := sc.Consumers[0]; c.Detection != 5*time.Second || c.Reconnect != time.Second {
		t.Errorf("%+v", c)
	}
	want := []Fault{
		{At: 1 * ms, Kind: Pause, Queue: -1, For: 10 * ms},
		{At: 2 * ms, Kind: Partition, Queue: -1},
		{At: 3 * ms, Kind: Slow, Queue: -1, Factor: 3, For: 10 * ms},
		{At: 4 * ms, Kind: DropConfirm, Queue: -1, Consumer: -1},
		{At: 5 * ms, Kind: Restart, Consumer: -1, Unclean: true},
		{At: 6 * ms, Kind: Write, Consumer: -1, Body: "m2", Count: 2, Priority: 9, TTL: AtOnce},
	}
	if diff := cmp.Diff(want, sc.Faults, noPlaces); diff != "" {
		t.Error(diff)
	}
}

func TestWrongBrokersAndClients(t *testing.T) {
	checkWrong(t, []wrong{
		one(`broker rabbitmq-quarum`, `jobs.txt:1:8: "rabbitmq-quarum": expected a broker: `+orList(profileNames())+`; did you mean rabbitmq-quorum?`),
		afterAll(`at 1ms get worker-1`, `jobs.txt:4:12: "worker-1": expected a client, as consumers do by themselves what they do`),
		afterAll(`client probe`, `jobs.txt:4:8: "probe": expected from and a queue in its lines`),
		{[]string{`queue jobs`, `client probe`, `  from jobs`, `at 1ms reject probe m1`}, []string{`jobs.txt:4:21: "m1": expected requeue or drop after it`}},
		{[]string{`queue jobs`, `  retry`}, []string{`jobs.txt:2:3: "retry": expected a duration such as 30ms, or never after it`}},
		{[]string{`queue jobs`, `  retry 1s 1s 1s 1s 1s 1s 1s 1s 1s`}, []string{`jobs.txt:2:33: "1s": expected at most 8 times`}},
		{[]string{`queue jobs`, `  overflow drop`}, []string{`jobs.txt:2:12: "drop": expected drop-head, reject-publish or reject-publish-dlx`}},
	})
}

// A circle of dead letters may go by a time to live, as retries do.
func TestACircleOfDeadLettersWithATimeToLive(t *testing.T) {
	bind(t, `queue jobs`, `  dead-letter later`, `queue later`, `  ttl 300ms`, `  dead-letter jobs`)
	bind(t, `queue jobs`, `  ttl 300ms`, `  dead-letter jobs`)
}

func TestProfilesAreFoundByName(t *testing.T) {
	for _, p := range Profiles() {
		if got, ok := ProfileNamed(p.Name); !ok || got != p || p.Title == "" {
			t.Errorf("%q: %+v", p.Name, got)
		}
	}
	if first := Profiles()[0]; first != (Profile{Name: "lesson", Title: first.Title}) {
		t.Errorf("the lessons' queue has a switch turned: %+v", first)
	}
}

func TestUnheeded(t *testing.T) {
	for broker, want := range map[string][]string{
		"lesson":           nil,
		"rabbitmq-classic": {"visibility", "late-acknowledge", "max-deliveries", "requeue", "retry"},
		"rabbitmq-quorum":  {"visibility", "late-acknowledge", "requeue", "retry", "priorities", "overflow"},
		"jetstream":        {"late-acknowledge", "requeue", "priorities"},
		"redis-streams":    {"visibility", "late-acknowledge", "max-deliveries", "requeue", "retry", "priorities"},
		"sqs-fifo":         {"requeue", "priorities"},
	} {
		q := bind(t, `queue jobs`, `  broker `+broker, `  visibility 30ms`, `  late-acknowledge refused`, `  max-deliveries 3`,
			`  requeue front`, `  retry 1s`, `  priorities 5`, `  overflow reject-publish-dlx`).Queues[0]
		if diff := cmp.Diff(want, q.Unheeded()); diff != "" {
			t.Errorf("%s: %s", broker, diff)
		}
	}
}
