package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	search "github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/scenario"
)

// exploreOptions are the arguments of explore.
type exploreOptions struct {
	options
	search search.Options
}

// away is how long a crash lasts where nothing else is said.
const away = 10 * time.Millisecond

func explore(args []string, in io.Reader, out, errs io.Writer) int {
	o, err := parseExplore(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(out, usage)
		return ok
	}
	if err != nil {
		return complain(errs, err)
	}
	src, err := find(o.name, in)
	if err != nil {
		return complain(errs, err)
	}
	sc, err := src.doc.Bind(o.settings())
	if err != nil {
		return complain(errs, err)
	}
	x, err := search.New(sc, o.search)
	if err != nil {
		return complain(errs, err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	follow(ctx, x, errs)
	return o.tell(src, sc, x.Verdict(), out, errs)
}

// parseExplore reads the arguments of explore. The error is flag.ErrHelp if they
// ask for help.
func parseExplore(args []string) (*exploreOptions, error) {
	o := &exploreOptions{search: search.Options{Away: away}}
	var outputs []output
	flags := flag.NewFlagSet("explore", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("set", "", o.addSetting)
	flags.Func("seed", "", o.setSeed)
	flags.Func("claim", "", func(name string) error { o.search.Claims = append(o.search.Claims, name); return nil })
	flags.Func("crashes", "", atLeast(0, &o.search.Crashes))
	flags.Func("lost-acknowledgements", "", atLeast(0, &o.search.LostAcknowledgements))
	flags.Func("states", "", atLeast(1, &o.search.MaxStates))
	flags.Func("away", "", o.setAway)
	flags.BoolVar(&o.search.Ties, "ties", false, "")
	flags.BoolVar(&o.search.Consumers, "who", false, "")
	flags.BoolVar(&o.search.Work, "work", false, "")
	for name, kind := range map[string]output{"json": summaryJSON, "scenario": scenarioText} {
		flags.BoolFunc(name, "", func(value string) error { return choose(&outputs, kind, value) })
	}
	names, err := interspersed(flags, args)
	if err != nil {
		return nil, err
	}
	if o.name, err = oneName(names); err != nil {
		return nil, err
	}
	switch {
	case len(outputs) > 1:
		return nil, errors.New("expected at most one of -json and -scenario")
	case len(outputs) == 1:
		o.output = outputs[0]
	}
	return o, nil
}

// most bounds every number of explore; the search takes no more states.
const most = 100_000_000

func atLeast(least int, into *int) func(string) error {
	return func(text string) (err error) {
		if *into, err = strconv.Atoi(text); err != nil || *into < least || *into > most {
			return fmt.Errorf("expected a whole number from %d to %d", least, most)
		}
		return nil
	}
}

func (o *exploreOptions) setAway(text string) (err error) {
	if text == "never" {
		o.search.Away = 0
		return nil
	}
	if o.search.Away, err = time.ParseDuration(text); err != nil || o.search.Away <= 0 || o.search.Away > scenario.MaxTime {
		return errors.New("expected a duration above 0, such as 10ms, or never: for ever")
	}
	return nil
}

// slice is how many transitions lie between two looks at whether to go on.
const slice = 20_000

// follow searches, and tells how far it has come, until it is over or ctx is.
func follow(ctx context.Context, x *search.Search, errs io.Writer) {
	told := false
	for !x.Step(slice) && ctx.Err() == nil {
		states, schedules := x.Progress()
		fmt.Fprintf(errs, "\r%d states, %d schedules", states, schedules)
		told = true
	}
	if told {
		fmt.Fprintln(errs)
	}
}

// tell prints the verdict. The exit status says whether a claim was broken.
func (o *exploreOptions) tell(src *source, sc *scenario.Scenario, v search.Verdict, out, errs io.Writer) int {
	var err error
	switch o.output {
	case summaryJSON:
		err = writeVerdictJSON(out, src, sc, &v)
	case scenarioText:
		err = o.writeCounterexample(out, src, &v)
	default:
		err = writeVerdict(out, &v)
	}
	switch {
	case err != nil:
		return complain(errs, err)
	case v.Kind == search.Broken:
		return failed
	}
	return ok
}

func writeVerdict(out io.Writer, v *search.Verdict) error {
	fmt.Fprintf(out, "%s\n%d distinct states\n", v, v.States)
	if v.Kind != search.Broken {
		return nil
	}
	fmt.Fprintf(out, "\n%q does not hold: %s comes to %s\n", v.Claim.Name, v.Claim.Text, found(v.Claim))
	if len(v.Choices) == 0 {
		fmt.Fprintln(out, "The ordinary run breaks it; nothing has to go wrong.")
		return nil
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range v.Choices {
		fmt.Fprintf(table, "%s\t%s\n", scenario.FormatDuration(c.At), c.Text)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\nThese lines, added to the scenario, make that run:\n\n%s\n", strings.Join(v.Lines, "\n"))
	return err
}

// writeCounterexample prints the scenario with the settings in it and the
// counterexample's lines at its end, for queuelab run.
func (o *exploreOptions) writeCounterexample(out io.Writer, src *source, v *search.Verdict) error {
	if v.Kind != search.Broken {
		return fmt.Errorf("there is no counterexample to print: %s", v)
	}
	doc, err := src.doc.With(o.settings())
	for _, line := range v.Lines {
		if err == nil {
			doc, err = doc.Append(line)
		}
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, doc.Format())
	return err
}

// verdictJSON is a verdict in JSON. Claim is null where none is broken.
type verdictJSON struct {
	Lesson     string       `json:"lesson"`
	Parameters object       `json:"parameters"`
	Verdict    string       `json:"verdict"` // keeps, broken or unfinished
	Text       string       `json:"text"`
	Complete   bool         `json:"complete"`
	States     int          `json:"states"`
	Schedules  int          `json:"schedules"`
	Broken     int          `json:"broken"`
	Endless    int          `json:"endless"`
	Claim      *brokenClaim `json:"claim"`
	Choices    []choiceJSON `json:"choices"`
	Lines      []string     `json:"lines"`
	Events     int          `json:"events"`
}

type brokenClaim struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Left  string `json:"left"`
	Right string `json:"right"`
}

type choiceJSON struct {
	At    string `json:"at"`
	NS    int64  `json:"ns"`
	Event int    `json:"event"`
	Text  string `json:"text"`
}

var kinds = [...]string{search.Unfinished: "unfinished", search.Keeps: "keeps", search.Broken: "broken"}

func writeVerdictJSON(out io.Writer, src *source, sc *scenario.Scenario, v *search.Verdict) error {
	j := verdictJSON{
		Lesson: src.name, Parameters: parameters(sc.Params), Verdict: kinds[v.Kind], Text: v.String(), Complete: v.Complete,
		States: v.States, Schedules: v.Schedules, Broken: v.Broken, Endless: v.Endless,
		Choices: []choiceJSON{}, Lines: slices.Concat([]string{}, v.Lines), Events: v.Events,
	}
	if v.Kind == search.Broken {
		j.Claim = &brokenClaim{v.Claim.Name, v.Claim.Text, v.Claim.Left, v.Claim.Right}
	}
	for _, c := range v.Choices {
		j.Choices = append(j.Choices, choiceJSON{scenario.FormatDuration(c.At), int64(c.At), c.Event, c.Text})
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(j)
}
