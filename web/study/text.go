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
	whole(f, &q.ID)
	f.text(&q.System.Name)
	f.text(&q.System.Text)
	f.texts(&q.System.Lines)
	list(f, &q.System.Settings, settingFields)
	part(f, &q.Search, optionFields)
	part(f, &q.Sweep, sweepFields)
	f.flag(&q.Stop)
	f.flag(&q.Drop)
}

func settingFields(f *form, s *scenario.Setting) {
	f.text(&s.Name)
	f.text(&s.Value)
}

func optionFields(f *form, o *explore.Options) {
	f.texts(&o.Claims)
	whole(f, &o.Crashes)
	whole(f, &o.LostAcknowledgements)
	whole(f, &o.Away)
	f.flag(&o.Consumers)
	f.flag(&o.Ties)
	f.flag(&o.Work)
	whole(f, &o.MaxStates)
}

func sweepFields(f *form, s *Sweep) {
	list(f, &s.Over, rangeFields)
	list(f, &s.Measures, measureFields)
	whole(f, &s.Replications)
	whole(f, &s.Batches)
	whole(f, &s.Warmup)
	f.flag(&s.Continue)
}

func rangeFields(f *form, r *sweep.Range) {
	f.text(&r.Param)
	f.text(&r.From)
	f.text(&r.To)
	whole(f, &r.Steps)
}

func measureFields(f *form, m *Measure) {
	f.text(&m.Field)
	f.text(&m.Text)
}

func reportFields(f *form, r *Report) {
	whole(f, &r.ID)
	f.flag(&r.Over)
	f.flag(&r.Stopped)
	part(f, &r.Problem, problemFields)
	whole(f, &r.States)
	whole(f, &r.Schedules)
	part(f, &r.Verdict, verdictFields)
	part(f, &r.Curve, curveFields)
}

func problemFields(f *form, p *Problem) {
	f.text(&p.Text)
	f.texts(&p.Words)
}

func verdictFields(f *form, v *explore.Verdict) {
	whole(f, &v.Kind)
	f.flag(&v.Complete)
	whole(f, &v.States)
	whole(f, &v.Schedules)
	whole(f, &v.Broken)
	whole(f, &v.Endless)
	claimFields(f, &v.Claim)
	list(f, &v.Choices, choiceFields)
	f.texts(&v.Lines)
	whole(f, &v.Events)
}

func claimFields(f *form, c *check.Result) {
	f.text(&c.Name)
	f.text(&c.Text)
	f.flag(&c.Holds)
	f.text(&c.Left)
	f.text(&c.Right)
	f.text(&c.Reason)
}

func choiceFields(f *form, c *explore.Choice) {
	whole(f, &c.At)
	whole(f, &c.Event)
	f.text(&c.Text)
}

func curveFields(f *form, c *Curve) {
	list(f, &c.Params, paramFields)
	list(f, &c.Measures, columnFields)
	list(f, &c.Points, pointFields)
	list(f, &c.Fits, func(f *form, fits *[]fit.Fit) { list(f, fits, fitFields) })
	whole(f, &c.Done)
	whole(f, &c.All)
	whole(f, &c.Batches)
}

func paramFields(f *form, p *Param) {
	f.text(&p.Name)
	whole(f, &p.Kind)
}

func columnFields(f *form, c *Column) {
	f.text(&c.Text)
	whole(f, &c.Unit)
}

func fitFields(f *form, t *fit.Fit) {
	f.text(&t.Model)
	f.float(&t.Value)
	f.text(&t.Why)
}

func pointFields(f *form, p *sweep.Point) {
	list(f, &p.Values, valueFields)
	whole(f, &p.Runs)
	whole(f, &p.Limited)
	list(f, &p.Estimates, estimateFields)
}

func valueFields(f *form, v *scenario.Value) {
	whole(f, &v.Kind)
	whole(f, &v.Number)
	whole(f, &v.Duration)
	f.flag(&v.Never)
	f.text(&v.Word)
}

func estimateFields(f *form, e *sweep.Estimate) {
	whole(f, &e.N)
	f.float(&e.Mean)
	f.float(&e.Half)
	f.flag(&e.Batched)
	whole(f, &e.Cut)
	f.flag(&e.Short)
}
