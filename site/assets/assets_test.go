package assets_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/assets"
)

func TestBundle(t *testing.T) {
	source := assets.Source{
		Root: "../..", Engines: assets.Engines{Tables: []byte("engine"), Full: []byte("full")},
		Transfer: func(body []byte) (int, error) { return len(body), nil }, Release: true,
	}
	b, err := assets.New(source)
	if err != nil {
		t.Fatal(err)
	}
	alone := []string{b.Style, b.Theme, b.Main, b.Offline, b.Worker, b.Engine, b.Full, b.Frame + "index.html"}
	for _, named := range append(alone, append(b.Preload, b.Editor...)...) {
		if !strings.HasPrefix(named, assets.Folder) || b.Files[named] == nil {
			t.Errorf("%q is named and not among the files", named)
		}
	}
	if len(b.Editor) == 0 || slices.Contains(b.Editor, b.Offline) {
		t.Errorf("main loads %q as the editor, want it without %q", b.Editor, b.Offline)
	}
	contains(t, b, b.Frame+"index.html", "TableServiceClient")
	contains(t, b, b.Frame+"index.html",
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
	if n := bytes.Count(b.Files[b.Frame+"index.html"], []byte("</script>")); n != 2 {
		t.Errorf("the frame has %d scripts, want its own and its worker's", n)
	}
	contains(t, b, b.Worker, "/"+b.Engine)
	contains(t, b, b.Worker, "/"+b.Full)
	contains(t, b, b.Worker, "Go=class") // the toolchain's loader
	again, err := assets.New(source)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, again); diff != "" {
		t.Errorf("two bundles of one source differ:\n%s", diff)
	}
	source.Engines.Tables = []byte("another engine")
	other, err := assets.New(source)
	if err != nil {
		t.Fatal(err)
	}
	if other.Engine == b.Engine || other.Worker == b.Worker {
		t.Error("another engine stands under the same name, which browsers keep for good")
	}
}

// TestBundleWithoutPackages: who has not installed the one npm package is told how to.
func TestBundleWithoutPackages(t *testing.T) {
	_, err := assets.New(assets.Source{Root: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "npm ci --omit=dev in site/ui") {
		t.Errorf("got %v", err)
	}
}

func contains(t *testing.T, b *assets.Bundle, name, text string) {
	t.Helper()
	if !bytes.Contains(b.Files[name], []byte(text)) {
		t.Errorf("%s does not contain %q", name, text)
	}
}

func TestCompress(t *testing.T) {
	body := []byte(strings.Repeat("PartitionKey RowKey ", 100))
	cache := t.TempDir()
	for _, c := range []assets.Compressor{assets.Fast(cache), assets.Release(cache), assets.Release(cache)} {
		files, err := c.All(map[string][]byte{"x.txt": body})
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := io.ReadAll(brotli.NewReader(bytes.NewReader(files["x.txt.br"])))
		if err != nil || !bytes.Equal(unpacked, body) {
			t.Errorf("brotli: %v, %d bytes", err, len(unpacked))
		}
		unzip, err := gzip.NewReader(bytes.NewReader(files["x.txt.gz"]))
		if err != nil {
			t.Fatal(err)
		}
		if unpacked, err = io.ReadAll(unzip); err != nil || !bytes.Equal(unpacked, body) {
			t.Errorf("gzip: %v, %d bytes", err, len(unpacked))
		}
	}
	kept, err := os.ReadDir(cache)
	if err != nil || len(kept) != 4 {
		t.Errorf("the cache holds %d files, %v; want one for each form and level", len(kept), err)
	}
}

func TestHeaders(t *testing.T) {
	rules := assets.Rules(&assets.Bundle{Worker: "a/worker-1.js", Frame: "a/frame-1/"})
	page := assets.HeadersOf(rules, "/guides/log-tail/")
	worker := assets.HeadersOf(rules, "/a/worker-1.js")
	script := assets.HeadersOf(rules, "/a/main-1.js")
	frame := assets.HeadersOf(rules, "/a/frame-1/")["Content-Security-Policy"]
	for _, want := range []string{"default-src 'none';", "frame-ancestors 'self'", "sandbox allow-scripts"} {
		if !strings.Contains(frame, want) {
			t.Errorf("the frame's policy is %q, without %q", frame, want)
		}
	}
	for _, bad := range []string{"allow-same-origin", "connect-src", "http"} {
		if strings.Contains(frame, bad) {
			t.Errorf("the frame's policy is %q, with %q", frame, bad)
		}
	}
	if page["Content-Security-Policy"] != script["Content-Security-Policy"] ||
		strings.Contains(page["Content-Security-Policy"], "unsafe") {
		t.Errorf("page policy: %s", page["Content-Security-Policy"])
	}
	if got, want := worker["Content-Security-Policy"],
		"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"; got != want {
		t.Errorf("worker policy: %s", got)
	}
	if got := script["Cache-Control"]; got != "public, max-age=31536000, immutable" {
		t.Errorf("hashed files: %s", got)
	}
	if got := page["Cache-Control"]; got != "public, max-age=0, must-revalidate" {
		t.Errorf("pages: %s", got)
	}
}

func TestHeadersFile(t *testing.T) {
	got := string(assets.HeadersFile([]assets.Rule{
		{"/*", []assets.Header{{"A", "1"}, {"B", "2"}}},
		{"/x", []assets.Header{{"A", "3"}}},
	}))
	want := "/*\n  A: 1\n  B: 2\n/x\n  ! A\n  A: 3\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
