package prose_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/lesson/prose"
)

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	braces = regexp.MustCompile(`\{[^{}]*\}`)
	links  = regexp.MustCompile(`\]\(word:[a-z-]+\)`)
)

func TestEveryLessonRenders(t *testing.T) {
	for _, l := range lesson.All() {
		html, err := prose.Render(l)
		if err != nil {
			t.Errorf("%s: %v", l.ID, err)
		}
		if strings.ContainsAny(html, "{}?") && !strings.Contains(l.Prose, "?") || strings.Contains(html, "word:") {
			t.Errorf("%s: something was not filled in:\n%s", l.ID, html)
		}
		if !strings.Contains(html, `<span class="word `) {
			t.Errorf("%s: no live word", l.ID)
		}
	}
}

// Numbers in the text are measures of a run, never typed in: they'd go stale.
func TestProseHasNoNumbersOfItsOwn(t *testing.T) {
	for _, l := range lesson.All() {
		text := links.ReplaceAllString(braces.ReplaceAllString(l.Prose, ""), "]")
		text = strings.NewReplacer("consumer-1", "", "consumer-2", "", "consumer-3", "").Replace(text)
		for _, number := range regexp.MustCompile(`\d\S*`).FindAllString(text, -1) {
			t.Errorf("%s: the prose says %q itself", l.ID, number)
		}
	}
}

// A page that is to be read before anything runs is short.
func TestProseIsShort(t *testing.T) {
	for _, l := range lesson.All() {
		html, _ := prose.Render(l)
		if n := len(strings.Fields(tags.ReplaceAllString(html, ""))); n < 80 || n > 300 {
			t.Errorf("%s: %d words, want 80 to 300", l.ID, n)
		}
	}
}

func withProse(t *testing.T, text string) *lesson.Lesson {
	t.Helper()
	l := *lesson.Get("visibility-timeout")
	l.Prose = text
	l.ProsePos.File, l.ProsePos.Line = "x.txt", 10
	return &l
}

func TestRender(t *testing.T) {
	tests := map[string]struct{ markdown, want string }{
		"measure":      {"{deliveries} times", "<p>2 times</p>\n"},
		"duration":     {"at {finished}", "<p>at 75\u00a0ms</p>\n"},
		"instant":      {"{executions before 45ms}, {executions at 45ms}", "<p>0, 1</p>\n"},
		"parameter":    {"{$visibility}, {$late-acknowledgement}", "<p>30\u00a0ms, deletes</p>\n"},
		"under others": {"{executions with visibility=60ms}", "<p>1</p>\n"},
		"over lines":   {"{finished with\nvisibility=10s crash-at=10ms}", "<p>10.045\u00a0s</p>\n"},
		"live word":    {"[in *flight*](word:in-flight)", `<p><span class="word in-flight">in <em>flight</em></span></p>` + "\n"},
		"heading":      {"## Too long", `<h2 id="text-too-long">Too long</h2>` + "\n"},
		"table": {"| steps | one |\n|---|---|\n| ack | {deliveries} |", "<table>\n<thead>\n<tr>\n<th>steps</th>\n<th>one</th>\n</tr>\n</thead>\n" +
			"<tbody>\n<tr>\n<td>ack</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n"},
		"raw HTML":  {"a <script>x</script> b", "<p>a <!-- raw HTML omitted -->x<!-- raw HTML omitted --> b</p>\n"},
		"two words": {"[a](word:lost) [b](word:visible)", `<p><span class="word lost">a</span> <span class="word visible">b</span></p>` + "\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := prose.Render(withProse(t, test.markdown))
			if err != nil || got != test.want {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestRenderSaysWhatIsWrong(t *testing.T) {
	tests := map[string]struct{ markdown, want string }{
		"no measure":     {"one\n{delivered}", "x.txt:11: {delivered}: "},
		"second of two":  {"{deliveries}\n\n{deliveries} {deliveres}", "x.txt:12: {deliveres}: "},
		"no parameter":   {"{$speed}", "x.txt:10: {$speed}: "},
		"no setting":     {"{deliveries with speed=1}", "x.txt:10: {deliveries with speed=1}: "},
		"no value":       {"{deliveries with work}", `"work": expected name=value`},
		"an occasion":    {"{outcome}", "{outcome}: "},
		"no legend word": {"[a](word:inflight)", "x.txt: word:inflight is not a word of the legend"},
		"a title":        {"# Title", "x.txt: a heading of level 1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := prose.Render(withProse(t, test.markdown))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
