package render_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/render"
)

// Pages become parts of one document: links and ids stay apart, and nothing can be pressed.
func TestPrint(t *testing.T) {
	s := site(t)
	pages := []*content.Page{s.Library.Guide("a"), s.Library.Guide("b")}
	documents := []render.Document{
		{HTML: `<h2 id="x"><a href="#x">X</a></h2><p><a href="/guides/b/">b</a> <a href="/guides/b/#x">x</a></p>` +
			`<rk-example id="e"><h3>E</h3><div class="ex-bar"><button>Run</button></div></rk-example>`,
			Entries: []string{"figures"}},
		{HTML: `<h2 id="x">X</h2><details class="fold"><summary><h2 id="f">F</h2></summary></details>` +
			`<div class="langs rs-tabs"><details class="rs-tab" name="n" open><summary>Go</summary></details></div>`},
	}
	var err error
	if s.Printed, err = render.Print(pages, documents); err != nil {
		t.Fatal(err)
	}
	body, err := s.Entry(entry.Named("print"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`<link rel="stylesheet" href="/a/figures.css">`,
		`<h3 id="a--x"><a href="#a--x">X</a></h3>`, `<a href="#b">b</a> <a href="#b--x">x</a>`,
		`<section id="a--e" class="printed-example"><h4>E</h4></section>`, `<h3 id="b--x">X</h3>`,
		`<div class="fold"><div><h3 id="b--f">F</h3></div></div>`,
		`<div class="langs rs-tabs"><div class="rs-tab"><div>Go</div></div></div>`,
	} {
		if !strings.Contains(string(body), part) {
			t.Errorf("no %s", part)
		}
	}
}
