package scenario

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// names are the things that a scenario declares.
type names struct {
	queues, producers, consumers nameTable
	tables, handlers, relays     nameTable
	exchanges, logs              nameTable
	logGroups, members           nameTable            // of logs' groups, and their members
	kinds                        map[string]TableKind // of tables, by name
	groupNames                   nameTable
	groups                       map[string]group // by name
	params                       []Param
	unsound                      []string        // parameters of which the declaration is wrong
	clients                      map[string]bool // the consumers that are clients
}

func newNames() *names {
	return &names{groups: map[string]group{}, kinds: map[string]TableKind{}, clients: map[string]bool{}}
}

// all are the tables of names that must differ.
func (n *names) all() []*nameTable {
	return []*nameTable{
		&n.queues, &n.producers, &n.consumers, &n.groupNames, &n.tables, &n.handlers, &n.relays, &n.exchanges,
		&n.logs, &n.logGroups, &n.members,
	}
}

// people says whether the names are of those that act.
func (n *names) people(t *nameTable) bool {
	return t == &n.consumers || t == &n.groupNames || t == &n.relays || t == &n.producers || t == &n.logGroups || t == &n.members
}

// group is what "consumer worker x 3" declares.
type group struct {
	count int
	// most is the largest count that a parameter can give it: a member beyond
	// count, and not beyond most, is not a mistake. 0 without a parameter.
	most int
	// present is false where the declaration is under a when that does not hold.
	present bool
}

// absent is the index of what is declared only under a when that does not hold.
const absent = -1

// nameTable numbers the names of a kind in the order of declaration.
type nameTable struct {
	index map[string]int
	pos   map[string]Pos
	list  []string // every name once
	count int      // of the names that are not absent
	tried int      // to declare
}

// declare adds a name. It gives the place of the earlier one where there is one.
func (t *nameTable) declare(name string, pos Pos, present bool) (earlier Pos, fresh bool) {
	if t.index == nil {
		t.index, t.pos = map[string]int{}, map[string]Pos{}
	}
	at, known := t.index[name]
	if known && at != absent {
		return t.pos[name], !present
	}
	if !known {
		t.list = append(t.list, name)
	}
	t.index[name], t.pos[name] = absent, pos
	if present {
		t.index[name] = t.count
		t.count++
	}
	return Pos{}, true
}

func (t *nameTable) has(name string) bool {
	_, ok := t.index[name]
	return ok
}

// beyond says whether name is a member that a group lacks only now.
func (n *names) beyond(name string) bool {
	dash := strings.LastIndexByte(name, '-')
	if dash < 0 || n.consumers.has(name) {
		return false
	}
	number, err := strconv.Atoi(name[dash+1:])
	return err == nil && number >= 1 && number <= n.groups[name[:dash]].most
}

func (n *names) param(name string) *Param {
	for i := range n.params {
		if n.params[i].Name == name {
			return &n.params[i]
		}
	}
	return nil
}

func (n *names) paramNames() []string {
	list := make([]string, len(n.params))
	for i, p := range n.params {
		list[i] = p.Name
	}
	return list
}

// subjectNames are the names that a measure can be "of".
func (n *names) subjectNames() []string {
	list := slices.Clone(n.groupNames.list)
	for _, of := range n.subjects() {
		list = append(list, of.names.list...)
	}
	return list
}

// subjects are the tables of the names that a measure can be "of", but for groups.
func (n *names) subjects() []subjectNames {
	return []subjectNames{
		{OfQueue, &n.queues}, {OfConsumer, &n.consumers}, {OfConsumer, &n.relays}, {OfConsumer, &n.members},
		{OfLogGroup, &n.logGroups}, {OfLog, &n.logs}, {OfTable, &n.tables},
	}
}

type subjectNames struct {
	kind  SubjectKind
	names *nameTable
}

// reserved words mean something where a name can stand.
var reserved = []string{"each", "message", "end", "start", "never", "off", "none"}

// nameProblem says what is wrong with a name, or "".
func nameProblem(name string) string {
	const expected = "expected a name: a letter, then letters, digits, - or _"
	for i, c := range name {
		if !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c) && c != '-' && c != '_') {
			return expected
		}
	}
	switch {
	case name == "":
		return expected
	case len(name) > MaxName:
		return "expected a name of at most " + strconv.Itoa(MaxName) + " bytes"
	case slices.Contains(reserved, name):
		return "expected another name, as this one has a meaning of its own"
	}
	return ""
}
