package prose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/queuelab/queuelab/core/lesson"
)

// word is a live word of the legend.
type word struct {
	ast.BaseInline
	class string
}

var wordKind = ast.NewNodeKind("Word")

func (w *word) Kind() ast.NodeKind { return wordKind }

func (w *word) Dump(source []byte, level int) {
	ast.DumpHelper(w, source, level, map[string]string{"class": w.class}, nil)
}

// adopt gives the tree its live words, and headings that fit under the page's
// h1 and its ids.
func adopt(tree ast.Node) error {
	var links []*ast.Link
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			links = append(links, n)
		case *ast.Heading:
			return ast.WalkContinue, heading(n)
		}
		return ast.WalkContinue, nil
	})
	for _, l := range links { // after the walk, which a change under it would confuse
		if err == nil {
			err = liveWord(l)
		}
	}
	return err
}

func heading(h *ast.Heading) error {
	if h.Level == 1 {
		return fmt.Errorf("a heading of level 1 is the lesson's title; begin with ##")
	}
	if id, ok := h.AttributeString("id"); ok {
		h.SetAttributeString("id", append([]byte("text-"), id.([]byte)...))
	}
	return nil
}

func liveWord(link *ast.Link) error {
	class, ok := strings.CutPrefix(string(link.Destination), "word:")
	if !ok {
		return nil
	}
	if !slices.Contains(lesson.Words, class) {
		return fmt.Errorf("word:%s is not a word of the legend; expected one of %s", class, strings.Join(lesson.Words, ", "))
	}
	w := &word{class: class}
	for child := link.FirstChild(); child != nil; child = link.FirstChild() {
		w.AppendChild(w, child)
	}
	link.Parent().ReplaceChild(link.Parent(), link, w)
	return nil
}

type wordRenderer struct{}

func (wordRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(wordKind, func(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			fmt.Fprintf(out, `<span class="word %s">`, n.(*word).class)
		} else {
			fmt.Fprint(out, "</span>")
		}
		return ast.WalkContinue, nil
	})
}
