package e2e

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
)

// In this lesson the lease lasts 30 ms and the work 45 ms, so that it is done twice. With a lease of 60 ms, one delivery
// is enough.
const visibilityTimeout = "lessons/visibility-timeout"

func TestEditKeepsTheInstant(t *testing.T) {
	p := Open(t, visibilityTimeout+"#1&-at=50ms")
	p.At("50 ms")
	p.Counts(map[string]int{"deliveries": 2, "acknowledged": 1, "in-flight": 0})

	p.Type("#param-visibility", "60"+kb.Enter)
	Eventually(p, claimsShown, simulate(t, "visibility-timeout", lesson.Setting{Name: "visibility", Value: "60ms"}).Claims)
	// 45 ms is the end of this run; the instant comes back with a run that is long enough.
	p.At("45 ms")
	p.Counts(map[string]int{"deliveries": 1, "acknowledged": 1})
	p.Fragment("1&visibility=60ms&-at=45ms")
	p.Type("#param-work", "70"+kb.Enter)
	p.At("50 ms")
	p.Counts(map[string]int{"deliveries": 1, "acknowledged": 0, "in-flight": 1})

	p.Click("#undo")
	Eventually(p, settingsShown, settingsOf(lesson.Get("visibility-timeout"), []lesson.Setting{{Name: "visibility", Value: "60ms"}}))
	p.Click("#undo")
	own := settingsOf(lesson.Get("visibility-timeout"), nil)
	Eventually(p, settingsShown, own)
	p.At("50 ms")
	p.Counts(map[string]int{"deliveries": 2, "acknowledged": 1})
	p.Wait(`document.querySelector("#undo").disabled`)
	p.Fragment("1&-at=50ms")

	p.Click("#redo")
	Eventually(p, `document.querySelector("#param-visibility").value`, "60")
	p.Click("#reset-visibility")
	Eventually(p, settingsShown, own)
	p.Click("#undo")
	Eventually(p, `document.querySelector("#param-visibility").value`, "60")
	p.Click("#reset-lesson")
	Eventually(p, settingsShown, own)
	Eventually(p, noticeShown, "The lesson is as it was. Undo brings your changes back.")
	p.Click("#undo")
	Eventually(p, `document.querySelector("#param-visibility").value`, "60")
}

func TestEditByKeyboard(t *testing.T) {
	p := Open(t, visibilityTimeout)
	m := open("visibility-timeout", "")
	from := param(m, "visibility")

	p.Focus("#slider-visibility")
	p.Key(kb.ArrowRight + kb.ArrowRight + kb.ArrowRight)
	m.send(play.SlideParam{Name: "visibility", Position: from.Slider + 3})
	moved := param(m, "visibility")
	if moved.Text == from.Text {
		t.Fatalf("three stops on the slider is still at %s", from.Text)
	}
	Eventually(p, `document.querySelector("#param-visibility").value + "ms"`, moved.Text)
	Eventually(p, focused, "slider-visibility")
	if at := p.Value("#slider-work"); at != strconv.Itoa(param(m, "work").Slider) {
		t.Errorf("the other slider has moved to %s too", at)
	}

	// One gesture is one change, and the shortcuts work where keys mean nothing else.
	p.Focus("#title")
	p.Key("u")
	Eventually(p, `document.querySelector("#param-visibility").value + "ms"`, from.Text)
	p.Key("U")
	Eventually(p, `document.querySelector("#param-visibility").value + "ms"`, moved.Text)
	p.Key("r")
	Eventually(p, `document.querySelector("#param-visibility").value + "ms"`, from.Text)

	// A letter typed into a field is no shortcut.
	p.Key("3")
	p.Wait(`document.querySelector("#editor") !== null`)
	p.Focus("#param-work")
	p.Key("1")
	if p.Count("#editor") == 0 {
		t.Error("a digit typed into a field changed the panel")
	}
}

func param(m model, name string) play.Param {
	for _, p := range m.Params() {
		if p.Name == name {
			return p
		}
	}
	panic("no parameter " + name)
}

func TestRefusedValue(t *testing.T) {
	p := Open(t, visibilityTimeout)
	p.Type("#param-work", "a while"+kb.Enter)
	p.Wait(`document.querySelector("#error-work") !== null`)
	if got := p.Text("#error-work"); got == "" {
		t.Error("the refusal has no reason")
	}
	Eventually(p, `document.querySelector("#param-work").getAttribute("aria-invalid")`, "true")
	Eventually(p, `document.querySelector("#param-work").getAttribute("aria-describedby")`, "error-work")
	p.Axe()
	p.Axe(Dark)
	p.Click("#reset-work")
	p.Wait(`document.querySelector("#error-work") === null`)
	Eventually(p, `document.querySelector("#param-work").value`, "45")
}

func TestEditText(t *testing.T) {
	p := Open(t, visibilityTimeout)
	p.Key("3")
	p.Wait(`document.querySelector("#editor")?.value.includes('write "report_line loan=1"')`)
	edit := func(from, to string) {
		p.t.Helper()
		Eval[bool](p, `(() => {
			const editor = document.querySelector("#editor");
			editor.value = editor.value.replace(`+quote(from)+`, `+quote(to)+`);
			return editor.dispatchEvent(new Event("input", {bubbles: true}));
		})()`)
	}
	edit(`"report_line loan=1"`, `"report_line loan=1" "report_line loan=2"`)
	p.Click("#to-end")
	p.Counts(map[string]int{"written": 2})
	edit("visibility $visibility", "visibility for ever")
	p.Wait(`document.querySelector(".problems li")?.textContent.startsWith("Line ")`)
	p.Counts(map[string]int{"written": 2}) // the last good run stays
	p.Focus("#title")
	p.Key("u")
	p.Wait(`document.querySelector(".problems") === null`)
	p.Key("u")
	p.Click("#to-end")
	p.Counts(map[string]int{"written": 1})
}
