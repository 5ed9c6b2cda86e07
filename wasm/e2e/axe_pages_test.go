package e2e

import "testing"

// Every page's start is judged where the lessons are, an open dialog, an error and a refusal by the tests that bring them
// about. In the middle of a run, message 2 is redelivered; each panel, and what is selected, is judged then.
func TestRunsAreAccessible(t *testing.T) {
	p := Open(t, unacknowledged+"#1&-event=16&-tab=events")
	p.Counts(map[string]int{"redeliveries": 1, "in-flight": 1})
	p.Axe()
	p.Axe(Dark)
	p.Click(`#stage [data-key="message-2"]`)
	p.Wait(`document.querySelector("#details") !== null`)
	p.Key("3")
	p.Wait(`document.querySelector("#editor") !== null`)
	Eval[bool](p, `[...document.querySelectorAll("details.table")].every((e) => e.open = true)`)
	p.Wait(`document.querySelectorAll("details.table td").length > 8`)
	p.Axe()
	p.Axe(Dark)
}

// What makes axe find nothing may be axe.
func TestAxeFindsWhatIsBroken(t *testing.T) {
	p := Open(t, unacknowledged)
	Eval[bool](p, `(() => {
		document.querySelector("#help").removeAttribute("aria-label");
		document.querySelector("label[for=param-work]").remove();
		document.querySelector("#main").append(document.createElement("img"));
		return true;
	})()`)
	found := map[string]bool{}
	for _, v := range p.violations() {
		found[v.ID] = true
	}
	if !found["image-alt"] || !found["label"] {
		t.Errorf("axe found only %v", found)
	}
}
