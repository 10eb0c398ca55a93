package render_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/render"
)

// Some guide meets each need of the map.
func TestNeeds(t *testing.T) {
	l, err := content.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, need := range content.Needs {
		meets := func(p *content.Page) bool { return slices.Contains(p.Needs, need.Word) }
		if !slices.ContainsFunc(l.Pages(), meets) {
			t.Errorf("no guide has %s in its front matter", need.Word)
		}
	}
}

// Every guide is on the map once, no two overlap, and each relation is a line from either guide.
func TestMap(t *testing.T) {
	repository := fstest.MapFS{}
	kinds := []string{"foundation", "modelling", "pattern", "pattern", "pattern", "pattern", "anti-pattern"}
	for i, kind := range kinds {
		related := ""
		if i > 0 {
			related = fmt.Sprintf("related: [g%d]\n", i-1)
		}
		repository[fmt.Sprintf("patterns/g%d/guide.md", i)] = &fstest.MapFile{Data: fmt.Appendf(nil,
			"---\ntitle: Guide %d\nslug: g%d\nkind: %s\norder: %d\nneed: N\nmap: [find]\nenables: E\nwrites: W\n"+
				"atomic: A\nsummary: S\ncosmos: C\n%s---\n",
			i, i, kind, i+1, related)}
	}
	l, err := content.Load(repository)
	if err != nil {
		t.Fatal(err)
	}
	s, err := render.NewSite(os.DirFS(".."), render.Site{Library: l, Assets: render.Unbundled()})
	if err != nil {
		t.Fatal(err)
	}
	body, err := s.Entry(entry.Named("map"))
	if err != nil {
		t.Fatal(err)
	}
	_, picture, _ := strings.Cut(string(body), "<svg class=\"map\"")
	picture, _, _ = strings.Cut(picture, "</svg>")
	places := map[string]bool{}
	_, guides, _ := strings.Cut(picture, `<g class="map-guide`)
	for _, part := range strings.Split(guides, "<rect ")[1:] {
		at, _, _ := strings.Cut(part, " width")
		if places[at] {
			t.Errorf("two guides at %s", at)
		}
		places[at] = true
	}
	if len(places) != 7 {
		t.Errorf("%d guides on the map, want 7", len(places))
	}
	all := 0
	for _, own := range strings.Split(picture, `class="map-own" d="`)[1:] {
		d, _, _ := strings.Cut(own, `"`)
		all += strings.Count(d, "M")
	}
	if all != 12 {
		t.Errorf("%d lines of all guides, want two for each of 6 relations", all)
	}
	if shown := strings.Count(picture, `<path class="map-line`); shown != 5 {
		t.Errorf("%d lines that always show, want those 5 that don't lead to a foundation", shown)
	}
	if !strings.Contains(picture, `<g class="map-guide map-anti-pattern kind-is-anti-pattern no-n-0`) {
		t.Error("the anti-pattern is not marked")
	}
	if last := strings.LastIndex(picture, `class="map-own"`); last > strings.Index(picture, `class="map-guide`) {
		t.Error("a line would cross the name of a guide")
	}
	const leads = `<dt>Leads to</dt><dd><a href="/guides/g5/">Guide 5</a></dd>`
	if strings.Count(string(body), leads) != 1 {
		t.Errorf("the list lacks %s", leads)
	}
}
