package lesson

import (
	"cmp"
	"embed"
	"slices"
	"strings"
	"sync"
)

//go:embed lessons/*.txt
var files embed.FS

// All lists the lessons by number. The caller must not change them.
func All() []*Lesson { return all() }

// Heads lists the lessons by number as a table of contents has them: ID, Number,
// Group, Title and Lead alone. Reading no more than that is what lets a page
// start while there are many lessons.
func Heads() []*Lesson { return heads() }

// Get is the lesson of that ID, or nil. It reads that one alone.
func Get(id string) *Lesson {
	if read := catalogue()[id]; read != nil {
		return read()
	}
	return nil
}

// catalogue has a function for each lesson that reads it when first called. A
// lesson that is built in and wrong is a broken program: the tests read every one.
var catalogue = sync.OnceValue(func() map[string]func() *Lesson {
	c := map[string]func() *Lesson{}
	for _, name := range names() {
		c[id(name)] = sync.OnceValue(func() *Lesson { return read(name) })
	}
	return c
})

var all = sync.OnceValue(func() []*Lesson {
	lessons := make([]*Lesson, 0, len(catalogue()))
	for _, name := range names() {
		lessons = append(lessons, Get(id(name)))
	}
	return sorted(lessons)
})

var heads = sync.OnceValue(func() []*Lesson {
	lessons := make([]*Lesson, 0, len(names()))
	for _, name := range names() {
		lessons = append(lessons, readHead(name))
	}
	return sorted(lessons)
})

func sorted(lessons []*Lesson) []*Lesson {
	slices.SortFunc(lessons, func(a, b *Lesson) int { return cmp.Compare(a.Number, b.Number) })
	return lessons
}

func names() []string {
	entries, err := files.ReadDir("lessons")
	must(err)
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = "lessons/" + e.Name()
	}
	return list
}

func readHead(name string) *Lesson {
	text, err := files.ReadFile(name)
	must(err)
	head, _, _ := strings.Cut(string(text), "\n-- ")
	r := &reader{file: name, lesson: &Lesson{ID: id(name)}}
	r.header(section{name: "header", text: head, line: 1})
	if len(r.errors) > 0 {
		panic(r.errors)
	}
	return r.lesson
}

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
