// Package conformance is what real brokers were seen to do, and what their
// documentation says: small scenarios, each with what it comes to on one
// broker and another. The profiles of package scenario are held to every one of
// them; package brokers runs those that can be driven from outside on the brokers themselves.
package conformance

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/queuelab/queuelab/core/scenario"
)

// Row is one scenario and what brokers make of it.
type Row struct {
	// ID is its file: R1. Family is the folder: rabbitmq.
	ID, Family string
	// Title says in a few words what is looked at; Note says more, or is empty.
	Title, Note string
	// Live says that it can be driven on a real broker from outside; NotLive is why not,
	// where it can't.
	Live    bool
	NotLive string
	// Imitated says that profiles do what the cases say. Otherwise NotImitated is why not, and
	// there is no scenario and no case.
	Imitated    bool
	NotImitated string
	// Source is the scenario as text; Doc is the same, parsed.
	Source string
	Doc    *scenario.Document
	Cases  []Case
	Pos    scenario.Pos
}

// Case is what the scenario comes to on one broker, under some settings.
type Case struct {
	// Broker is the profile's name: the parameter broker, as set or by default.
	Broker string
	Set    []scenario.Setting
	// Documented is where it is written, of what was read and not measured; what was measured was
	// measured on the profile's server.
	Documented string
	Expect     []scenario.Claim
	Pos        scenario.Pos
}

//go:embed rows
var files embed.FS

// All are the rows, in the order of their files' names.
var All = sync.OnceValue(func() []*Row {
	all, err := read(files)
	if err != nil {
		panic(err) // what is built in was checked by the tests
	}
	return all
})

func read(in fs.FS) (all []*Row, err error) {
	var wrong scenario.Errors
	err = fs.WalkDir(in, "rows", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(in, name)
		if err != nil {
			return err
		}
		row, errs := Parse(name, string(text))
		wrong = append(wrong, errs...)
		all = append(all, row)
		return nil
	})
	if err == nil && len(wrong) > 0 {
		err = wrong
	}
	slices.SortStableFunc(all, byID)
	return all, err
}

// byID puts R2 before R10, and keeps families together.
func byID(a, b *Row) int {
	if c := strings.Compare(a.Family, b.Family); c != 0 {
		return c
	}
	wordA, wordB := strings.TrimRight(a.ID, "0123456789"), strings.TrimRight(b.ID, "0123456789")
	if c := strings.Compare(wordA, wordB); c != 0 {
		return c
	}
	if c := len(a.ID) - len(b.ID); c != 0 {
		return c
	}
	return strings.Compare(a.ID, b.ID)
}

func named(file string) (id, family string) {
	return strings.TrimSuffix(path.Base(file), path.Ext(file)), path.Base(path.Dir(file))
}
