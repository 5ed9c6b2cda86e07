package play

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// InsertPiece puts a piece into a scenario's text, behind the block that line,
// counted from 1, stands in, or at the end where line is 0. Its names come out
// unlike those that are there. It gives the line that the piece then ends at.
func InsertPiece(text string, p Piece, line int) (result string, at int) {
	lines := textLines(text)
	piece := p.Text
	if strings.Contains(piece, "@") {
		if lastNamed(lines, "queue") == "" || lastNamed(lines, "consumer") == "" {
			piece = Pieces[0].Text + "\n" + piece
		}
	}
	inserted := textLines(distinct(piece, declared(lines)))
	about := append(slices.Clone(lines), inserted...)
	fill := strings.NewReplacer("@queue", lastQueue(lines, about), "@consumer", lastConsumer(lines, about))
	for i := range inserted {
		inserted[i] = fill.Replace(inserted[i])
	}
	return insertLines(lines, inserted, afterBlock(lines, line))
}

// InsertLine puts one line of the language into a scenario's text, below the
// line that is counted from 1, or at the end where that is 0: indented where it
// stands in a block.
func InsertLine(text, line string, indented bool, below int) (result string, at int) {
	lines := textLines(text)
	if below <= 0 || below > len(lines) {
		below = len(lines)
	}
	if !indented {
		below = afterBlock(lines, below)
		return joinLines(slices.Insert(lines, below, line)), below + 1
	}
	depth := 2
	if below > 0 {
		depth = max(depth, indentOf(lines[below-1]))
	}
	return joinLines(slices.Insert(lines, below, strings.Repeat(" ", depth)+line)), below + 1
}

// textLines are the lines of a text, without the empty ones at its end.
func textLines(text string) []string {
	text = strings.TrimRight(text, "\n ")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

func joinLines(lines []string) string { return strings.Join(lines, "\n") + "\n" }

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// afterBlock is how many lines come before what is put behind the block of a line.
func afterBlock(lines []string, line int) int {
	if line <= 0 || line > len(lines) {
		return len(lines)
	}
	at := line
	for at < len(lines) && (indentOf(lines[at]) > 0 || lines[at] == "") {
		at++
	}
	for at > line && lines[at-1] == "" {
		at--
	}
	return at
}

// insertLines puts lines at a place, with an empty one before and behind them, and
// gives the number of the last one.
func insertLines(lines, inserted []string, at int) (string, int) {
	before, behind := lines[:at], lines[at:]
	var all []string
	all = append(all, before...)
	if at > 0 && before[at-1] != "" {
		all = append(all, "")
	}
	all = append(all, inserted...)
	last := len(all)
	if len(behind) > 0 && behind[0] != "" {
		all = append(all, "")
	}
	return joinLines(append(all, behind...)), last
}

var declaring = []string{
	"queue", "producer", "consumer", "exchange", "log", "group", "table", "balance", "mailbox", "outbox", "relay", "handler", "param",
}

// declared are the names that lines declare, whatever of.
func declared(lines []string) (names []string) {
	for _, l := range lines {
		if w := strings.Fields(l); len(w) > 1 && slices.Contains(declaring, w[0]) && indentOf(l) == 0 {
			names = append(names, w[1])
		}
	}
	return names
}

// lastNamed is the name that the last line of a kind declares; empty: none does.
func lastNamed(lines []string, kind string) string {
	for _, l := range slices.Backward(lines) {
		if w := strings.Fields(l); len(w) > 1 && w[0] == kind && indentOf(l) == 0 {
			return w[1]
		}
	}
	return ""
}

// lastQueue is the last queue of the text, or of the text with what is inserted.
func lastQueue(lines, about []string) string {
	if name := lastNamed(lines, "queue"); name != "" && lastNamed(lines, "consumer") != "" {
		return name
	}
	return lastNamed(about, "queue")
}

// lastConsumer is the last consumer likewise: of several, the first.
func lastConsumer(lines, about []string) string {
	if lastNamed(lines, "queue") == "" || lastNamed(lines, "consumer") == "" {
		lines = about
	}
	for _, l := range slices.Backward(lines) {
		w := strings.Fields(l)
		switch {
		case len(w) < 2 || w[0] != "consumer" || indentOf(l) > 0:
		case len(w) > 2 && w[2] == "x":
			return w[1] + "-1"
		default:
			return w[1]
		}
	}
	return ""
}

// distinct is a piece with its names unlike those taken, by a number behind
// them where they are not.
func distinct(piece string, taken []string) string {
	names := declared(textLines(piece))
	for _, name := range names {
		fresh := name
		for n := 2; slices.Contains(taken, fresh); n++ {
			fresh = name + strconv.Itoa(n)
		}
		if fresh != name {
			piece = rename(piece, name, fresh)
		}
	}
	return piece
}

// rename replaces a name, and the names of its members, wherever they are words.
func rename(text, name, fresh string) string {
	var b strings.Builder
	for text != "" {
		n := strings.IndexFunc(text, func(r rune) bool { return !isName(r) })
		if n < 0 {
			n = len(text)
		}
		word := text[:n]
		if tail, ok := strings.CutPrefix(word, name); ok && isMember(tail) {
			word = fresh + tail
		}
		b.WriteString(word)
		text = text[n:]
		if text != "" {
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
	return b.String()
}

func isName(r rune) bool { return r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// isMember says that nothing follows a name, or the number of a member.
func isMember(tail string) bool {
	digits, ok := strings.CutPrefix(tail, "-")
	if !ok {
		return tail == ""
	}
	_, err := strconv.Atoi(digits)
	return err == nil
}
