package content_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/content"
)

func TestOutputs(t *testing.T) {
	l, err := content.Load(fstest.MapFS{
		"patterns/a/guide.md":    guide("a", "pattern", ""),
		"patterns/a/output.json": file(`[{"of": "ca978112ca1b", "summary": "1 request", "output": ["x", "y"]}]`),
		"patterns/b/guide.md":    guide("b", "pattern", ""),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []content.Output{{Of: "ca978112ca1b", Summary: "1 request", Lines: []string{"x", "y"}}}
	if diff := cmp.Diff(want, l.Guide("a").Outputs); diff != "" {
		t.Errorf("outputs (-want +got):\n%s", diff)
	}
	if got := l.Guide("b").Outputs; got != nil {
		t.Errorf("a guide without examples has outputs %v", got)
	}
	if !want[0].IsOf("a") || want[0].IsOf("b") {
		t.Error("the output must match the code a and no other")
	}
}

func TestOutputsRefused(t *testing.T) {
	_, err := content.Load(fstest.MapFS{
		"patterns/a/guide.md":    guide("a", "pattern", ""),
		"patterns/a/output.json": file(`[{"text": 1}]`),
	})
	const want = `patterns/a/output.json: json: unknown field "text"; ./build.sh bake rewrites it`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
