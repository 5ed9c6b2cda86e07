package scenario

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTemplates(t *testing.T) {
	for text, want := range map[string]Template{
		"":                    nil,
		"plain":               {{Text: "plain"}},
		"t={t} {outcome}":     {{Text: "t="}, {Field: "t"}, {Text: " "}, {Field: "outcome"}},
		"{{t}} {$visibility}": {{Text: "{t} "}, {Param: "visibility"}},
		"{ depth at 3s }":     {{Measure: &Measure{Name: Depth, When: AtInstant, At: 3 * time.Second}}},
		"{{{depth}}}":         {{Text: "{"}, {Measure: &Measure{Name: Depth}}, {Text: "}"}},
		"a\nb {depth\nat 3s}": {{Text: "a\nb "}, {Measure: &Measure{Name: Depth, When: AtInstant, At: 3 * time.Second}}},
	} {
		got, err := ParseTemplate(here, text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestWrongTemplates(t *testing.T) {
	for text, want := range map[string][]string{
		"{":         {`rows.txt:3:5: "{": expected a } after it, or {{ where a brace is meant`},
		"a { b {t}": {`rows.txt:3:7: "{": expected a } after it, or {{ where a brace is meant`},
		"a } b":     {`rows.txt:3:7: "}": expected }} where a brace is meant`},
		"{}":        {`rows.txt:3:6: expected a measure after it`},
		"{tt}":      {`rows.txt:3:6: "tt": expected a measure, $ and a parameter, or t, consumer, message, delivered or outcome`},
		"{depth of} {dept}": {
			`rows.txt:3:12: "of": expected the name of a queue, consumer or group after it`,
			`rows.txt:3:17: "dept": expected a measure, $ and a parameter, or t, consumer, message, delivered or outcome; did you mean depth?`},
		"one\ntwo {dept}": {`rows.txt:4:6: "dept": expected a measure, $ and a parameter, or t, consumer, message, delivered or outcome; did you mean depth?`},
		"{$a b}":          {`rows.txt:3:9: "b": expected the end of the line`},
	} {
		_, err := ParseTemplate(here, text)
		if diff := cmp.Diff(want, messages(err)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestParametersInTemplatesAreLookedUp(t *testing.T) {
	d := mustParse(t, `param visibility 30ms from 1ms to 1h`)
	if _, err := d.ParseTemplate(here, "{$visibility}"); err != nil {
		t.Error(err)
	}
	_, err := d.ParseTemplate(here, "{$visibilty}")
	want := `rows.txt:3:6: "$visibilty": expected $ and the name of a parameter; did you mean visibility?`
	if diff := cmp.Diff([]string{want}, messages(err)); diff != "" {
		t.Error(diff)
	}
}
