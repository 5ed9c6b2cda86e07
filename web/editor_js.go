package web

import (
	"strconv"
	"strings"
	"syscall/js"
	"time"
	"unicode/utf16"

	"github.com/queuelab/queuelab/web/play"
)

// editorView keeps the editor's text, its numbers and its marks.
type editorView struct {
	area, numbers, marks element
	// text is what the area holds, as far as it is known.
	text string
	// writing says that the area holds more than the model knows; timer then
	// brings it there.
	writing bool
	timer   pending
	// touched says that the caret was put somewhere by the reader; free that
	// Tab leaves the editor.
	touched, free bool
}

// writeAfter is how long the page waits for more to be typed.
const writeAfter = 250 * time.Millisecond

func (v *editorView) listen(b *browser, s *session) {
	on := func(event string, f func(e js.Value)) {
		b.listen(document, event, func(e js.Value) {
			if isEditor(e.Get("target")) {
				s.guard(func() { f(e) })
			}
		})
	}
	on("input", func(e js.Value) {
		v.wrote(s)
		if kind := e.Get("inputType"); kind.Type() == js.TypeString && kind.String() == "insertLineBreak" {
			v.indentLine()
		}
	})
	on("change", func(js.Value) { v.flush(s) })
	on("focusin", func(js.Value) { v.free = true })
	on("pointerdown", func(js.Value) { v.free, v.touched = false, true })
	on("keydown", func(e js.Value) { v.key(e) })
}

func isEditor(target js.Value) bool {
	return target.Truthy() && target.Get("id").Truthy() && target.Get("id").String() == "editor"
}

// wrote is called for every change of the area by the reader.
func (v *editorView) wrote(s *session) {
	v.free, v.touched, v.writing = false, true, true
	v.text = v.area.node.Get("value").String()
	v.paint(s)
	if v.timer.timer != nil {
		v.timer.timer.Stop()
	}
	v.timer.waiting = false
	v.timer.after(writeAfter, func() { s.dispatch(func() { v.flush(s) }) })
}

// flush brings the model up to the area.
func (v *editorView) flush(s *session) {
	if !v.writing {
		return
	}
	v.writing = false
	s.send(play.EditText{Text: v.text, Typing: true})
}

// show brings the area up to the model.
func (v *editorView) show(s *session) {
	old := v.area.node
	v.area.id, v.numbers.id, v.marks.id = "editor", "editor-lines", "editor-marks"
	if !v.area.find() || !v.numbers.find() || !v.marks.find() {
		return
	}
	if fresh := !old.Truthy() || !old.Equal(v.area.node); fresh {
		v.text, v.writing, v.touched, v.free = "\x00", false, false, true
		v.numbers.text, v.marks.text = "\x00", "\x00"
	}
	if !v.writing && v.text != s.model.Text {
		v.set(s.model.Text)
	}
	v.paint(s)
}

// set puts a text in, with the caret where it was.
func (v *editorView) set(text string) {
	place := v.area.node.Get("selectionStart")
	v.text = text
	v.area.node.Set("value", text)
	if v.touched {
		v.area.node.Call("setSelectionRange", place, place)
	}
}

// paint draws the numbers and the marks, and gives the area the text's size:
// what is around it scrolls.
func (v *editorView) paint(s *session) {
	problems := textProblems(s.model)
	lines := strings.Count(v.text, "\n") + 1
	if numbers := numbersHTML(lines, problems); v.numbers.text != numbers {
		v.numbers.text = numbers
		v.numbers.node.Set("innerHTML", numbers)
		v.area.node.Set("rows", lines+1)
	}
	if marks := strconv.Itoa(widest(v.text)) + "\n" + marksHTML(v.text, problems); v.marks.text != marks {
		v.marks.text = marks
		_, html, _ := strings.Cut(marks, "\n")
		v.marks.node.Set("innerHTML", html)
		v.area.node.Get("style").Set("width", strconv.Itoa(widest(v.text)+4)+"ch")
	}
}

// key is what the editor does for a key by itself.
func (v *editorView) key(e js.Value) {
	if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() || e.Get("isComposing").Bool() {
		return
	}
	switch e.Get("key").String() {
	case "Escape":
		v.free = true
		e.Call("stopImmediatePropagation")
	case "Tab":
		if v.free {
			return
		}
		e.Call("preventDefault")
		v.indent(e.Get("shiftKey").Bool())
	case "Shift":
	default:
		v.free, v.touched = false, true
	}
}

// selection is the lines' text around what is selected: before it, it, and the
// start of its first line.
func (v *editorView) selection() (units []uint16, from, to, lineStart int) {
	units = utf16.Encode([]rune(v.area.node.Get("value").String()))
	from, to = v.area.node.Get("selectionStart").Int(), v.area.node.Get("selectionEnd").Int()
	lineStart = from
	for lineStart > 0 && units[lineStart-1] != '\n' {
		lineStart--
	}
	return units, from, to, lineStart
}

// indentLine indents a line that was just begun.
func (v *editorView) indentLine() {
	units, _, _, start := v.selection()
	before := start - 1 // the line break
	for before > 0 && units[before-1] != '\n' {
		before--
	}
	if start > 0 {
		v.write(nextIndent(string(utf16.Decode(units[before : start-1]))))
	}
}

// indent moves the lines of the selection; where nothing is selected, two
// spaces are written at the caret.
func (v *editorView) indent(out bool) {
	units, from, to, start := v.selection()
	if from == to && !out {
		v.write("  ")
		return
	}
	end := to
	for end < len(units) && units[end] != '\n' {
		end++
	}
	moved := indented(string(utf16.Decode(units[start:end])), out)
	if moved == string(utf16.Decode(units[start:end])) {
		return
	}
	v.area.node.Call("setSelectionRange", start, end)
	if v.write(moved); moved == "" {
		document.Call("execCommand", "delete")
	}
	if from != to {
		v.area.node.Call("setSelectionRange", start, start+len(utf16.Encode([]rune(moved))))
	}
}

// write puts text, if it is any, in the place of the selection so that the
// browser's own undo knows of it.
func (v *editorView) write(text string) {
	if text == "" {
		return
	}
	document.Call("execCommand", "insertText", false, text)
}

func (b *browser) flush(s *session) { b.editor.flush(s) }

// caret is the line, from 1, that the reader left the caret in; 0: nowhere.
func (b *browser) caret() int {
	v := &b.editor
	if !v.touched || !v.area.node.Truthy() {
		return 0
	}
	return caretLine(utf16.Encode([]rune(v.text)), v.area.node.Get("selectionEnd").Int())
}

// showLine selects a word in the editor, or puts the caret into its line, and
// brings it into sight.
func (b *browser) showLine(line, col int, word string) {
	v := &b.editor
	if !v.area.find() {
		return
	}
	value := v.area.node.Get("value").String()
	lines := strings.Split(value, "\n")
	line = min(max(line, 1), len(lines))
	place := len(utf16.Encode([]rune(strings.Join(lines[:line-1], "\n"))))
	if line > 1 {
		place++
	}
	runes := []rune(lines[line-1])
	col = min(max(col-1, 0), len(runes))
	place += len(utf16.Encode(runes[:col]))
	length := 0
	if strings.HasPrefix(string(runes[col:]), word) {
		length = len(utf16.Encode([]rune(word)))
	}
	v.area.node.Call("focus", map[string]any{"preventScroll": true})
	v.area.node.Call("setSelectionRange", place, place+length)
	v.touched = true
	b.scrollEditor(line, len(lines))
}

// scrollEditor brings a line into the middle of the editor's box, and the box
// into the window.
func (b *browser) scrollEditor(line, lines int) {
	box := document.Call("getElementById", "editor-box")
	height := b.editor.area.node.Get("clientHeight").Float() / float64(lines+1)
	box.Set("scrollTop", (float64(line)-0.5)*height-box.Get("clientHeight").Float()/2)
	box.Call("scrollIntoView", map[string]any{"block": "nearest"})
}

func (b *browser) value(id string) string {
	if e := document.Call("getElementById", id); e.Truthy() {
		return e.Get("value").String()
	}
	return ""
}

// widest is the length of the longest line, in characters.
func widest(text string) (most int) {
	for line := range strings.SplitSeq(text, "\n") {
		most = max(most, len([]rune(line)))
	}
	return most
}
