package play

import (
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

// firstTab is the panel that a lesson opens with: the one it names, its
// console, or, where the scenario is empty, the scenario.
func (m *Model) firstTab() Tab {
	if m.InSandbox() {
		return ScenarioTab
	}
	if named := Tab(m.Lesson.Tab); named.valid() {
		return named
	}
	return Tabs[0]
}

// linkedTab is the panel that a link has to name; empty for the first one.
func (m *Model) linkedTab() Tab {
	if m.Tab == m.firstTab() {
		return ""
	}
	return m.Tab
}

// InSandbox says whether the sandbox is shown.
func (m *Model) InSandbox() bool { return m.Lesson != nil && m.Lesson.ID == lesson.SandboxID }

// Empty says that the run shown has nothing in it: nothing is declared.
func (m *Model) Empty() bool {
	if m.Run == nil {
		return false
	}
	sc := m.Run.Scenario
	return len(sc.Queues)+len(sc.Producers)+len(sc.Consumers)+len(sc.Logs)+len(sc.Tables)+len(sc.Exchanges) == 0
}

// SandboxFragment is the fragment that opens the scenario shown in the
// sandbox, with what the reader set and did to it written into its text. The
// error says that it is too long for a link.
func (m *Model) SandboxFragment() (string, error) {
	if m.Run == nil {
		return "", nil
	}
	doc, err := m.Run.Doc.With(m.Run.Draft.Settings)
	if err != nil {
		return "", err
	}
	return fitting(Link{Draft: Draft{Text: doc.Format()}})
}

// formatText puts the text that the editor holds into its canonical form.
func (m *Model) formatText() {
	doc, _ := scenario.Parse(m.Lesson.ID, m.Text) // what is wrong with it stays so
	if text := doc.Format(); text != m.Text {
		m.editText(text, "formatted text", false)
	}
}
