package web

import (
	"embed"
	"strings"
)

//go:embed prose/*.html
var proseFiles embed.FS

// proseOf is a lesson's text as HTML. It is rendered when the lesson is
// written, so that the page needs no Markdown library: see TestProse.
func proseOf(id string) string {
	text, err := proseFiles.ReadFile("prose/" + id + ".html")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}
