package invariant_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

func renderInvariant(t *testing.T, body string) (render.Document, error) {
	t.Helper()
	repository, l := rendertest.Library(t, "```invariant\n"+body+"```\n")
	return render.NewMarkdown(repository, l).Render(l.BySource(rendertest.Page), nil)
}

// An invariant is folded, and links to how it's checked. In Markdown it's the fence itself.
func TestInvariant(t *testing.T) {
	const body = "### One seat\n# @expect status == 200\nGET {{host}}/Seats\n"
	d, err := renderInvariant(t, body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<summary>What must hold afterwards</summary>", "### One seat", "/docs/recipes/#held",
	} {
		if !strings.Contains(string(d.HTML), want) {
			t.Errorf("no %q in\n%s", want, d.HTML)
		}
	}
	if want := "```invariant\n" + body + "```"; !strings.Contains(d.Plain, want) {
		t.Errorf("no %q in\n%s", want, d.Plain)
	}
}

func TestNoInvariant(t *testing.T) {
	for body, want := range map[string]string{
		"### One seat\nGET {{host}}/Seats\n":                                          "has an # @expect",
		"### One seat\n# @ref nowhere\n# @expect status == 200\nGET {{host}}/Seats\n": "nowhere",
	} {
		if _, err := renderInvariant(t, body); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v", body, err)
		}
	}
}
