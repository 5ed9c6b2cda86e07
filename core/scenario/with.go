package scenario

import "slices"

// With is the document with settings written into its text: as the defaults of
// the parameters, and as its seed and until. It binds by itself to what d binds
// to under the settings, but for the defaults. The error is an Errors.
func (d *Document) With(set []Setting) (*Document, error) {
	b := d.bind(set)
	if err := b.report.err(); err != nil {
		return nil, err
	}
	root := withDefaults(d.root, b.names)
	for _, name := range []string{"until", "seed"} { // each goes to the top
		if value, ok := universalSetting(set, name, b.names); ok {
			l := &line{words: []word{{text: name}, {text: value}}}
			root = append([]*line{l}, without(root, name)...)
		}
	}
	return Parse(d.file, formatTree(root))
}

func universalSetting(set []Setting, name string, known *names) (value string, ok bool) {
	for _, s := range set {
		if s.Name == name && known.param(name) == nil {
			value, ok = s.Value, true
		}
	}
	return value, ok
}

// withDefaults is the lines with the values in force as the parameters' defaults.
func withDefaults(root []*line, known *names) []*line {
	all := slices.Clone(root)
	for i, l := range all {
		if len(l.words) < 3 || l.words[0].source() != "param" {
			continue
		}
		p := *l
		p.words = withDefault(l.words, known.param(l.words[1].text))
		all[i] = &p
	}
	return all
}

// withDefault replaces the third word of a param line. Where never was allowed
// only by being the default, "or never" keeps it allowed.
func withDefault(words []word, p *Param) []word {
	values := []word{{text: p.Value.String()}}
	if p.Default.Never && !p.Value.Never && !slices.ContainsFunc(words, isOr) {
		values = append(values, word{text: "or"}, word{text: "never"})
	}
	return slices.Concat(words[:2], values, words[3:])
}

func isOr(w word) bool { return w.text == "or" && !w.quoted }

// without is the lines but for those that begin with a word, at any depth.
func without(lines []*line, first string) []*line {
	var kept []*line
	for _, l := range lines {
		if len(l.words) > 0 && l.words[0].source() == first {
			continue
		}
		c := *l
		c.children = without(l.children, first)
		kept = append(kept, &c)
	}
	return kept
}
