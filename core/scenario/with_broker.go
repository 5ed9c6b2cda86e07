package scenario

import (
	"slices"
	"strings"
)

// Brokers says how the text names the brokers of its queues and logs: named, whether it
// does, and param, the parameter that names one for all of them; empty where none does.
func (d *Document) Brokers() (param string, named bool) {
	lines := beginning(d.root, "broker", nil)
	if len(lines) == 1 && slices.Contains(d.root, lines[0]) && len(lines[0].words) == 2 {
		if w := lines[0].words[1]; !w.quoted && strings.HasPrefix(w.text, "$") {
			param = w.text[1:]
		}
	}
	return param, len(lines) > 0
}

// beginning are the lines that begin with a word, at any depth.
func beginning(lines []*line, word string, found []*line) []*line {
	for _, l := range lines {
		if len(l.words) > 0 && l.words[0].source() == word {
			found = append(found, l)
		}
		found = beginning(l.children, word, found)
	}
	return found
}

// WithBroker is the document with all its queues and logs at one broker, by its profile's
// name: the text says so at its end, and nowhere else. An empty name is no broker. The
// error is an Errors.
func (d *Document) WithBroker(name string) (*Document, error) {
	root := without(d.root, "broker")
	if name != "" {
		root = append(root, &line{}, &line{words: []word{{text: "broker"}, {text: name}}})
	}
	return Parse(d.file, formatTree(root))
}
