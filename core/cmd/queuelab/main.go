// Command queuelab lists the lessons and runs them, or any scenario, once or
// over a range of parameters, or in every schedule, in a terminal.
package main

import (
	"fmt"
	"io"
	"os"
)

const usage = `Usage:
  queuelab list
  queuelab run LESSON|FILE|- [-set name=value]... [-seed N] [-json|-events|-scenario]
               [-on ADDRESS [-scale N] [-slow N]]
  queuelab sweep LESSON|FILE|- -over name=from..to[/steps]... -measure M...
                 [-set name=value]... [-seed N] [-replications N] [-warmup W] [-json]
  queuelab explore LESSON|FILE|- [-claim NAME]... [-crashes N] [-lost-acknowledgements N]
                 [-ties] [-who] [-work] [-away D] [-states N] [-set name=value]... [-json|-scenario]

list   shows the lessons: the name, the number and the title of each.
run    runs a lesson by its name, a lesson file, a scenario file, or, for -, a
       scenario from standard input, and prints what the scenario prints.
sweep  runs it many times over a range of one or two parameters, and prints means
       with half of their 95 % confidence intervals, and closed forms that apply.
explore searches every schedule of a small scenario for one that breaks a claim,
       and prints the shortest, as lines to add to the scenario.

  -set name=value  give a parameter a value, as in -set visibility=60ms; may be repeated
  -seed N          derive every random stream from N instead of the scenario's seed
  -json            print parameters, measures, claims and expectations instead
  -events          print every event instead, one JSON object a line
  -scenario        print the scenario as it would be run, with the settings in it
  -on ADDRESS      run it on a real broker, in real time: amqp://user:password@host/,
                   nats://..., redis://... or postgres://...; the queues are made for
                   the run and removed afterwards
  -scale N         with -on: N times the messages of each write, N times the consumers
  -slow N          with -on: N times as slow as the scenario says; 0.5 is twice as fast

Of sweep:

  -over name=from..to/steps  vary a parameter, as in -over visibility=5ms..200ms/20;
                   without steps 20, and without values over its slider's range or
                   all of its choices; twice for two parameters
  -measure M       a measure of the language, as in -measure "waiting p95", or one
                   divided by another, as in "redeliveries / deliveries"; may be repeated
  -seed N          the seed of the first run of each point; the next have N+1, N+2, ...
  -replications N  how many runs each point has; 30 if not given. With 1 the interval
                   is of its messages, by batch means, if there are enough
  -warmup W        how many first messages of a run not to count in waiting and sojourn:
                   mser5 (a rule that decides by itself, if nothing is given), off, or a number
  -json            print the points as JSON

Of explore:

  -claim NAME      a claim of the scenario that must hold; may be repeated; all, if not given
  -crashes N       how many crashes there may be, each at any place between two steps
  -away D          how long a crash lasts, as in -away 50ms; never is for ever; 10ms if not given
  -lost-acknowledgements N  how many acknowledgements may be lost on their way
  -ties            what falls on one instant may happen in any order
  -who             any consumer with room may get the next message
  -work            work that is drawn from a range may take the least or the most of it
  -states N        stop after so many distinct states; 200000 if not given
  -json            print the verdict as JSON
  -scenario        print the counterexample as a scenario, for queuelab run -

Flags may stand before or after the name. The exit status is 1 if an expect line
of the scenario fails or explore finds a break, 2 if the input is bad, and 3 if a
real broker could not be reached or the run on it broke off.
`

// The exit statuses.
const (
	ok = iota
	failed
	badInput
	brokeOff
)

func main() { os.Exit(command(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// command does what the arguments say and returns the exit status.
func command(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(errs, usage)
		return badInput
	}
	switch args[0] {
	case "list":
		return list(args[1:], out, errs)
	case "run":
		return run(args[1:], in, out, errs)
	case "sweep":
		return sweepCommand(args[1:], in, out, errs)
	case "explore":
		return explore(args[1:], in, out, errs)
	case "help", "-h", "-help", "--help":
		fmt.Fprint(out, usage)
		return ok
	}
	return complain(errs, fmt.Errorf("there is no command %q; expected list, run, sweep or explore (queuelab -h explains them)", args[0]))
}

// complain says what is wrong with the input, a line each.
func complain(errs io.Writer, err error) int {
	fmt.Fprintln(errs, "queuelab:", err)
	return badInput
}
