// A queue that is one array: receiving finds the first free job, acknowledging
// filters it out. Prints the nanoseconds that one receive with its acknowledge
// takes, over emptying a queue of as many jobs as the first argument says.

const VISIBILITY = 30;

const create = () => ({ clock: 0, last: 0, handedOut: 0, jobs: [] });

function write(queue, body) {
  queue.last += 1;
  queue.jobs.push({ id: queue.last, body, freeAt: 0, deliveries: 0 });
}

function receive(queue) {
  const job = queue.jobs.find((candidate) => candidate.freeAt <= queue.clock);
  if (!job) return null;
  job.freeAt = queue.clock + VISIBILITY;
  job.deliveries += 1;
  queue.handedOut += 1;
  return { id: job.id, body: job.body, deliveries: job.deliveries };
}

function acknowledge(queue, id) {
  const kept = queue.jobs.filter((job) => job.id !== id);
  const deleted = kept.length < queue.jobs.length;
  queue.jobs = kept;
  return deleted;
}

const waiting = Number(process.argv[2]);
const queue = create();
for (let n = 0; n < waiting; n += 1) write(queue, `job ${n}`);

const start = process.hrtime.bigint();
for (let job = receive(queue); job; job = receive(queue)) acknowledge(queue, job.id);
const taken = process.hrtime.bigint() - start;

if (queue.jobs.length !== 0 || queue.handedOut !== waiting) throw new Error("not every job was done");
console.log(Number(taken) / waiting);
