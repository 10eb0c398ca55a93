package render_test

import (
	"testing"
	"testing/fstest"

	"github.com/rowkey/rowkey/site/render"
)

// TestDesigns: a design to begin with has the beginning of its comment as a title.
func TestDesigns(t *testing.T) {
	got, err := render.Designs(fstest.MapFS{
		"patterns/designs/logs.rowkey.yaml":    {Data: []byte("# A log: many write.\nentities:\n")},
		"patterns/designs/other.yaml":          {Data: []byte("no design")},
		"patterns/designs/sensors.rowkey.yaml": {Data: []byte("# Readings of sensors\n")},
	})
	const want = `[{"name":"logs","title":"A log","text":"# A log: many write.\nentities:\n"},` +
		`{"name":"sensors","title":"Readings of sensors","text":"# Readings of sensors\n"}]`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
	if got, err = render.Designs(fstest.MapFS{}); err != nil || string(got) != "[]" {
		t.Errorf("without designs: %s, %v", got, err)
	}
}
