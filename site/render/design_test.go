package render_test

import (
	"testing"
	"testing/fstest"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

// TestDesigns: a whole application has the beginning of its comment as a title, and the keys of a guide have
// the guide's.
func TestDesigns(t *testing.T) {
	guides := content.Group{Kind: content.Pattern, Pages: []*content.Page{
		{Kind: content.Pattern, Slug: "log-tail", Title: "Log tail", Design: "entities:\n"},
		{Kind: content.Pattern, Slug: "no-keys", Title: "No keys"},
	}}
	s := &render.Site{Library: &content.Library{Groups: []content.Group{guides}}}
	got, err := s.Designs(fstest.MapFS{
		"patterns/designs/logs.rowkey.yaml": {Data: []byte("# A log: many write.\nentities:\n")},
		"patterns/designs/other.yaml":       {Data: []byte("no design")},
	})
	const want = `[{"title":"Whole applications","designs":[` +
		`{"name":"logs","title":"A log","text":"# A log: many write.\nentities:\n"}]},` +
		`{"title":"Patterns","designs":[{"name":"log-tail","title":"Log tail","text":"entities:\n"}]}]`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
}
