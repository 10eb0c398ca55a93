package design_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

const designPage = "A page.\n\n```design\n" + `entities:
  Reading:
    properties:
      Device: {type: string, values: 10}
      At:     {type: datetime, every: 1m}
patterns:
  "<day>": {of: Reading, where: "Device = ?", rate: 1/s}
  write:   {insert: Reading}
designs:
  by device: {Reading: {PartitionKey: "{Device}", RowKey: "{At:iso}"}}
  by time:   {Reading: {PartitionKey: "{At:iso}", RowKey: "{Device}"}}
budgets:
  "<day>": {requests: "<= 1"}
` + "```\n"

func renderDesign(t *testing.T, body string) (string, error) {
	t.Helper()
	page := &content.Page{Title: "A page", Slug: "a", Source: "docs/a.md", Body: body, Line: 1}
	m := render.NewMarkdown(fstest.MapFS{}, &content.Library{})
	document, err := m.Render(page, nil)
	return string(document.HTML), err
}

// TestMatrix: a design fence becomes the matrix, with a link to its text.
func TestMatrix(t *testing.T) {
	html, err := renderDesign(t, designPage)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<th scope="col">by device</th><th scope="col">by time</th>`, `<th scope="row">&lt;day&gt;</th>`,
		"</span> Table scan</span><br><small>reads 1,000 for ", "<small>writes 1</small>",
		`Measured with 1,000 entities of type Reading. <a href="/design/#d1.`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
}

// TestMatrixProblems: what isn't met is a problem of the page, in the line of the page.
func TestMatrixProblems(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"<= 1", "<= 0", "docs/a.md:16: <day> under by device: It misses its budget: requests 1, budget <= 0."},
		{"{Device}", "{At:iso}", "docs/a.md:10: table-scan: <day> under by device: It reads the whole table"},
		{"of: Reading", "of: Raeding", `docs/a.md:10: there's no type "Raeding"`},
	} {
		_, err := renderDesign(t, strings.Replace(designPage, test.old, test.new, 1))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.want, err)
		}
	}
}
