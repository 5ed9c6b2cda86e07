package play

import (
	"errors"
	"fmt"
	"github.com/valyala/fastjson"
	"maps"
	"slices"
	"sort"
)

// ProgressKey is the browser's store's key of the progress.
const ProgressKey = "queuelab/progress"

const (
	progressVersion = 1
	// maxProgress bounds the text that is read, in bytes.
	maxProgress = 1 << 20
)

// Progress is what the browser remembers.
type Progress struct {
	Theme Theme
	// Lessons is by the lessons' ids.
	Lessons map[string]LessonProgress
}

// LessonProgress is what was done in a lesson.
type LessonProgress struct {
	// Visited: the lesson was opened. Finished: a run was seen to its end.
	// Answered: the question was. Solved: every goal of the challenge was
	// ticked without the solution.
	Visited, Finished, Answered, Solved bool
}

// sign is a part of it, by its name in a text.
type sign struct {
	name string
	on   *bool
}

func (p *LessonProgress) signs() []sign {
	return []sign{{"visited", &p.Visited}, {"finished", &p.Finished}, {"answered", &p.Answered}, {"solved", &p.Solved}}
}

func (p LessonProgress) or(o LessonProgress) LessonProgress {
	return LessonProgress{
		p.Visited || o.Visited, p.Finished || o.Finished,
		p.Answered || o.Answered, p.Solved || o.Solved,
	}
}

func newProgress() Progress {
	return Progress{Theme: System, Lessons: map[string]LessonProgress{}}
}

// String is the progress as text, for the store and for an export.
func (p Progress) String() string {
	var a fastjson.Arena
	root, lessons := a.NewObject(), a.NewObject()
	root.Set("version", a.NewNumberInt(progressVersion))
	root.Set("theme", a.NewString(string(p.Theme)))
	ids := slices.Collect(maps.Keys(p.Lessons))
	sort.SliceStable(ids, func(i, j int) bool { return ids[i] < ids[j] })
	for _, id := range ids {
		lesson := p.Lessons[id]
		signs := a.NewObject()
		for _, sign := range lesson.signs() {
			if *sign.on {
				signs.Set(sign.name, a.NewTrue())
			}
		}
		lessons.Set(id, signs)
	}
	root.Set("lessons", lessons)
	return root.String()
}

// ParseProgress reads what String wrote.
func ParseProgress(text string) (Progress, error) {
	if len(text) > maxProgress {
		return Progress{}, fmt.Errorf("it is longer than %d bytes", maxProgress)
	}
	root, err := fastjson.Parse(text)
	if err != nil || root.Type() != fastjson.TypeObject {
		return Progress{}, errForeign
	}
	if v := root.GetInt("version"); v != progressVersion {
		return Progress{}, fmt.Errorf("its version is %d, expected %d", v, progressVersion)
	}
	p := newProgress()
	if p.Lessons, err = lessonsOf(root.Get("lessons")); err != nil {
		return Progress{}, err
	}
	if t := Theme(root.GetStringBytes("theme")); t == Light || t == Dark {
		p.Theme = t
	}
	return p, nil
}

var errForeign = errors.New("it is not the JSON that Queuelab wrote")

func lessonsOf(v *fastjson.Value) (map[string]LessonProgress, error) {
	lessons := map[string]LessonProgress{}
	if v == nil {
		return lessons, nil
	}
	object, err := v.Object()
	if err != nil {
		return nil, errForeign
	}
	object.Visit(func(id []byte, v *fastjson.Value) {
		var l LessonProgress
		if v.Type() != fastjson.TypeObject {
			err = errForeign
		}
		for _, sign := range l.signs() {
			switch on := v.Get(sign.name); {
			case on == nil:
			case on.Type() == fastjson.TypeTrue:
				*sign.on = true
			case on.Type() != fastjson.TypeFalse:
				err = errForeign
			}
		}
		lessons[string(id)] = l
	})
	return lessons, err
}

// Export is the progress as text to save elsewhere.
func (m *Model) Export() string { return m.Progress.String() }

func (m *Model) save() { m.do(SaveProgress{m.Progress.String()}) }

// visit notes something about the lesson shown, and saves it if it is new.
func (m *Model) visit(note func(*LessonProgress)) {
	was := m.Progress.Lessons[m.Lesson.ID]
	is := was
	note(&is)
	if is != was {
		m.Progress.Lessons[m.Lesson.ID] = is
		m.Version.Page++
		m.save()
	}
}

// loadProgress takes the store's text. What was noted before it came is kept.
func (m *Model) loadProgress(text string) {
	if text == "" {
		return
	}
	p, err := ParseProgress(text)
	if err != nil {
		m.Notice = "The progress kept in this browser can't be read: " + err.Error() + ". It starts anew."
		m.save()
		return
	}
	m.merge(p)
}

func (m *Model) importProgress(text string) {
	p, err := ParseProgress(text)
	if err != nil {
		m.Notice = "This is no progress of Queuelab: " + err.Error() + "."
		return
	}
	m.merge(p)
	m.save()
	m.Notice = "Progress imported."
}

func (m *Model) merge(p Progress) {
	for id, l := range p.Lessons {
		m.Progress.Lessons[id] = m.Progress.Lessons[id].or(l)
	}
	m.Progress.Theme, m.Theme = p.Theme, p.Theme
}

func (m *Model) clearProgress() {
	m.Progress = Progress{Theme: m.Theme, Lessons: map[string]LessonProgress{}}
	m.save()
	m.Notice = "Progress forgotten."
}

func (m *Model) setTheme(t Theme) {
	if t != System && t != Light && t != Dark {
		return
	}
	m.Theme, m.Progress.Theme = t, t
	m.save()
}
