package study

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/core/theory/fit"
)

var alike = cmp.Options{cmpopts.EquateEmpty(), cmpopts.EquateNaNs()}

// Every request and every report comes out of its text as it went in, whatever is in it.
func TestTextKeepsRequests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Make[Request]().Draw(t, "request")
		got, err := ReadRequest(want.String())
		if d := cmp.Diff(want, got, alike); err != nil || d != "" {
			t.Fatalf("%v\n%s", err, d)
		}
	})
}

func TestTextKeepsReports(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Make[Report]().Draw(t, "report")
		got, err := ReadReport(want.String())
		if d := cmp.Diff(want, got, alike); err != nil || d != "" {
			t.Fatalf("%v\n%s", err, d)
		}
	})
}

// All fields stand one after the other, lists with their lengths before them.
func TestTextOfAReport(t *testing.T) {
	r := Report{
		ID: 7, Over: true, Stopped: true, Problem: &Problem{"it is \"so\"\n", []string{"so", ""}}, States: 3, Schedules: math.MaxInt64,
		Verdict: &explore.Verdict{
			Kind: explore.Broken, Complete: true, States: 1, Schedules: 2, Broken: 3, Endless: 4,
			Claim:   check.Result{Name: "Nothing is lost", Text: "lost = 0", Holds: true, Left: "1", Right: "0", Reason: "none"},
			Choices: []explore.Choice{{At: 4, Event: 5, Text: "shop-1 crashes"}}, Lines: []string{"crash shop-1"}, Events: 6,
		},
		Curve: &Curve{
			Params: []Param{{"rate", scenario.RateParam}}, Measures: []Column{{"waiting", scenario.Span}},
			Points: []sweep.Point{{
				Values: []scenario.Value{{Kind: scenario.RateParam, Number: 30, Duration: 60, Never: true, Word: "w"}}, Runs: 5, Limited: 1,
				Estimates: []sweep.Estimate{{N: 4, Mean: 0.1, Half: math.NaN(), Batched: true, Cut: 2, Short: true}},
			}},
			Fits: [][]fit.Fit{{{Model: "M/M/1", Value: math.Inf(1), Why: "random"}}, nil}, Done: 3, All: 4, Batches: 2,
		},
	}
	const want = `[7,1,1,1,"it is \"so\"\u000a",2,"so","",3,9223372036854775807,1,2,1,1,2,3,4,"Nothing is lost","lost = 0",1,"1","0","none",` +
		`1,4,5,"shop-1 crashes",1,"crash shop-1",6,1,1,"rate",2,1,"waiting",1,1,1,2,30,60,1,"w",5,1,1,4,"0.1","NaN",1,2,1,2,1,"M/M/1","+Inf","random",0,3,4,2]`
	if d := cmp.Diff(want, r.String()); d != "" {
		t.Error(d)
	}
	back, err := ReadReport(want)
	if d := cmp.Diff(r, back, alike); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
}

func TestTornTextIsRefused(t *testing.T) {
	whole := Report{ID: 1, Curve: &Curve{Params: make([]Param, 3)}}.String()
	for _, text := range []string{"", "{}", "[]", "poetry", whole[:len(whole)-3] + "]", whole[:len(whole)-1] + ",1]", `["1"]`, `[1,0,0,0,0,0,0,1,9999999999]`, `[1,0,0,0,0,0,0,1,-1]`} {
		if r, err := ReadReport(text); err == nil {
			t.Errorf("%s is taken for %+v", text, r)
		}
	}
}
