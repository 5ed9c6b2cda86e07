package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
	Visited  bool `json:"visited,omitempty"`
	Finished bool `json:"finished,omitempty"`
	Answered bool `json:"answered,omitempty"`
	Solved   bool `json:"solved,omitempty"`
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

// stored is the progress as it is kept.
type stored struct {
	Version int                       `json:"version"`
	Theme   Theme                     `json:"theme,omitempty"`
	Lessons map[string]LessonProgress `json:"lessons,omitempty"`
}

// String is the progress as text, for the store and for an export.
func (p Progress) String() string {
	text, err := json.MarshalIndent(stored{progressVersion, p.Theme, p.Lessons}, "", "  ")
	if err != nil {
		panic("play: progress does not marshal: " + err.Error())
	}
	return string(text)
}

// ParseProgress reads what String wrote.
func ParseProgress(text string) (Progress, error) {
	if len(text) > maxProgress {
		return Progress{}, fmt.Errorf("it is longer than %d bytes", maxProgress)
	}
	var s stored
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return Progress{}, errors.New("it is not the JSON that Queuelab wrote")
	}
	if s.Version != progressVersion {
		return Progress{}, fmt.Errorf("its version is %d, expected %d", s.Version, progressVersion)
	}
	p := newProgress()
	maps.Copy(p.Lessons, s.Lessons)
	if s.Theme == Light || s.Theme == Dark {
		p.Theme = s.Theme
	}
	return p, nil
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
