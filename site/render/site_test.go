package render_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/check"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

// site returns the real templates with the library of the other tests.
func site(t *testing.T) *render.Site {
	t.Helper()
	_, l := rendertest.Library(t, "")
	s, err := render.NewSite(os.DirFS(".."), render.Site{
		Library: l, Origin: "https://rowkey.example",
		Assets: render.Unbundled(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func must(t *testing.T) func(body []byte, err error) []byte {
	return func(body []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return body
	}
}

// Every template makes a page that passes the checks of the build.
func TestTemplates(t *testing.T) {
	s, must := site(t), must(t)
	document := render.Document{
		HTML: `<h2 id="x">X</h2>`, Headings: []render.Heading{{Level: 2, ID: "x", Text: "X"}}, Examples: 1,
	}
	shown := render.Document{Shown: []fence.Example{
		{Index: 2, Title: "One", Exchange: []byte("<pre>GET</pre>")},
	}}
	trial := render.Trial{Table: "T", Text: "PartitionKey,RowKey", Count: 1, Queries: []render.Query{
		{Kind: plan.Point, Title: "One", Target: "/T()?$filter=A eq 1", Result: "<p>R</p>"},
	}}
	problems := []render.Problem{{
		Title: "P", Slug: "a",
		Without: render.Effort{Title: "All", Cost: trace.Cost{EntitiesRead: 33}},
		With:    render.Effort{Title: "Some", Cost: trace.Cost{EntitiesRead: 2}},
	}}
	s.Trial, s.Problems = trial, problems
	files := map[string][]byte{
		"guides/a/index.html":      must(s.Page(s.Library.Guide("a"), document)),
		"guides/b/index.html":      must(s.Page(s.Library.Guide("b"), render.Document{})),
		"guides/a/http/index.html": must(s.Exchanges(s.Library.Guide("a"), shown)),
		"docs/glossary/index.html": must(s.Page(s.Library.BySource("docs/glossary.md"), render.Document{})),
		"docs/d/index.html":        must(s.Page(s.Library.BySource("docs/d.md"), document)),
		"feed.xml":                 s.Feed(),
	}
	for _, e := range entry.All {
		if e.IsPage() && !e.Preview {
			files[e.Page.Output()] = must(s.Entry(e))
		}
	}
	for _, linked := range []string{
		"docs/running-headless", "docs/embedding", "docs/design-checklist", "docs/design-files", "docs/errors",
		"docs/two-clients", "guides/optimistic-concurrency", "learn/new-to-tables",
	} {
		files[linked+"/index.html"] = []byte("<h1>Linked by a page of the table</h1>")
	}
	for _, linked := range []string{"llms-full.txt", "notices.txt", "manifest.webmanifest", "favicon.svg"} {
		files[linked] = nil
	}
	assets := render.Unbundled()
	for _, address := range []string{assets.Font, assets.Index} {
		files[address[1:]] = nil
	}
	for _, built := range assets.Entries {
		files[built.Style[1:]], files[built.Script[1:]] = nil, nil
	}
	for _, p := range s.Library.Pages() {
		files[strings.TrimPrefix(p.PlainURL(), "/")] = s.Plain(p, document)
		files[strings.TrimPrefix(p.ScriptURL(), "/")] = s.Script(p)
	}
	if err := check.Pages(files, nil); err != nil {
		t.Error(err)
	}
	guide := string(files["guides/a/index.html"])
	for _, part := range []string{
		`<link rel="canonical" href="https://rowkey.example/guides/a/">`,
		`<main id="main" data-file="patterns/a/guide.md">`,
		`<a href="/guides/a/" aria-current="page">T a</a>`,
		`<button type="button" class="run-all" `,
		`<a class="turn-on" href="/guides/b/">`,
	} {
		if !strings.Contains(guide, part) {
			t.Errorf("the guide has no %s", part)
		}
	}
	raw := string(files["guides/a/http/index.html"])
	if !strings.Contains(raw, `id="example-2"`) || !strings.Contains(raw, "<pre>GET</pre>") {
		t.Error("the page of exchanges does not show them")
	}
	home := string(files["index.html"])
	for _, part := range []string{
		"GET</span> /T()\n  ?<span class=\"tk-n\">$filter</span>", `value="A eq 1" checked> One`,
		`<path class="waste" d="M0 4h268M0 13h7"/><path class="wanted" d="M9 13h16"/></svg></dd>`,
	} {
		if !strings.Contains(home, part) {
			t.Errorf("the home page has no %s", part)
		}
	}
}

// TestTools: the navigation has every tool, and the page of requests beside an endpoint.
func TestTools(t *testing.T) {
	s, must := site(t), must(t)
	for _, services := range [][]render.Service{nil, {{Noun: "tables", URL: "http://127.0.0.1:10002/a"}}} {
		s.Endpoint.Services = services
		page := string(must(s.Page(s.Library.Guide("a"), render.Document{})))
		for link, want := range map[string]int{
			`<a href="/play/">Playground</a>`: 2, `<a href="/two-clients/">Two clients</a>`: 2,
			`<a href="/requests/">Requests</a>`: 2 * len(services),
		} {
			if got := strings.Count(page, link); got != want { // in the header and in the menu
				t.Errorf("%d services: %s is there %d times, want %d", len(services), link, got, want)
			}
		}
	}
	requests := string(must(s.Entry(entry.Named("requests"))))
	if current := `<a href="/requests/" aria-current="page">`; !strings.Contains(requests, current) {
		t.Errorf("the page of requests has no %s", current)
	}
}

func TestSitemapAndRobots(t *testing.T) {
	s := site(t)
	want := "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" +
		"<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n" +
		"<url><loc>https://rowkey.example/</loc></url>\n<url><loc>https://rowkey.example/guides/a/</loc></url>\n</urlset>\n"
	if diff := cmp.Diff(want, string(s.Sitemap([]string{"/", "/guides/a/"}))); diff != "" {
		t.Errorf("sitemap (-want +got):\n%s", diff)
	}
	if got, want := string(s.Robots()), "User-agent: *\nAllow: /\nSitemap: https://rowkey.example/sitemap.xml\n"; got != want {
		t.Errorf("robots: %q, want %q", got, want)
	}
}
