package site

import (
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/conformance"
	"github.com/queuelab/queuelab/web/play"
)

// The page reads of the list every row and every recording, and the recordings' files
// are where the list says.
func TestThePageReadsTheEvidence(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := evidenceOf(root, "/repo/")
	if err != nil {
		t.Fatal(err)
	}
	e, err := play.ParseEvidence(string(find(files, evidenceFile).data))
	if err != nil {
		t.Fatal(err)
	}
	rows := conformance.All()
	if len(e.Rows) != len(rows) || len(e.Recordings) != len(files)-1 || len(e.Recordings) == 0 {
		t.Fatalf("%d rows of %d, %d recordings in %d files", len(e.Rows), len(rows), len(e.Recordings), len(files))
	}
	for i, row := range e.Rows {
		want := rows[i]
		if row.ID != want.ID || row.Title != want.Title || row.Scenario != want.Source || len(row.Cases) != len(want.Cases) ||
			row.NotLive != want.NotLive || row.NotImitated == "" != want.Imitated {
			t.Errorf("%+v is not %s", row, want.ID)
		}
		for k, c := range row.Cases {
			w := want.Cases[k]
			if c.Broker != w.Broker || c.Documented != w.Documented || len(c.Set) != len(w.Set) || len(c.Expect) != len(w.Expect) || c.Expect[0] != w.Expect[0].Text {
				t.Errorf("%s: %+v is not %+v", row.ID, c, w)
			}
		}
	}
	for _, r := range e.Recordings {
		name, _, _ := strings.Cut(strings.TrimPrefix(r.URL, "/repo/"), "?")
		if find(files, name).url("/repo/") != r.URL || r.Lesson == "" || r.Broker == "" || r.Profile == "" || r.Slow <= 0 {
			t.Errorf("%+v", r)
		}
	}
}
