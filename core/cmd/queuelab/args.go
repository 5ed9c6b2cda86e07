package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/lesson"
)

// options are the arguments of run; sweep has the first three too.
type options struct {
	name   string // of a lesson or file, or -
	set    []lesson.Setting
	seed   *uint64 // nil: the scenario's
	output output
	live   liveOptions
}

// output is what run prints.
type output int

const (
	console output = iota
	summaryJSON
	eventsJSON
	scenarioText
)

// parse reads the arguments of run. The error is flag.ErrHelp if they ask for help.
func parse(args []string) (*options, error) {
	o := &options{}
	var outputs []output
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("set", "", o.addSetting)
	flags.Func("seed", "", o.setSeed)
	for name, kind := range map[string]output{"json": summaryJSON, "events": eventsJSON, "scenario": scenarioText} {
		flags.BoolFunc(name, "", func(value string) error { return choose(&outputs, kind, value) })
	}
	o.live.flags(flags)
	names, err := interspersed(flags, args)
	if err != nil {
		return nil, err
	}
	if o.name, err = oneName(names); err != nil {
		return nil, err
	}
	switch {
	case len(outputs) > 1:
		return nil, errors.New("expected at most one of -json, -events and -scenario")
	case len(outputs) == 1:
		o.output = outputs[0]
	}
	return o, o.live.check(o.output)
}

// oneName is the only argument that is no flag.
func oneName(names []string) (string, error) {
	switch len(names) {
	case 0:
		return "", errors.New("expected the name of a lesson, a file, or - for standard input; queuelab list shows the lessons")
	case 1:
		return names[0], nil
	}
	return "", fmt.Errorf("%q: expected one lesson or file only", names[1])
}

// interspersed parses flags that stand before, between or after the other
// arguments, which it returns. After -- there are no more flags.
func interspersed(flags *flag.FlagSet, args []string) (others []string, err error) {
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		if used := len(args) - len(rest); used > 0 && args[used-1] == "--" {
			return append(others, rest...), nil
		}
		if len(rest) == 0 {
			break
		}
		others, args = append(others, rest[0]), rest[1:]
	}
	return others, nil
}

func (o *options) addSetting(text string) error {
	name, value, found := strings.Cut(text, "=")
	if !found || name == "" {
		return errors.New("expected name=value, such as visibility=60ms")
	}
	o.set = lesson.Over(o.set, []lesson.Setting{{Name: name, Value: value}})
	return nil
}

func (o *options) setSeed(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("expected a whole number from 0 to 18446744073709551615")
	}
	o.seed = &n
	return nil
}

func choose(outputs *[]output, kind output, value string) error {
	on, err := strconv.ParseBool(value)
	if err == nil && on {
		*outputs = append(*outputs, kind)
	}
	return err
}
