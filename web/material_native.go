//go:build !js

package web

import (
	"embed"
	"strings"

	"github.com/queuelab/queuelab/core/lesson"
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

func (*browser) material(page string) material {
	id := lessonOn(page)
	return newMaterial(page, lesson.Text(id), proseOf(id))
}

func (b *browser) bring(_ *session, page string, done func(material, bool)) {
	done(b.material(page), true)
}
