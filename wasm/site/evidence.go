package site

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/queuelab/queuelab/core/conformance"
	"github.com/queuelab/queuelab/core/recording"
	"github.com/queuelab/queuelab/core/scenario"
)

// evidenceFile lists what the profiles of brokers are held to, and the recordings.
// The page asks for it when the reader wants to see it.
const evidenceFile = "brokers.json"

type evidence struct {
	Rows       []evidenceRow   `json:"rows"`
	Recordings []recordingHead `json:"recordings"`
}

type evidenceRow struct {
	ID           string         `json:"id"`
	Family       string         `json:"family"`
	Title        string         `json:"title"`
	Note         string         `json:"note,omitempty"`
	NotLive      string         `json:"notLive,omitempty"`
	NotImitated  string         `json:"notImitated,omitempty"`
	ScenarioText string         `json:"scenario,omitempty"`
	Cases        []evidenceCase `json:"cases,omitempty"`
}

type evidenceCase struct {
	Broker     string      `json:"broker"`
	Set        [][2]string `json:"set,omitempty"`
	Documented string      `json:"documented,omitempty"`
	Expect     []string    `json:"expect"`
}

type recordingHead struct {
	ID      string      `json:"id"`
	Lesson  string      `json:"lesson"`
	Broker  string      `json:"broker"`
	Profile string      `json:"profile"`
	URL     string      `json:"url"`
	Set     [][2]string `json:"set,omitempty"`
	Notes   []string    `json:"notes,omitempty"`
	Slow    float64     `json:"slow"`
}

// evidenceOf makes the list for a site at base, and the files of the recordings in it.
func evidenceOf(root, base string) ([]asset, error) {
	recordings, err := readRecordings(filepath.Join(root, "core", "recording", "files"))
	if err != nil {
		return nil, err
	}
	var e evidence
	for _, row := range conformance.All() {
		e.Rows = append(e.Rows, evidenceRowOf(row))
	}
	for _, a := range recordings {
		head, err := headOf(a, base)
		if err != nil {
			return nil, err
		}
		e.Recordings = append(e.Recordings, head)
	}
	text, err := json.Marshal(e)
	return append(recordings, asset{evidenceFile, text}), err
}

func readRecordings(dir string) (files []asset, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, asset{path.Join("recordings", e.Name()), data})
	}
	return files, err
}

func headOf(a asset, base string) (recordingHead, error) {
	r, err := recording.Parse(a.name, a.data)
	if err != nil {
		return recordingHead{}, err
	}
	return recordingHead{
		ID: strings.TrimSuffix(path.Base(a.name), ".json"), Lesson: r.Lesson, Broker: r.Broker, Profile: r.Profile,
		URL: a.url(base), Set: pairs(r.Set), Notes: r.Notes, Slow: r.Slow,
	}, nil
}

func evidenceRowOf(row *conformance.Row) evidenceRow {
	e := evidenceRow{
		ID: row.ID, Family: row.Family, Title: row.Title, Note: row.Note, NotLive: row.NotLive, NotImitated: row.NotImitated,
		ScenarioText: row.Source,
	}
	for _, c := range row.Cases {
		list := evidenceCase{Broker: c.Broker, Set: pairs(c.Set), Documented: c.Documented}
		for _, claim := range c.Expect {
			list.Expect = append(list.Expect, claim.Text)
		}
		e.Cases = append(e.Cases, list)
	}
	return e
}

func pairs(set []scenario.Setting) (list [][2]string) {
	for _, s := range set {
		list = append(list, [2]string{s.Name, s.Value})
	}
	return list
}
