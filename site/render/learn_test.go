package render_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/render/rendertest"
)

func TestTicks(t *testing.T) {
	d, err := rendertest.Body(t, "- [ ] **Is it `so`?** *Critical.* Yes.\n- [ ] **No.** *Not* that.\n")
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
	if d.Ticks != 2 || d.Critical != 1 || !slices.Equal(d.Entries, []string{"front"}) {
		t.Errorf("%d boxes, %d critical, entries %q", d.Ticks, d.Critical, d.Entries)
	}
	if _, err := rendertest.Body(t, "- [ ] plain\n"); err == nil {
		t.Error("a box without a name in bold is accepted")
	}
}
