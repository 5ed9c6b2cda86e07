package theory

import "math"

// Attempts is the mean number of deliveries where each fails with probability
// p, whatever happened before: geometric, 1/(1−p). So it is where each
// acknowledgement is lost with probability p.
func Attempts(p float64) float64 { return 1 / (1 - p) }

// Repeats is the mean number of deliveries after the first: p/(1−p).
func Repeats(p float64) float64 { return p / (1 - p) }

// MoreAttempts is the probability of more than k deliveries.
func MoreAttempts(p float64, k int) float64 { return math.Pow(p, float64(k)) }

// AttemptsWithin is the mean number of deliveries where at most are made: a
// message whose last one failed is dead-lettered. It is (1−p^most)/(1−p).
func AttemptsWithin(p float64, most int) float64 { return (1 - DeadLettered(p, most)) / (1 - p) }

// DeadLettered is the share of messages that fail so many times.
func DeadLettered(p float64, most int) float64 { return math.Pow(p, float64(most)) }

// CrashSojourn is the mean sojourn where each delivery is lost with probability
// p and comes back one visibility timeout after it was handed out.
//
// Assumes that a consumer is always free, and that a crash is independent of
// how long the work is.
func CrashSojourn(p, visibility, work float64) float64 { return Repeats(p)*visibility + work }

// Requeued is the queue that deliveries see where each is rejected at its end
// with probability p and goes to the back at once: an MMc with λ/(1−p). Its
// Depth is the queue's; the sojourn of a message is Depth over the arrival
// rate without the repeats.
//
// Assumes work drawn anew each time. J. R. Jackson, "Networks of Waiting
// Lines" (1957).
func Requeued(q MMc, p float64) MMc {
	q.Arrivals *= Attempts(p)
	return q
}

// BackingOff is the mean number of messages that wait for their next attempt,
// where each delivery is rejected with probability p and comes back after a
// delay of any distribution: it is Poisson, and what the queue sees is
// Requeued. J. R. Jackson (1957), with a station of unlimited servers.
func BackingOff(arrivals, p, delay float64) float64 { return HeldBack(arrivals*Repeats(p), delay) }
