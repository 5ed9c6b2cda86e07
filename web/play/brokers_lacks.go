package play

import (
	"slices"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
)

// profilesOf are those that the queues and logs of a scenario have.
func profilesOf(sc *scenario.Scenario) []*scenario.Profile {
	var all []*scenario.Profile
	for i := range sc.Queues {
		all = append(all, &sc.Queues[i].Broker)
	}
	for i := range sc.Logs {
		all = append(all, &sc.Logs[i].Broker)
	}
	return all
}

// lacking gathers what a scenario asks for and a broker doesn't have, or has otherwise.
type lacking struct {
	*scenario.Profile
	sc    *scenario.Scenario
	texts []string
}

// lacks is about a scenario with all its queues and logs at a broker.
func lacks(sc *scenario.Scenario, p *scenario.Profile) []string {
	if p.Name == lessonBroker {
		return nil
	}
	l := &lacking{Profile: p, sc: sc}
	l.leases()
	l.limits()
	l.places()
	l.room()
	l.around()
	l.logs()
	return l.texts
}

func (l *lacking) add(so bool, text string) {
	if so {
		l.texts = append(l.texts, text)
	}
}

// queue says whether any queue is so.
func (l *lacking) queue(is func(q *scenario.Queue) bool) bool {
	return slices.ContainsFunc(l.sc.Queues, func(q scenario.Queue) bool { return is(&q) })
}

func (l *lacking) leases() {
	leased := l.queue(func(q *scenario.Queue) bool { return q.Visibility > 0 })
	late := l.queue(func(q *scenario.Queue) bool { return q.RefuseLate })
	beats := slices.ContainsFunc(l.sc.Consumers, func(c scenario.Consumer) bool { return c.Heartbeat > 0 })
	stays := l.Requeue == scenario.Stay
	l.add(l.NoLease && leased && !stays, "No visibility timeout: what a consumer has comes back when its connection closes.")
	l.add(l.NoLease && leased && stays, "No visibility timeout: what a consumer has stays with it until another one claims it.")
	l.add(l.NoLease && beats, "No lease that a heartbeat could extend.")
	l.add(l.DefaultLease > 0 && !leased && len(l.sc.Queues) > 0, "There is always a visibility timeout: "+timeText(l.DefaultLease)+" where the scenario says none.")
	l.add(l.Late == scenario.LateDeletes && late, "It takes an acknowledgement that comes late.")
	l.add(l.Late == scenario.LateDeletesNewest && leased, "An acknowledgement that comes late counts only if the message was not handed out again.")
	l.add(l.Late == scenario.LateRefused && leased && !late, "It refuses an acknowledgement that comes late.")
}

func (l *lacking) limits() {
	limited := l.queue(func(q *scenario.Queue) bool { return q.MaxDeliveries > 0 || q.ZeroLimit })
	dead := l.queue(func(q *scenario.Queue) bool { return q.DeadLetter >= 0 })
	l.add(l.NoLimit && limited, "No limit of deliveries.")
	l.add(l.CountsRedeliveries && limited, "The limit counts redeliveries: N allows N + 1 deliveries.")
	l.add(l.Parks && limited, "After its last delivery a message stays in the stream, and nobody is given it.")
	l.add(l.NoDeadLetter && dead, "No dead letters: no message moves to another queue.")
}

func (l *lacking) places() {
	said := l.queue(func(q *scenario.Queue) bool { return q.Requeue != scenario.RequeuePlace })
	single := l.queue(func(q *scenario.Queue) bool { return q.SingleActive })
	keyed := func(p scenario.Producer) bool { return p.Key != "" }
	l.add(l.Requeue != scenario.AsSaid && said, "Where a message comes back to is this broker's own rule: the requeue line has no say.")
	l.add(single && !l.rabbit(), "No single active consumer by itself; it is simulated all the same.")
	l.add(l.Groups && len(l.sc.Queues) > 0 && !slices.ContainsFunc(l.sc.Producers, keyed), "Messages need a group here. The scenario gives them no key, so all are one group, of which one is in flight at a time.")
	l.priorities()
}

func (l *lacking) priorities() {
	ranked := slices.ContainsFunc(l.sc.Producers, func(p scenario.Producer) bool { return p.Priority > 0 })
	bounded := l.queue(func(q *scenario.Queue) bool { return q.Priorities > 0 })
	l.add(l.Priorities == scenario.NoPriorities && (ranked || bounded), "No priorities.")
	l.add(l.Priorities == scenario.DeclaredPriorities && ranked && !bounded, "Priorities count only in a queue that is declared with them.")
}

func (l *lacking) room() {
	bounded := l.queue(func(q *scenario.Queue) bool { return q.MaxLength > 0 })
	over := func(o scenario.Overflow) bool {
		return l.queue(func(q *scenario.Queue) bool { return q.MaxLength > 0 && q.Overflow == o })
	}
	l.add(l.LengthOfAll && bounded, "The greatest length counts messages in flight, too, and the oldest of all makes room.")
	l.add(l.NoRejectToDLX && over(scenario.RejectToDLX), "No reject-publish-dlx: the oldest message makes room.")
	l.add(l.RejectSlack > 0 && over(scenario.RejectPublish), "A full queue takes "+strconv.Itoa(l.RejectSlack)+" more before it rejects.")
	l.add(l.NoDuplicateWindow && l.queue(func(q *scenario.Queue) bool { return q.DuplicateWindow > 0 }), "It does not recognise a message that is written twice.")
}

// around is about what the scenario has and the broker would need something else for.
func (l *lacking) around() {
	delays := slices.Contains([]string{"sqs", "sqs-fifo", "pgmq"}, l.Name)
	l.add(!delays && l.queue(func(q *scenario.Queue) bool { return q.Delay > 0 }), "No delay by itself; it is simulated all the same.")
	l.add(len(l.sc.Exchanges) > 0 && !l.rabbit(), "No exchanges: something else would have to copy messages to the queues; it is simulated all the same.")
}

func (l *lacking) rabbit() bool { return strings.HasPrefix(l.Name, "rabbitmq") }

func (l *lacking) logs() {
	placed := func(g scenario.Group) bool { return g.Placed }
	l.add(len(l.sc.Logs) > 0 && !l.LogsOnly, "This profile is about queues: the log is the lessons'.")
	l.add(l.StartsAtEnd && !slices.ContainsFunc(l.sc.Groups, placed), "A group without a position begins at the end of the log, and does not see what was there before.")
}
