package conformance

// NotModelled lists, for a reader, what the profile of that name leaves out of what
// the broker does.
func NotModelled(broker string) []string { return notModelled[broker] }

var rabbitMQ = []string{
	"several nodes, elections and network partitions between them",
	"flow control, memory and disk alarms",
	"the time a message takes to travel, and to be stored, where the scenario does not say it",
	"priorities of consumers, and a prefetch that all consumers of a channel share",
	"streams, plugins, shovels and federation",
	"dead-lettering that waits for a confirmation (at least once)",
}

var notModelled = map[string][]string{
	"rabbitmq-classic": rabbitMQ,
	"rabbitmq-quorum":  rabbitMQ,
	"jetstream": {
		"replicas and elections",
		"push consumers and queue groups, which share at random",
		"subjects and filters on them, mirrors and sources",
		"streams that several consumers read, each with its own position",
		"limits of bytes and of age",
	},
	"sqs":      sqs,
	"sqs-fifo": sqs,
	"postgres-skip-locked": {
		"how long a query takes, and what bloat and vacuum do to that",
		"isolation levels above read committed",
		"failover to a replica",
	},
	"pgmq": {
		"how long a query takes, and what bloat and vacuum do to that",
		"the order in which a read returns its rows, which is not fixed",
		"archives, partitioned and unlogged queues",
	},
	"redis-streams": {
		"persistence: what a crash of the server loses",
		"replication and failover",
		"how long a command takes while others wait for it",
	},
	"kafka": {
		"replicas, elections and the high watermark",
		"transactions, compaction and segments",
		"cooperative rebalances, and assignors but the one by ranges",
		"batches on the way, and what compression does to them",
	},
}

var sqs = []string{
	"receives that come back empty, or with fewer messages than there are",
	"a message delivered twice although nothing went wrong (at least once)",
	"the delay until metrics are right, and that they are approximate",
	"batches, long polling, and the limits of size and rate",
}
