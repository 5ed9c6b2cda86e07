package conformance

import (
	"reflect"
	"testing"

	"github.com/queuelab/queuelab/core/scenario"
)

// A profile with one switch turned wrong is caught by the rows: whichever of
// them, and however it is turned.
func TestEverySwitchMatters(t *testing.T) {
	for _, p := range scenario.Profiles() {
		if p.Name == "lesson" {
			continue
		}
		for _, name := range switches() {
			for _, wrong := range turned(p, name) {
				if !caught(t, p.Name, wrong) {
					t.Errorf("%s with %s %v: no row differs", p.Name, name, reflect.ValueOf(wrong).FieldByName(name))
				}
			}
		}
	}
}

// switches are the fields of a profile that say how it behaves.
func switches() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[scenario.Profile]()) {
		if f.Type.Kind() != reflect.String {
			names = append(names, f.Name)
		}
	}
	return names
}

// turned are the profile with one switch at each other value.
func turned(p scenario.Profile, name string) (all []scenario.Profile) {
	for i := range 16 {
		wrong := p
		f := reflect.ValueOf(&wrong).Elem().FieldByName(name)
		had := f.Interface()
		switch f.Kind() {
		case reflect.Bool:
			f.SetBool(i == 1)
		case reflect.Int:
			f.SetInt(f.Int() + int64(i) - 1)
		default:
			if i >= values(f.Type()) {
				return all
			}
			f.SetUint(uint64(i))
		}
		if f.Interface() != had && !idle(p.Name, name, f) {
			all = append(all, wrong)
		}
		if i == 1 && f.Kind() == reflect.Bool || i == 2 && f.Kind() == reflect.Int {
			return all
		}
	}
	return all
}

// caught says whether some case of the broker fails under a profile.
func caught(t *testing.T, broker string, wrong scenario.Profile) bool {
	t.Helper()
	change := func(p *scenario.Profile) {
		if p.Name == broker {
			*p = wrong
		}
	}
	for _, row := range All() {
		for _, c := range row.Cases {
			if c.Broker == broker && len(differences(t, row, &c, change)) > 0 {
				return true
			}
		}
	}
	return false
}

// values is how many values a switch's type has.
func values(t reflect.Type) int {
	switch t {
	case reflect.TypeFor[scenario.Comeback]():
		return 4
	case reflect.TypeFor[scenario.Counter](), reflect.TypeFor[scenario.PriorityRule]():
		return 3
	}
	panic("a switch of an unknown type: " + t.String())
}

// idle are the turns that make no difference, each for a reason.
func idle(broker, name string, to reflect.Value) bool {
	switch {
	case broker == "rabbitmq-classic" && name == "RequeueLimited":
		return true // it has no limit
	case broker == "rabbitmq-classic" && (name == "CountsRedeliveries" || name == "LimitOnReturn"):
		return true
	case broker == "rabbitmq-classic" && name == "PrefetchCap" && to.Int() < 0:
		return true // less than unlimited
	}
	return false
}
