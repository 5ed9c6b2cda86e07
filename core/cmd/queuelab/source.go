package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

// source is what the command line names: a lesson, or a scenario by itself.
type source struct {
	name string // the lesson's ID or the file
	doc  *scenario.Document
}

// find is the lesson of that name, else the file of that name.
func find(name string, in io.Reader) (*source, error) {
	if l := lesson.Get(name); l != nil {
		return &source{l.ID, l.Doc}, nil
	}
	text, err := read(name, in)
	if err != nil {
		return nil, err
	}
	return parseText(name, text)
}

// read refuses what is longer than a lesson can be before it has all of it in memory.
func read(name string, in io.Reader) (string, error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", unreadable(name, err)
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxSource+1))
	if err != nil {
		return "", unreadable(name, err)
	}
	if len(text) > maxSource {
		return "", fmt.Errorf("%s: expected at most %d bytes", name, maxSource)
	}
	return string(text), nil
}

const maxSource = 1 << 20

func unreadable(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `./\`) {
		return fmt.Errorf("there is no lesson and no file %q%s (queuelab list shows the lessons)", name, suggestion(name))
	}
	return fmt.Errorf("%s: %w", name, err)
}

func suggestion(name string) string {
	var ids []string
	for _, l := range lesson.All() {
		ids = append(ids, l.ID)
	}
	return scenario.Suggest(name, ids)
}

// parseText reads a lesson archive, which has sections, or a scenario.
func parseText(name, text string) (*source, error) {
	if len(txtar.Parse([]byte(text)).Files) > 0 {
		l, err := lesson.Parse(name, text)
		if err != nil {
			return nil, err
		}
		return &source{l.ID, l.Doc}, nil
	}
	doc, err := scenario.Parse(name, text)
	if err != nil {
		return nil, err
	}
	return &source{name, doc}, nil
}
