//go:build !js

package main

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The command as a user runs it: real exit statuses and streams.
func TestBinary(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "queuelab")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	tests := []struct {
		stdin, args string
		status      int
		out, errs   string
	}{
		{args: "run queue-depth", out: "consumers=1  end-of-round depths: 2 4 6 8 10 12\n"},
		{stdin: oneJob, args: "run -", out: "done at 5\n"},
		{stdin: oneJob + "expect lost = 1\n", args: "run -", status: 1, out: "done at 5\n", errs: "queuelab: expect lost = 1 does not hold: 0 and 1\n"},
		{args: "run five-jobs -seed x", status: 2, errs: "queuelab: invalid value \"x\" for flag -seed: expected a whole number from 0 to 18446744073709551615\n"},
	}
	for _, test := range tests {
		c := exec.Command(binary, strings.Fields(test.args)...)
		var out, errs bytes.Buffer
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(test.stdin), &out, &errs
		got := result{exitStatus(t, c.Run()), out.String(), errs.String()}
		if wanted := (result{test.status, test.out, test.errs}); got != wanted {
			t.Errorf("%s: %+v, want %+v", test.args, got, wanted)
		}
	}
}

func exitStatus(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return 0
}
