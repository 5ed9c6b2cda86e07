package play

import (
	"errors"

	"github.com/valyala/fastjson"

	"github.com/queuelab/queuelab/core/scenario"
)

// Evidence is what the profiles are held to, and what was recorded: a file of
// the site, as it is no part of a page's start.
type Evidence struct {
	// Problem says why it is not there; empty while it is awaited, too.
	Problem    string
	Rows       []EvidenceRow
	Recordings []RecordingHead
}

// EvidenceRow is a small scenario, and what it comes to at brokers.
type EvidenceRow struct {
	ID, Family, Title, Note string
	// NotLive is why it is not run on real brokers again by make brokers; NotImitated,
	// why profiles do otherwise: then there is no scenario.
	NotLive, NotImitated string
	Scenario             string
	Cases                []EvidenceCase
}

// EvidenceCase is what a row comes to at one broker, a profile's name.
type EvidenceCase struct {
	Broker string
	Set    []scenario.Setting
	// Documented is where it is written; empty where it was measured.
	Documented string
	Expect     []string
}

// RecordingHead says what a recording is of; the trace is in the file at URL.
type RecordingHead struct {
	ID, Lesson, Broker, Profile, URL string
	Set                              []scenario.Setting
	// Notes say what the lesson asks for and the broker doesn't have.
	Notes []string
	// Slow is how much real time a unit of the trace's time took.
	Slow float64
}

func (m *Model) takeEvidence(msg EvidenceLoaded) {
	e, err := ParseEvidence(msg.Text)
	switch {
	case msg.Problem != "":
		e = Evidence{Problem: sentence(msg.Problem)}
	case err != nil:
		e = Evidence{Problem: sentence(err.Error())}
	}
	m.Brokers.Evidence = e
	m.Brokers.asked = e.Problem == ""
	m.Version.Study++
	m.wantRecording()
}

// ParseEvidence reads the file.
func ParseEvidence(text string) (e Evidence, err error) {
	root, err := fastjson.Parse(text)
	if err != nil || root.Type() != fastjson.TypeObject {
		return e, errors.New("the list of what was measured can't be read")
	}
	for _, v := range root.GetArray("rows") {
		e.Rows = append(e.Rows, rowOf(v))
	}
	for _, v := range root.GetArray("recordings") {
		e.Recordings = append(e.Recordings, recordingOf(v))
	}
	return e, nil
}

func rowOf(v *fastjson.Value) EvidenceRow {
	row := EvidenceRow{
		ID: text(v, "id"), Family: text(v, "family"), Title: text(v, "title"), Note: text(v, "note"),
		NotLive: text(v, "notLive"), NotImitated: text(v, "notImitated"), Scenario: text(v, "scenario"),
	}
	if row.NotImitated != "" {
		row.NotImitated = sentence(row.NotImitated)
	}
	for _, c := range v.GetArray("cases") {
		row.Cases = append(row.Cases, EvidenceCase{
			Broker: text(c, "broker"), Set: settingsOf(c), Documented: text(c, "documented"), Expect: textsOf(c, "expect"),
		})
	}
	return row
}

func recordingOf(v *fastjson.Value) RecordingHead {
	return RecordingHead{
		ID: text(v, "id"), Lesson: text(v, "lesson"), Broker: text(v, "broker"), Profile: text(v, "profile"), URL: text(v, "url"),
		Set: settingsOf(v), Notes: textsOf(v, "notes"), Slow: v.GetFloat64("slow"),
	}
}

func text(v *fastjson.Value, keys ...string) string { return string(v.GetStringBytes(keys...)) }

// textsOf is a list of texts.
func textsOf(v *fastjson.Value, key string) (list []string) {
	for _, one := range v.GetArray(key) {
		list = append(list, text(one))
	}
	return list
}

// settingsOf are pairs of a name and a value.
func settingsOf(v *fastjson.Value) (set []scenario.Setting) {
	for _, one := range v.GetArray("set") {
		set = append(set, scenario.Setting{Name: text(one, "0"), Value: text(one, "1")})
	}
	return set
}

// AllRows is the filter that lets every row pass.
const AllRows = "all"

// Overview counts the cases of a broker.
type Overview struct {
	// Filter shows its rows; Measured is the server, or empty.
	Filter, Title, Measured        string
	MeasuredCases, DocumentedCases int
}

// EvidenceOverview counts the cases of each broker that has any, and of all.
func (m *Model) EvidenceOverview() []Overview {
	var list []Overview
	all := Overview{Filter: AllRows, Title: "All of them"}
	for _, p := range scenario.Profiles() {
		o := Overview{Filter: p.Name, Title: p.Title, Measured: p.Measured}
		o.count(m.Brokers.Evidence.Rows, p.Name)
		all.MeasuredCases += o.MeasuredCases
		all.DocumentedCases += o.DocumentedCases
		if o.MeasuredCases+o.DocumentedCases > 0 {
			list = append(list, o)
		}
	}
	return append(list, all)
}

func (o *Overview) count(rows []EvidenceRow, profile string) {
	for i := range rows {
		for _, c := range rows[i].Cases {
			switch {
			case c.Broker != profile:
			case c.Documented == "":
				o.MeasuredCases++
			default:
				o.DocumentedCases++
			}
		}
	}
}

// MeasuredRow is a row as the panel shows it, at one broker or at all.
type MeasuredRow struct {
	*EvidenceRow
	Cases []MeasuredCase
}

// MeasuredCase is a case as the panel shows it.
type MeasuredCase struct {
	*EvidenceCase
	Title string
	// Measured is the server; empty where it is only documented.
	Measured string
	// Settings are in words, but for the broker.
	Settings string
	// Link is the fragment of the sandbox that opens it.
	Link string
}

// MeasuredRows are the rows of the filter.
func (m *Model) MeasuredRows() []MeasuredRow {
	var rows []MeasuredRow
	for i := range m.Brokers.Evidence.Rows {
		row := &m.Brokers.Evidence.Rows[i]
		shown := MeasuredRow{EvidenceRow: row}
		for k := range row.Cases {
			if c := &row.Cases[k]; m.Brokers.Filter == AllRows || m.Brokers.Filter == c.Broker {
				shown.Cases = append(shown.Cases, row.shown(c))
			}
		}
		if len(shown.Cases) > 0 || row.NotImitated != "" && m.Brokers.Filter == AllRows {
			rows = append(rows, shown)
		}
	}
	return rows
}

func (row *EvidenceRow) shown(c *EvidenceCase) MeasuredCase {
	p, _ := scenario.ProfileNamed(c.Broker)
	shown := MeasuredCase{EvidenceCase: c, Title: p.Title}
	if c.Documented == "" {
		shown.Measured = p.Measured
	}
	for _, s := range c.Set {
		if s.Name == "broker" {
			continue
		}
		if shown.Settings != "" {
			shown.Settings += ", "
		}
		shown.Settings += s.Name + " " + apart(s.Value)
	}
	shown.Link, _ = fitting(Link{Draft: Draft{Text: row.Scenario, Settings: c.Set}, Tab: ""})
	return shown
}
