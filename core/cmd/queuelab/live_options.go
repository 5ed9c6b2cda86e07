package main

import (
	"errors"
	"flag"
	"strconv"
)

// liveOptions say on which real broker to run, and how.
type liveOptions struct {
	on    string  // the address; empty: in the simulator
	scale int     // 0: not given
	slow  float64 // 0: not given
}

func (l *liveOptions) flags(flags *flag.FlagSet) {
	flags.Func("on", "", func(text string) error {
		if text == "" {
			return errors.New("expected an address such as amqp://guest:guest@localhost/")
		}
		l.on = text
		return nil
	})
	flags.Func("scale", "", func(text string) (err error) {
		if l.scale, err = strconv.Atoi(text); err != nil || l.scale < 1 {
			return errors.New("expected a whole number from 1")
		}
		return nil
	})
	flags.Func("slow", "", func(text string) (err error) {
		if l.slow, err = strconv.ParseFloat(text, 64); err != nil || !(l.slow >= 0.001 && l.slow <= 1000) {
			return errors.New("expected a number from 0.001 to 1000")
		}
		return nil
	})
}

// check says what does not go together.
func (l *liveOptions) check(o output) error {
	switch {
	case l.on == "" && l.scale > 0:
		return errors.New("-scale is for a real broker: expected -on ADDRESS with it")
	case l.on == "" && l.slow > 0:
		return errors.New("-slow is for a real broker: expected -on ADDRESS with it")
	case l.on != "" && o == scenarioText:
		return errors.New("expected at most one of -on and -scenario")
	}
	return nil
}
