//go:build !js

package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/queuelab/queuelab/core/brokers"
	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// onBroker is a run on a real broker.
type onBroker struct {
	*options
	addr *url.URL
	sc   *scenario.Scenario
	errs io.Writer
	ctx  context.Context
	end  context.CancelCauseFunc
}

// errInterrupted is why a run ends that the user ends.
var errInterrupted = errors.New("interrupted")

// removeMax is how long removing what was made may take.
const removeMax = 20 * time.Second

func (o *options) runLive(src *source, out, errs io.Writer) int {
	r, err := o.prepare(src, errs)
	if err != nil {
		return complain(errs, err)
	}
	stop := r.interruptible()
	defer stop()
	b, err := brokers.Dial(r.ctx, o.live.on, runName(), func(err error) { r.end(fmt.Errorf("the connection was lost: %w", err)) })
	if err != nil {
		complain(errs, err)
		return brokeOff
	}
	defer b.Close()
	made, status := r.run(src, b)
	if made == nil {
		return status
	}
	buffered := bufio.NewWriterSize(out, 1<<16)
	if err := o.print(made, buffered); err != nil {
		return complain(errs, err)
	}
	return flush(buffered, errs, max(status, made.verdict(errs)))
}

// prepare finds everything wrong before it connects to anything.
func (o *options) prepare(src *source, errs io.Writer) (*onBroker, error) {
	r := &onBroker{options: o, errs: errs}
	var err error
	if r.addr, err = brokers.Address(o.live.on); err != nil {
		return nil, err
	}
	sc, err := src.doc.Bind(o.settings())
	if err != nil {
		return nil, err
	}
	if err := brokers.Runnable(sc); err != nil {
		return nil, fmt.Errorf("%s can't be run on a real broker: %w", src.name, err)
	}
	r.sc, err = brokers.Scale(sc, cmp.Or(o.live.scale, 1))
	r.ctx, r.end = context.WithCancelCause(context.Background())
	return r, err
}

// interruptible ends the run at the first interrupt, and the program at the next.
func (r *onBroker) interruptible() (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals)
		r.end(errInterrupted)
	}()
	return func() { signal.Stop(signals) }
}

// runName begins the names of all that a run makes, and is nobody else's.
func runName() string { return "queuelab-" + rand.Text()[:8] + "-" }

// run runs the scenario, removes what it made, and says what went wrong.
func (r *onBroker) run(src *source, b brokers.Broker) (*outcome, int) {
	fmt.Fprintf(r.errs, "queuelab: on %s at %s\n", b.Version(), r.addr.Redacted())
	for _, sentence := range b.Lacks(r.sc) {
		fmt.Fprintln(r.errs, "queuelab:", sentence)
	}
	tr, err := brokers.Run(r.ctx, b, r.sc, brokers.Options{Slow: r.live.slow})
	status := r.remove(b)
	if tr == nil {
		fmt.Fprintln(r.errs, "queuelab:", err)
		return nil, brokeOff
	}
	if err != nil {
		fmt.Fprintf(r.errs, "queuelab: the run broke off at %s: %s; what was measured until then:\n", scenario.FormatDuration(tr.End().Round(time.Millisecond)), brokers.Reason(err))
		status = brokeOff
	}
	made := &outcome{source: src, set: r.settings(), scenario: r.sc, trace: tr, report: stats.New(tr)}
	made.copies = len(r.sc.Consumers) - len(r.sc.Consumers)/cmp.Or(r.live.scale, 1)
	made.expects = check.Expects(r.sc, made.report)
	return made, status
}

func (r *onBroker) remove(b brokers.Broker) int {
	ctx, cancel := context.WithTimeout(context.Background(), removeMax)
	defer cancel()
	if err := b.Remove(ctx); err != nil {
		fmt.Fprintln(r.errs, "queuelab:", err)
		return brokeOff
	}
	return ok
}
