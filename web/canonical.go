//go:build !js

package web

import (
	"html"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	openTag     = regexp.MustCompile(`<[a-z][a-z0-9]*(?: [a-zA-Z-]+(?:="(?:[^"\\]|\\.)*")?)*>`)
	indentation = regexp.MustCompile(`>\n {2,}<`)
	attribute   = regexp.MustCompile(` ([a-zA-Z-]+)(?:="((?:[^"\\]|\\.)*)")?`)
)

// switches are attributes that are on wherever they stand, whatever their value.
var switches = []string{"checked", "disabled", "hidden", "open", "selected"}

// canonical makes go-app's HTML the same each time it is made, and right: the
// order of attributes in it is a map's, their values are quoted as Go's
// strings, "true" is left out, which aria attributes need, and "false" is not,
// which turns a switch on. It is without the indentation between elements, which
// the mounted page hasn't either, and which a browser makes a node each of.
func canonical(text string) string {
	text = indentation.ReplaceAllString(text, "><")
	return openTag.ReplaceAllStringFunc(text, func(tag string) string {
		found := attribute.FindAllStringSubmatch(tag, -1)
		if len(found) == 0 {
			return tag
		}
		slices.SortFunc(found, func(a, b []string) int { return strings.Compare(a[1], b[1]) })
		name := tag[:strings.IndexByte(tag, ' ')]
		for _, a := range found {
			value, ok := attributeValue(a)
			if ok && value == "false" && slices.Contains(switches, a[1]) {
				continue
			}
			name += " " + a[1]
			if ok {
				name += `="` + html.EscapeString(value) + `"`
			}
		}
		return name + ">"
	})
}

func attributeValue(a []string) (string, bool) {
	if strings.HasSuffix(a[0], `"`) {
		if value, err := strconv.Unquote(`"` + a[2] + `"`); err == nil {
			return html.UnescapeString(value), true
		}
		return html.UnescapeString(a[2]), true
	}
	return "true", strings.HasPrefix(a[1], "aria-") || a[1] == "spellcheck"
}

// setBase lets the components link below a base while a page is made.
func setBase(base string) (restore func()) {
	const name = "GOAPP_ROOT_PREFIX"
	old, had := os.LookupEnv(name)
	os.Setenv(name, base)
	return func() {
		if had {
			os.Setenv(name, old)
		} else {
			os.Unsetenv(name)
		}
	}
}
