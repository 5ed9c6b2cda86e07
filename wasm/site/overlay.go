package site

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// urlFile is the file of Go's net/url. It links package netip to look at addresses that a browser has looked at, and
// the settings of GODEBUG, which no page has: 90 KB of code.
const urlFile = "net/url/url.go"

// leanURL takes both out. Each old text has to be there once.
var leanURL = [][2]string{
	{`	"internal/godebug"
	"net/netip"
`, ""},
	{`var urlstrictcolons = godebug.New("urlstrictcolons")
`, ""},
	{`				if urlstrictcolons.Value() == "0" {
					urlstrictcolons.IncNonDefault()
					i = lastColon
				}
`, ""},
	{`		addr, err := netip.ParseAddr(unescapedHostname)
		if err != nil {
			return "", fmt.Errorf("invalid host: %w", err)
		}
		if addr.Is4() {
			return "", errors.New("invalid IP-literal")
		}
`, ""},
	{`var urlmaxqueryparams = godebug.New("urlmaxqueryparams")
`, ""},
	{`	withinDefaultMax := params <= defaultMaxParams
	if urlmaxqueryparams.Value() == "" {
		return withinDefaultMax
	}
	customMax, err := strconv.Atoi(urlmaxqueryparams.Value())
	if err != nil {
		return withinDefaultMax
	}
	withinCustomMax := customMax == 0 || params < customMax
	if withinDefaultMax != withinCustomMax {
		urlmaxqueryparams.IncNonDefault()
	}
	return withinCustomMax
`, `	return params <= defaultMaxParams
`},
}

// overlay writes the file of changed sources that go build -overlay takes into dir, and returns its path; empty for a
// Go release whose sources are others, which is linked as it is.
func overlay(goroot, dir string) (string, error) {
	name := filepath.Join(goroot, "src", filepath.FromSlash(urlFile))
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	lean, ok := replaced(string(text), leanURL)
	if err != nil || !ok {
		return "", err
	}
	file, list := filepath.Join(dir, "url.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{name: file}})
	return list, errors.Join(err, os.WriteFile(file, []byte(lean), 0o644), os.WriteFile(list, replace, 0o644))
}

// replaced says no where one of the old texts is not there once.
func replaced(text string, edits [][2]string) (string, bool) {
	for _, e := range edits {
		if strings.Count(text, e[0]) != 1 {
			return "", false
		}
		text = strings.Replace(text, e[0], e[1], 1)
	}
	return text, true
}
