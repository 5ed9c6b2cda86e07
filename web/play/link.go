package play

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// MaxFragment is the longest fragment read or made, in bytes.
const MaxFragment = 8 << 10

// linkVersion begins every fragment.
const linkVersion = "1"

// Link is what a URL's fragment says of a lesson: the reader's changes, and
// the place in the run. The zero value is the lesson as it is, at its start.
//
// As text it is a version and fields, joined by &: 1&visibility=60ms&-at=22ms.
// A field's name is a parameter's, seed or until, or one of these:
//
//	-at=22ms        the instant, after all that happens at it
//	-event=3        so many events have happened, and -at lies between two of them
//	-line=at+22ms+crash+consumer-1     a line added by hand; there may be several
//	-schedule=crash+shop-1+after+step+1    a line of the counterexample played
//	-search=crashes=1,away=10ms,ties       what to search for; see Search
//	-sweep=over=work,steps=9,runs=30       what to measure; see Sweep
//	-measure=waiting+p95                   its measures, one or two
//	-recorded=five-jobs.redis     the recording shown
//	-rows=sqs                     the broker whose measured rows are shown, or all
//	-text=…         another scenario instead of the lesson's
//	-tab=events     the panel shown
//	-challenge=on   the challenge was started
type Link struct {
	Draft Draft
	At    time.Duration
	// Events is how many events have happened, or AllOf for those at or before At.
	Events int
	// Tab is the panel shown; empty for the first one.
	Tab Tab
	// Search and Sweep are what the panels of studies ask; nil: what the lesson
	// proposes.
	Search *Search
	Sweep  *Sweep
	// Rows is the profile of which the measured rows are shown, or AllRows; empty: none are.
	Rows string
}

// AllOf stands for all the events at or before a link's instant.
const AllOf = -1

// cursor is the link's place in a run.
func (l Link) cursor(tr *trace.Trace) Cursor {
	if l.Events == AllOf {
		return anchor{l.At, -1}.in(tr)
	}
	n := min(l.Events, tr.Len())
	from, to := lastEventAt(tr, n), tr.End()
	if n < tr.Len() {
		to = tr.At(n).At
	}
	return Cursor{n, min(max(l.At, from), to)}
}

// placeIn says in a link where a run's cursor is.
func (l *Link) placeIn(tr *trace.Trace, c Cursor) {
	switch {
	case c == startOf(tr):
	case c.Events == tr.Index(c.At):
		l.At, l.Events = c.At, AllOf
	default:
		l.Events = c.Events
		if c.At != lastEventAt(tr, c.Events) {
			l.At = c.At
		}
	}
}

// String is the link as a fragment, without #; empty for the zero value.
func (l Link) String() string {
	fields := []string{linkVersion}
	add := func(name, value string) {
		fields = append(fields, url.QueryEscape(name)+"="+escape(value))
	}
	if l.Draft.Text != "" {
		add("-text", l.Draft.Text)
	}
	for _, line := range l.Draft.Lines {
		add("-line", line)
	}
	for _, line := range l.Draft.Schedule {
		add("-schedule", line)
	}
	for _, s := range l.Draft.Settings {
		add(s.Name, s.Value)
	}
	if l.Draft.Recorded != "" {
		add("-recorded", l.Draft.Recorded)
	}
	if l.Draft.Challenge {
		add("-challenge", "on")
	}
	if l.Events > 0 || l.Events == 0 && l.At > 0 {
		add("-event", strconv.Itoa(l.Events))
	}
	if l.Events == AllOf || l.At > 0 {
		add("-at", scenario.FormatDuration(l.At))
	}
	if l.Tab != "" {
		add("-tab", string(l.Tab))
	}
	if l.Search != nil {
		add("-search", l.Search.link())
	}
	if l.Sweep != nil {
		add("-sweep", l.Sweep.link())
		for _, text := range l.Sweep.Measures {
			add("-measure", text)
		}
	}
	if l.Rows != "" {
		add("-rows", l.Rows)
	}
	if len(fields) == 1 {
		return ""
	}
	return strings.Join(fields, "&")
}

// escape escapes what a fragment can't hold, and leaves what it can readable.
func escape(text string) string { return readable.Replace(url.QueryEscape(text)) }

var readable = strings.NewReplacer("%2F", "/", "%3A", ":", "%2C", ",", "%3D", "=", "%24", "$")

// Fragment is the URL fragment that reproduces what is shown, without #; empty
// for an unchanged lesson at its start. The error says why it can't be made: it
// would be longer than MaxFragment.
func (m *Model) Fragment() (string, error) {
	if m.Run == nil {
		return "", nil
	}
	l := Link{Draft: m.Run.Draft, Tab: m.linkedTab()}
	m.linkStudies(&l)
	l.placeIn(m.Run.Trace, m.Cursor)
	return fitting(l)
}

// fitting is the link as text, if it is not too long for one.
func fitting(l Link) (string, error) {
	text := l.String()
	if len(text) > MaxFragment {
		return "", fmt.Errorf("the changes are too long for a link: %d bytes, and %d fit", len(text), MaxFragment)
	}
	return text, nil
}

// tellFragment asks for the fragment of what is shown now, if it changed.
func (m *Model) tellFragment() {
	if m.Run == nil || m.job != nil && !m.Run.Draft.equal(m.Draft) {
		return
	}
	text, err := m.Fragment()
	if err != nil && !m.tooLong {
		m.Notice = sentence(err.Error())
		m.Version.Page++
	}
	m.tooLong = err != nil
	if text == m.fragment {
		return
	}
	m.fragment = text
	m.do(SetFragment{text})
}

// ParseFragment reads a fragment, with or without its #. Its settings, lines
// and text are read as they stand: whether the lesson takes them shows when
// they are built.
func ParseFragment(fragment string) (Link, error) {
	text := trimHash(fragment)
	if text == "" {
		return Link{}, nil
	}
	if len(text) > MaxFragment {
		return Link{}, fmt.Errorf("it is longer than %d bytes", MaxFragment)
	}
	version, rest, _ := strings.Cut(text, "&")
	if version != linkVersion {
		return Link{}, fmt.Errorf("it begins with %q, expected version %s", short(version), linkVersion)
	}
	var r linkReader
	for field := range strings.SplitSeq(rest, "&") {
		if err := r.field(field); err != nil {
			return Link{}, err
		}
	}
	return r.finish(), nil
}

func trimHash(fragment string) string { return strings.TrimPrefix(fragment, "#") }

// linkReader puts a link together, field by field.
type linkReader struct {
	link      Link
	at, event bool
	measures  int
	seen      map[string]bool
}

func (r *linkReader) field(field string) error {
	if field == "" {
		return nil
	}
	escapedName, escapedValue, ok := strings.Cut(field, "=")
	if !ok {
		return fmt.Errorf("%q has no value, expected name=value", short(field))
	}
	name, err := url.QueryUnescape(escapedName)
	if err != nil {
		return fmt.Errorf("%q is not escaped as a URL", short(escapedName))
	}
	value, err := url.QueryUnescape(escapedValue)
	if err != nil {
		return fmt.Errorf("%s=%q is not escaped as a URL", short(name), short(escapedValue))
	}
	if err := r.once(name); err != nil {
		return err
	}
	if err := r.set(name, value); err != nil {
		return fmt.Errorf("%s=%q: %w", short(name), short(value), err)
	}
	return nil
}

// once refuses a second value for what has only one.
func (r *linkReader) once(name string) error {
	switch name {
	case "-line", "-schedule", "-measure":
		return nil
	}
	if r.seen[name] {
		return fmt.Errorf("%s is there twice", short(name))
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[name] = true
	return nil
}

func (r *linkReader) set(name, value string) (err error) {
	l := &r.link
	switch {
	case name == "-text":
		l.Draft.Text = value
	case name == "-line":
		l.Draft.Lines = append(l.Draft.Lines, value)
	case name == "-schedule":
		l.Draft.Schedule = append(l.Draft.Schedule, value)
	case name == "-search":
		l.Search, err = parseSearch(value)
	case name == "-sweep":
		err = r.sweep().parse(value)
	case name == "-measure":
		err = r.measure(value)
	case name == "-event":
		var n uint64
		n, err = parseUint(value)
		l.Events, r.event = int(min(n, MaxEvents)), true
	case name == "-at":
		l.At, err = parseInstant(value)
		r.at = true
	case name == "-tab":
		l.Tab, err = parseTab(value)
	case name == "-rows":
		l.Rows, err = parseRows(value)
	case name == "-recorded":
		l.Draft.Recorded = value
	case name == "-challenge":
		l.Draft.Challenge = value == "on"
	case strings.HasPrefix(name, "-"):
		return errors.New("this field is unknown")
	default:
		l.Draft = l.Draft.with(scenario.Setting{Name: name, Value: value})
	}
	return err
}

func (r *linkReader) finish() Link {
	if r.at && !r.event {
		r.link.Events = AllOf
	}
	return r.link
}

func parseUint(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, errors.New("expected a whole number")
	}
	return n, nil
}

func parseTab(text string) (Tab, error) {
	if !Tab(text).valid() {
		return "", fmt.Errorf("expected one of %v", Tabs)
	}
	return Tab(text), nil
}

func parseRows(text string) (string, error) {
	names := []string{AllRows}
	for _, p := range scenario.Profiles() {
		names = append(names, p.Name)
	}
	if !slices.Contains(names, text) {
		return "", fmt.Errorf("expected one of %v", names)
	}
	return text, nil
}

// parseInstant reads an instant as FormatDuration writes it.
func parseInstant(text string) (time.Duration, error) {
	d, err := scenario.ParseDuration(text)
	if err != nil {
		return 0, errors.New("expected an instant, such as 22ms")
	}
	return d, nil
}
