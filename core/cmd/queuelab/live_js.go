//go:build js

package main

import (
	"errors"
	"io"
)

func (o *options) runLive(_ *source, _, errs io.Writer) int {
	return complain(errs, errors.New("-on needs the network, which WebAssembly has not"))
}
