package lesson

import (
	"cmp"
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// files and what reads them are linked into a program only if it asks for All,
// Get or Text: nothing here is done before. The page's program holds no lesson.
//
//go:embed lessons/*.txt
var files embed.FS

// read has the lessons that were asked for, by ID.
var read sync.Map

// All lists the lessons by number. The caller must not change them.
func All() []*Lesson {
	lessons := make([]*Lesson, len(Heads()))
	for i, head := range Heads() {
		lessons[i] = Get(head.ID)
	}
	return lessons
}

// Get is the lesson of that ID, or nil. It reads that one alone. A lesson that is
// built in and wrong is a broken program: the tests read every one.
func Get(id string) *Lesson {
	if l, ok := read.Load(id); ok {
		return l.(*Lesson)
	}
	text := Text(id)
	if text == "" {
		return nil
	}
	l, err := Read("lessons/"+id+".txt", text)
	must(err)
	kept, _ := read.LoadOrStore(id, l)
	return kept.(*Lesson)
}

// Text is the archive of the lesson of that ID, or empty.
func Text(id string) string {
	text, err := files.ReadFile("lessons/" + id + ".txt")
	if err != nil {
		return ""
	}
	return string(text)
}

// Read is Parse for an archive of the catalogue: settings and names of claims are
// not held against the scenario again, so that a page starts sooner.
func Read(file, text string) (*Lesson, error) {
	r := &reader{file: file, lesson: &Lesson{ID: id(file)}}
	return r.read(text)
}

// Heads lists the lessons by number as a table of contents has them: ID, Number,
// Group, Title and Lead alone. No lesson is read for it.
func Heads() []*Lesson { return heads() }

// contentsText is what the lessons' own headers say, a line each: see TestContents.
//
//go:embed contents.txt
var contentsText string

var heads = sync.OnceValue(func() (lessons []*Lesson) {
	for line := range strings.Lines(contentsText) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		number, err := strconv.Atoi(f[0])
		must(err)
		lessons = append(lessons, &Lesson{Number: number, ID: f[1], Group: f[2], Title: f[3], Lead: f[4]})
	}
	return lessons
})

func sorted(lessons []*Lesson) []*Lesson {
	slices.SortStableFunc(lessons, func(a, b *Lesson) int { return cmp.Compare(a.Number, b.Number) })
	return lessons
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
