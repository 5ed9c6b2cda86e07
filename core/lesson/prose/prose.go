// Package prose makes HTML of a lesson's Markdown. It is for the command that
// builds the site: the page itself, in WebAssembly, does without a Markdown library.
//
// Three things go beyond plain Markdown:
//
//   - {deliveries} is a measure of the lesson's own run and {$visibility} a
//     parameter of it, as in the scenario language's templates, so that the
//     text can't disagree with the run.
//   - {deliveries with visibility=60ms} is the same of the run with these settings.
//   - [in flight](word:in-flight) is a live word of the legend, one of
//     lesson.Words. It becomes <span class="word in-flight">in flight</span>.
package prose

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/queuelab/queuelab/core/lesson"
)

// Render is the lesson's prose as HTML: paragraphs, lists, tables and headings
// from h2 down, whose ids begin with text-. Raw HTML in the Markdown is left out.
func Render(l *lesson.Lesson) (string, error) {
	source, err := fill(l)
	if err != nil {
		return "", err
	}
	tree := markdown.Parser().Parse(text.NewReader([]byte(source)))
	if err := adopt(tree); err != nil {
		return "", fmt.Errorf("%s: %w", l.ProsePos.File, err)
	}
	var out bytes.Buffer
	err = markdown.Renderer().Render(&out, []byte(source), tree)
	return out.String(), err
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(wordRenderer{}, 100))),
)
