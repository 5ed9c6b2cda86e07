package lesson

import (
	"cmp"
	"embed"
	"slices"
	"sync"
)

//go:embed lessons/*.txt
var files embed.FS

// All lists the lessons by number. The caller must not change them.
func All() []*Lesson { return all() }

// Get is the lesson of that ID, or nil.
func Get(id string) *Lesson {
	for _, l := range all() {
		if l.ID == id {
			return l
		}
	}
	return nil
}

// A lesson that is built in and wrong is a broken program: the tests read
// every one.
var all = sync.OnceValue(func() []*Lesson {
	entries, err := files.ReadDir("lessons")
	must(err)
	lessons := make([]*Lesson, 0, len(entries))
	for _, e := range entries {
		lessons = append(lessons, read("lessons/"+e.Name()))
	}
	slices.SortFunc(lessons, func(a, b *Lesson) int { return cmp.Compare(a.Number, b.Number) })
	return lessons
})

func read(name string) *Lesson {
	text, err := files.ReadFile(name)
	must(err)
	r := &reader{file: name, lesson: &Lesson{ID: id(name)}}
	l, err := r.read(string(text))
	must(err)
	return l
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
