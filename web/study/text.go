package study

import (
	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/core/theory/fit"
)

// String is the request as ReadRequest takes it.
func (q Request) String() string { return write(&q, requestFields) }

// ReadRequest reads what String wrote.
func ReadRequest(text string) (Request, error) { return read(text, requestFields) }

// String is the report as ReadReport takes it.
func (r Report) String() string { return write(&r, reportFields) }

// ReadReport reads what String wrote.
func ReadReport(text string) (Report, error) { return read(text, reportFields) }

func requestFields(f *form, q *Request) {
	whole(f, "id", &q.ID)
	f.text("name", &q.System.Name)
	f.text("text", &q.System.Text)
	f.texts("lines", &q.System.Lines)
	list(f, "settings", &q.System.Settings, settingFields)
	part(f, "search", &q.Search, optionFields)
	part(f, "sweep", &q.Sweep, sweepFields)
	f.flag("stop", &q.Stop)
	f.flag("drop", &q.Drop)
}

func settingFields(f *form, s *scenario.Setting) {
	f.text("name", &s.Name)
	f.text("value", &s.Value)
}

func optionFields(f *form, o *explore.Options) {
	f.texts("claims", &o.Claims)
	whole(f, "crashes", &o.Crashes)
	whole(f, "lost", &o.LostAcknowledgements)
	whole(f, "away", &o.Away)
	f.flag("consumers", &o.Consumers)
	f.flag("ties", &o.Ties)
	f.flag("work", &o.Work)
	whole(f, "states", &o.MaxStates)
}

func sweepFields(f *form, s *Sweep) {
	list(f, "over", &s.Over, rangeFields)
	list(f, "measures", &s.Measures, measureFields)
	whole(f, "replications", &s.Replications)
	whole(f, "batches", &s.Batches)
	whole(f, "warmup", &s.Warmup)
	f.flag("continue", &s.Continue)
}

func rangeFields(f *form, r *sweep.Range) {
	f.text("param", &r.Param)
	f.text("from", &r.From)
	f.text("to", &r.To)
	whole(f, "steps", &r.Steps)
}

func measureFields(f *form, m *Measure) {
	f.text("field", &m.Field)
	f.text("text", &m.Text)
}

func reportFields(f *form, r *Report) {
	whole(f, "id", &r.ID)
	f.flag("over", &r.Over)
	f.flag("stopped", &r.Stopped)
	part(f, "problem", &r.Problem, problemFields)
	whole(f, "states", &r.States)
	whole(f, "schedules", &r.Schedules)
	part(f, "verdict", &r.Verdict, verdictFields)
	part(f, "curve", &r.Curve, curveFields)
}

func problemFields(f *form, p *Problem) {
	f.text("text", &p.Text)
	f.texts("words", &p.Words)
}

func verdictFields(f *form, v *explore.Verdict) {
	whole(f, "kind", &v.Kind)
	f.flag("complete", &v.Complete)
	whole(f, "states", &v.States)
	whole(f, "schedules", &v.Schedules)
	whole(f, "broken", &v.Broken)
	whole(f, "endless", &v.Endless)
	claimFields(f, &v.Claim)
	list(f, "choices", &v.Choices, choiceFields)
	f.texts("lines", &v.Lines)
	whole(f, "events", &v.Events)
}

func claimFields(f *form, c *check.Result) {
	f.text("claim", &c.Name)
	f.text("condition", &c.Text)
	f.flag("holds", &c.Holds)
	f.text("left", &c.Left)
	f.text("right", &c.Right)
	f.text("reason", &c.Reason)
}

func choiceFields(f *form, c *explore.Choice) {
	whole(f, "at", &c.At)
	whole(f, "event", &c.Event)
	f.text("text", &c.Text)
}

func curveFields(f *form, c *Curve) {
	list(f, "params", &c.Params, paramFields)
	list(f, "measures", &c.Measures, columnFields)
	list(f, "points", &c.Points, pointFields)
	list(f, "fits", &c.Fits, func(f *form, fits *[]fit.Fit) { list(f, "of", fits, fitFields) })
	whole(f, "done", &c.Done)
	whole(f, "all", &c.All)
	whole(f, "batches", &c.Batches)
}

func paramFields(f *form, p *Param) {
	f.text("name", &p.Name)
	whole(f, "kind", &p.Kind)
}

func columnFields(f *form, c *Column) {
	f.text("text", &c.Text)
	whole(f, "unit", &c.Unit)
}

func fitFields(f *form, t *fit.Fit) {
	f.text("model", &t.Model)
	f.float("value", &t.Value)
	f.text("why", &t.Why)
}

func pointFields(f *form, p *sweep.Point) {
	list(f, "at", &p.Values, valueFields)
	whole(f, "runs", &p.Runs)
	whole(f, "limited", &p.Limited)
	list(f, "is", &p.Estimates, estimateFields)
}

func valueFields(f *form, v *scenario.Value) {
	whole(f, "kind", &v.Kind)
	whole(f, "number", &v.Number)
	whole(f, "duration", &v.Duration)
	f.flag("never", &v.Never)
	f.text("word", &v.Word)
}

func estimateFields(f *form, e *sweep.Estimate) {
	whole(f, "n", &e.N)
	f.float("mean", &e.Mean)
	f.float("half", &e.Half)
	f.flag("batched", &e.Batched)
	whole(f, "cut", &e.Cut)
	f.flag("short", &e.Short)
}
