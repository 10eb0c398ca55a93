package render_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

// Every guide is on the map once, no two overlap, and each relation is one line.
func TestMap(t *testing.T) {
	repository := fstest.MapFS{}
	kinds := []string{"foundation", "modelling", "pattern", "pattern", "pattern", "pattern", "anti-pattern"}
	for i, kind := range kinds {
		related := ""
		if i > 0 {
			related = fmt.Sprintf("related: [g%d]\n", i-1)
		}
		repository[fmt.Sprintf("patterns/g%d/guide.md", i)] = &fstest.MapFile{Data: fmt.Appendf(nil,
			"---\ntitle: Guide %d\nslug: g%d\nkind: %s\norder: %d\nneed: N\nenables: E\nwrites: W\n"+
				"atomic: A\nsummary: S\ncosmos: C\n%s---\n",
			i, i, kind, i+1, related)}
	}
	l, err := content.Load(repository)
	if err != nil {
		t.Fatal(err)
	}
	s, err := render.NewSite(os.DirFS("../templates"), render.Site{Library: l})
	if err != nil {
		t.Fatal(err)
	}
	body, err := s.Map()
	if err != nil {
		t.Fatal(err)
	}
	_, picture, _ := strings.Cut(string(body), "<svg class=\"map\"")
	picture, _, _ = strings.Cut(picture, "</svg>")
	places := map[string]bool{}
	for _, part := range strings.Split(picture, "<rect ")[1:] {
		at, _, _ := strings.Cut(part, " width")
		if places[at] {
			t.Errorf("two guides at %s", at)
		}
		places[at] = true
	}
	if len(places) != 7 {
		t.Errorf("%d guides on the map, want 7", len(places))
	}
	_, lines, _ := strings.Cut(picture, `class="map-lines" d="`)
	lines, _, _ = strings.Cut(lines, `"`)
	if got := strings.Count(lines, "M"); got != 6 {
		t.Errorf("%d lines, want 6", got)
	}
	if !strings.Contains(picture, `<g class="map-guide map-anti-pattern">`) {
		t.Error("the anti-pattern is not marked")
	}
}
