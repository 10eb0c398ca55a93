package resource_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

func TestCheckName(t *testing.T) {
	for name, want := range map[string]bool{
		"abc": true, "a-b": true, "1-2-3": true, strings.Repeat("a", 63): true,
		"": false, "ab": false, strings.Repeat("a", 64): false, "Abc": false, "a--b": false, "-ab": false,
		"ab-": false, "a_b": false, "a.b": false, "äbc": false,
	} {
		if err := resource.CheckName(name); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A Reader reads what a Writer wrote.
func TestRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOf(rapid.Int64Min(0)).Draw(t, "numbers")
		texts := rapid.SliceOf(rapid.String()).Draw(t, "texts")
		var w resource.Writer
		var m resource.Metadata
		for _, n := range numbers {
			w.Time(table.Ticks(n))
		}
		for _, text := range texts {
			w.Text(text)
			m = append(m, wire.Header{Name: text, Value: text + text})
		}
		w.Metadata(m)
		r := resource.Read(string(w.Data))
		for _, want := range numbers {
			if got := r.Time(); got != table.Ticks(want) {
				t.Fatalf("got %d, want %d", got, want)
			}
		}
		for _, want := range texts {
			if got := r.Text(); got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
		if diff := cmp.Diff(m, r.Metadata()); diff != "" {
			t.Fatal(diff)
		}
	})
}
