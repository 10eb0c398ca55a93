// Package rendertest renders the Markdown of pages for the tests of what is in it.
package rendertest

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/fence"
)

// Page is the page whose body the tests write.
const Page = "patterns/a/guide.md"

// Library returns a library with two guides, a document and a glossary.
func Library(t *testing.T, body string) (fstest.MapFS, *content.Library) {
	t.Helper()
	front := func(slug string) string {
		return "---\n{slug: " + slug + ",\ntitle: T " + slug +
			",\nkind: modelling, order: 1, need: N, map: [find],\nsummary: S,\ncosmos: C}\n---\n"
	}
	repository := fstest.MapFS{
		Page:                  {Data: []byte(front("a") + body)},
		"patterns/b/guide.md": {Data: []byte(front("b"))},
		"docs/glossary.md": {Data: []byte("---\ntitle: G\nslug: glossary\nkind: reference\nsummary: S\n---\n" +
			"| word | meaning |\n|---|---|\n| **entity** | E |\n| page | P |\n" +
			"| **partition** | P |\n| **partition scan** | S |\n")},
		"docs/d.md":        {Data: []byte("---\ntitle: D\nslug: d\nsummary: S\n---\n")},
		"engine/engine.go": {},
	}
	l, err := content.Load(repository)
	if err != nil {
		t.Fatal(err)
	}
	return repository, l
}

// Body renders the body of a page.
func Body(t *testing.T, body string, examples ...fence.Example) (render.Document, error) {
	t.Helper()
	repository, l := Library(t, body)
	return render.NewMarkdown(repository, l).Render(l.BySource(Page), examples)
}

// Cells returns the text of a row, with a bar after each cell.
func Cells(row string) string {
	row = strings.NewReplacer("</th>", "|", "</td>", "|").Replace(strings.TrimSpace(row))
	var b strings.Builder
	for part := range strings.SplitSeq(row, "<") {
		_, text, found := strings.Cut(part, ">")
		if !found {
			text = part
		}
		b.WriteString(text)
	}
	return b.String()
}

// Problem is the text of an error, or "" if there's none.
func Problem(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
