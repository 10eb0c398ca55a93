package render_test

import (
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	d, err := renderBody(t, "```choose\nA: One? | Yes | No\nB: Two? | x | y\n\na: Yes, No | x | Because.\n"+
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
		_, err := renderBody(t, "```choose\n"+body+"\n```\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", body, err, want)
		}
	}
}

func TestTicks(t *testing.T) {
	d, err := renderBody(t, "- [ ] **Is it `so`?** *Critical.* Yes.\n- [ ] **No.** *Not* that.\n")
	if err != nil {
		t.Fatal(err)
	}
	const box = `<input type="checkbox" class="tick" disabled value="`
	for _, part := range []string{
		box + `is-it-so" aria-label="Is it so?" data-critical> <strong>`, box + `no" aria-label="No"> <strong>`,
	} {
		if !strings.Contains(string(d.HTML), part) {
			t.Errorf("no %s in\n%s", part, d.HTML)
		}
	}
	if d.Ticks != 2 || d.Critical != 1 || !d.Extras {
		t.Errorf("%d boxes, %d critical, extras %t", d.Ticks, d.Critical, d.Extras)
	}
	if _, err := renderBody(t, "- [ ] plain\n"); err == nil {
		t.Error("a box without a name in bold is accepted")
	}
}
