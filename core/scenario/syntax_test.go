package scenario

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestFormat(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"spaces":            {"seed    7\n", "seed 7\n"},
		"indentation":       {"queue a\n      delay   5ms\n   requeue back\n", "queue a\n  delay 5ms\n  requeue back\n"},
		"line ends":         {"seed 7\r\nuntil 1s", "seed 7\nuntil 1s\n"},
		"byte order mark":   {"\ufeffseed 7\n", "seed 7\n"},
		"blank lines":       {"\n\nseed 7\n\n   \n\nuntil 1s\n\n\n", "seed 7\n\nuntil 1s\n"},
		"comments":          {"#one   \nseed 7    # two\n", "#one\nseed 7  # two\n"},
		"comment in a word": {"claim \"a#b\" lost = 0 # c\n", "claim \"a#b\" lost = 0  # c\n"},
		"comment of next":   {"queue a\n# about the delay\n  delay 5ms\n", "queue a\n  # about the delay\n  delay 5ms\n"},
		"comment at end":    {"queue a\n  delay 5ms\n  # nothing more\nseed 7\n", "queue a\n  delay 5ms\n  # nothing more\nseed 7\n"},
		"blank in a block":  {"queue a\n\n  delay 5ms\n\nseed 7\n", "queue a\n\n  delay 5ms\n\nseed 7\n"},
		"escapes":           {`claim "say \"no\" \\o/" lost = 0`, "claim \"say \\\"no\\\" \\\\o/\" lost = 0\n"},
		"tab between words": {"seed\t7\n", "seed 7\n"},
		"nothing":           {"", ""},
		"no errors needed":  {"sed 7\n     quue x\n", "sed 7\n  quue x\n"},
		"unreadable":        {"claim   \"x\n", "claim   \"x\n"},
	} {
		d, _ := Parse("", c.in)
		if diff := cmp.Diff(c.want, d.Format()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// sameTree compares trees without places in the text.
var sameTree = cmp.Options{
	cmp.AllowUnexported(line{}, word{}),
	cmpopts.IgnoreTypes(Pos{}),
	cmpopts.IgnoreFields(line{}, "indent"),
	cmpopts.EquateEmpty(),
}

func TestFormatIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkStable(t, randomText(t)) })
}

// failer is what testing.T, testing.F and rapid.T have in common here.
type failer interface{ Fatalf(string, ...any) }

// checkStable checks that formatting keeps the tree, and does nothing twice.
func checkStable(t failer, source string) {
	d, _ := Parse("", source)
	once := d.Format()
	again, _ := Parse("", once)
	if twice := again.Format(); once != twice {
		t.Fatalf("of %q: %s", source, cmp.Diff(once, twice))
	}
	if len(d.syntax.errors) > 0 || len(once) > MaxSource {
		return
	}
	if diff := cmp.Diff(d.root, again.root, sameTree); diff != "" {
		t.Fatalf("of %q: %s", source, diff)
	}
}

// randomText is lines of random words, badly indented.
func randomText(t *rapid.T) string {
	words := rapid.SampledFrom([]string{"queue", "a", `"b c"`, `"\"\\"`, `""`, "#c", "# d ", "delay", "5ms", "$x", "a#b", "{", "é", "\u00a0"})
	var out strings.Builder
	for range rapid.IntRange(0, 12).Draw(t, "lines") {
		out.WriteString(strings.Repeat(" ", rapid.IntRange(0, 7).Draw(t, "indent")))
		out.WriteString(strings.Join(rapid.SliceOfN(words, 0, 4).Draw(t, "words"), "  "))
		out.WriteString("\n")
	}
	return out.String()
}

func TestNesting(t *testing.T) {
	d, _ := Parse("", "a\n    b\n  c\n      d\ne\n")
	var shape func([]*line) string
	shape = func(lines []*line) string {
		out := ""
		for _, l := range lines {
			out += l.words[0].text
			if len(l.children) > 0 {
				out += "(" + shape(l.children) + ")"
			}
		}
		return out
	}
	if got := shape(d.root); got != "a(bc(d))e" {
		t.Errorf("got %s", got)
	}
}
