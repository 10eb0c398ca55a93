package service_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

func TestLocate(t *testing.T) {
	for url, want := range map[string]service.Place{
		"http://127.0.0.1:10001/contoso":                   {Base: "http://127.0.0.1:10001/contoso"},
		"http://127.0.0.1:10001/contoso/":                  {Base: "http://127.0.0.1:10001/contoso"},
		"http://127.0.0.1:10001/contoso-secondary/q":       {Base: "http://127.0.0.1:10001/contoso-secondary", Path: []string{"q"}, Secondary: true},
		"https://contoso.queue.core.windows.net/q/a%2Fb/":  {Base: "https://contoso.queue.core.windows.net", Path: []string{"q", "a/b", ""}},
		"https://CONTOSO-secondary.blob.example/contoso/c": {Base: "https://CONTOSO-secondary.blob.example", Path: []string{"contoso", "c"}, Secondary: true},
		"http://x/contoso?a=1&A=2": {
			Base: "http://x/contoso", Params: []wire.Param{{Name: "a", Value: "1"}, {Name: "A", Value: "2"}},
		},
	} {
		got, err := service.Locate("contoso", url)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", url, err, diff)
		}
	}
	for _, url := range []string{
		"http://x/fabrikam/q", "http://x/Contoso/q", "http://x/contoso-secondary-secondary/q", "http://x//contoso/q", "http://x/", "",
		"http://x/contoso/%", "http://x/contoso/%FF", "http://x/contoso/%00", "http://x/contoso/q?a=%zz", "http://x/contoso/q?a=%1B", "http://x/contos%6F/q",
	} {
		if got, err := service.Locate("contoso", url); err == nil {
			t.Errorf("%s leads to %+v", url, got)
		}
	}
}

func TestCheckName(t *testing.T) {
	for name, want := range map[string]bool{
		"abc": true, "a-b": true, "1-2-3": true, strings.Repeat("a", 63): true,
		"": false, "ab": false, strings.Repeat("a", 64): false, "Abc": false, "a--b": false, "-ab": false, "ab-": false, "a_b": false, "a.b": false, "äbc": false,
	} {
		if err := service.CheckName(name); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestParams(t *testing.T) {
	c := service.Call{Params: []wire.Param{{Name: "N", Value: "5"}, {Name: "n", Value: "6"}, {Name: "x", Value: "a"}, {Name: "big", Value: "9223372036854775808"}}}
	if n, err := c.Int("n", 1, 5, 0); n != 5 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if n, err := c.Int("none", 1, 5, 7); n != 7 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	for _, name := range []string{"x", "big"} {
		if n, err := c.Int(name, 1, 5, 0); err == nil {
			t.Errorf("%s is %d", name, n)
		}
	}
	if n, err := c.Int("n", 1, 4, 0); err == nil {
		t.Errorf("out of range: %d", n)
	}
}

// What a Writer wrote a Reader reads.
func TestRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOf(rapid.Int64Min(0)).Draw(t, "numbers")
		texts := rapid.SliceOf(rapid.String()).Draw(t, "texts")
		var w service.Writer
		var m service.Metadata
		for _, n := range numbers {
			w.Time(table.Ticks(n))
		}
		for _, text := range texts {
			w.Text(text)
			m = append(m, wire.Header{Name: text, Value: text + text})
		}
		w.Metadata(m)
		r := service.Read(string(w.Data))
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
