package choose_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/render/rendertest"
)

func TestChoose(t *testing.T) {
	d, err := rendertest.Body(t, "```choose\nA: One? | Yes | No\nB: Two? | x | y\n\na: Yes, No | x | Because.\n"+
		"b: No | x, y | It's so.\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`<fieldset><legend>One?</legend><label><input type="radio" name="c0" class="c-0-0"> Yes</label>`,
		`<li class="no-1-1"><a href="/guides/a/">T a</a><p>Because.</p></li>`,
		`<li class="no-0-0"><a href="/guides/b/">T b</a><p>It's so.</p></li>`,
	} {
		if !strings.Contains(string(d.HTML), part) {
			t.Errorf("no %s in\n%s", part, d.HTML)
		}
	}
	for body, want := range map[string]string{
		"A: One? | Yes | No\n\nz: Yes | W":        "there is no guide z",
		"A: One? | Yes | No\n\na: Perhaps | W":    `"Perhaps" isn't an answer to A`,
		"A: One? | Yes | No\n\na: Yes | No | W":   "a has 3 parts; one for each question and the reason are 2",
		"A: One? | Yes | No\n\nno name and colon": "begins with a name and a colon",
	} {
		_, err := rendertest.Body(t, "```choose\n"+body+"\n```\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", body, err, want)
		}
	}
}
