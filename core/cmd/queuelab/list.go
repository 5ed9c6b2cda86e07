package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/queuelab/queuelab/core/lesson"
)

func list(args []string, out, errs io.Writer) int {
	if len(args) > 0 {
		return complain(errs, fmt.Errorf("%q: list takes no arguments", args[0]))
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, l := range lesson.All() {
		fmt.Fprintf(table, "%s\t%d\t%s\n", l.ID, l.Number, l.Title)
	}
	if err := table.Flush(); err != nil {
		return complain(errs, err)
	}
	return ok
}
