//go:build !js

package main

import (
	"strings"
	"testing"
)

// Everything that is wrong with a run on a real broker and can be told without
// one is told before anything is connected to: the status is 2.
func TestBadInputOfARunOnABroker(t *testing.T) {
	for args, want := range map[string]string{
		"run five-jobs -scale 10":                                "-scale is for a real broker: expected -on ADDRESS",
		"run five-jobs -slow 10":                                 "-slow is for a real broker: expected -on ADDRESS",
		"run five-jobs -on amqp://localhost -scale 0":            "expected a whole number from 1",
		"run five-jobs -on amqp://localhost -scale many":         "expected a whole number from 1",
		"run five-jobs -on amqp://localhost -slow 0":             "expected a number from 0.001 to 1000",
		"run five-jobs -on amqp://localhost -slow NaN":           "expected a number from 0.001 to 1000",
		"run five-jobs -on amqp://localhost -scenario":           "at most one of -on and -scenario",
		"run five-jobs -on=":                                     "expected an address such as amqp://",
		"run five-jobs -on http://localhost":                     `"http://localhost": expected an address that begins with amqp://`,
		"run five-jobs -on kafka://me:secret@localhost":          `"kafka://me:xxxxx@localhost"`,
		"run five-jobs -on amqp://":                              "expected a host",
		"run five-jobs -on amqp://localhost -set work=fast":      "fast",
		"run five-jobs -on amqp://localhost -scale 65535":        "a scale of 65535 makes 65535 consumers; expected 1 to ",
		"run queue-or-log -on amqp://localhost":                  "queue-or-log can't be run on a real broker: it reads a log",
		"run inbox -on amqp://localhost":                         "inbox can't be run on a real broker: handler",
		"run kitchen -on amqp://localhost":                       "queue rail is direct",
		"run kitchen -on amqp://localhost -json -set cooks=many": "many",
	} {
		got := do("", strings.Fields(args)...)
		if got.status != badInput || got.out != "" || !strings.Contains(got.errs, want) || strings.Contains(got.errs, "secret") {
			t.Errorf("%s: exit status %d, %q; want %q\n%s", args, got.status, got.errs, want, got.out)
		}
	}
}
