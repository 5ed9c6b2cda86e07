//go:build !js

package web

import "testing"

func TestCanonical(t *testing.T) {
	for text, want := range map[string]string{
		`<option value="2" selected="false">`:              `<option value="2">`,
		`<option value="2" selected>`:                      `<option selected value="2">`,
		`<button disabled="false" aria-pressed="false">`:   `<button aria-pressed="false">`,
		`<p class="a \"b\"">`:                              `<p class="a &#34;b&#34;">`,
		"<ul>\n  <li>\n    a\n  </li>\n  <li></li>\n</ul>": "<ul><li>\n    a\n  </li><li></li>\n</ul>",
		"<p><b>a</b>\n<i>b</i> <i>c</i></p>":               "<p><b>a</b>\n<i>b</i> <i>c</i></p>", // as it is in prose
		`<div aria-hidden>`:                                `<div aria-hidden="true">`,
	} {
		if got := canonical(text); got != want {
			t.Errorf("canonical(%s) = %s, want %s", text, got, want)
		}
	}
}
