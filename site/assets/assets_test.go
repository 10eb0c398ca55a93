package assets_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/rowkey/rowkey/site/assets"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/kept"
)

func TestBundle(t *testing.T) {
	source := assets.Source{
		Root: "../..", Engines: assets.Engines{
			Tables: []byte("engine"), Full: []byte("full"), Design: []byte("design"),
		},
		Transfer: func(body []byte) (int, error) { return len(body), nil }, Release: true,
	}
	b, err := assets.New(source)
	if err != nil {
		t.Fatal(err)
	}
	fixed := []string{"sw.js", "embed.js", "embed/index.html"} // which the site adds
	for name, built := range b.Entries {
		for _, part := range built.Parts {
			if !slices.Contains(fixed, part) && (!strings.HasPrefix(part, assets.Folder) || b.Files[part] == nil) {
				t.Errorf("%q is a part of %s and not among the files", part, name)
			}
		}
	}
	for _, e := range entry.All {
		if built := b.Entries[e.Name]; !e.Preview && (e.Script != "" && built.Script == "" ||
			e.Style != "" && built.Style == "" || e.Limit > 0 && len(built.Parts) == 0) {
			t.Errorf("%s came out as %+v", e.Name, built)
		}
	}
	script := func(name string) string { return b.Entries[name].Script }
	if live := b.Entries["live"]; len(live.Parts) < 2 || slices.Contains(live.Parts, script("offline")) {
		t.Errorf("main loads %q as the editor, want it without %q", live.Parts, script("offline"))
	}
	frame := script("frame") + "index.html"
	contains(t, b, frame, "TableServiceClient")
	contains(t, b, frame, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
	if n := bytes.Count(b.Files[frame], []byte("</script>")); n != 2 {
		t.Errorf("the frame has %d scripts, want its own and its worker's", n)
	}
	contains(t, b, script("embed"), "/"+script("worker"))
	contains(t, b, script("embed"), "/"+script("shared"))
	contains(t, b, script("worker"), "/"+script("engine"))
	contains(t, b, script("worker"), "/"+script("full"))
	contains(t, b, script("worker"), "/"+script("bench"))
	contains(t, b, script("design"), "/"+script("worker"))
	contains(t, b, script("worker"), "Go=class")           // the toolchain's loader
	contains(t, b, b.Entries["figures"].Style, ".sq-life") // of a fence
	source.Engines.Tables = []byte("another engine")
	other, err := assets.New(source)
	if err != nil {
		t.Fatal(err)
	}
	if other.Entries["engine"].Script == script("engine") ||
		other.Entries["worker"].Script == script("worker") {
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
	cache := kept.Folder(t.TempDir())
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
	all, err := os.ReadDir(string(cache))
	if err != nil || len(all) != 4 {
		t.Errorf("the cache holds %d files, %v; want one for each form and level", len(all), err)
	}
}

func TestHeaders(t *testing.T) {
	rules := assets.Rules()
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

func TestHeadersOfWhatOtherPagesLoad(t *testing.T) {
	rules := assets.Rules()
	const forAnyone, framed = "cross-origin", "frame-ancestors *"
	tests := map[string]struct{ resource, policy, cache string }{
		"/":                     {"", "frame-ancestors 'none'", "max-age=0"},
		"/embed.js":             {forAnyone, "frame-ancestors 'none'", "max-age=0"},
		"/embed.json":           {forAnyone, "frame-ancestors 'none'", "max-age=0"},
		"/embed/":               {"", framed, "max-age=0"},
		"/v/1/embed.js":         {forAnyone, framed, "immutable"},
		"/v/1/embed/":           {forAnyone, framed, "immutable"},
		"/self-host/embed.html": {"", "frame-ancestors 'none'", "max-age=0"},
		"/a/shared-1.js":        {"", "default-src 'none'", "immutable"},
		"/a/worker-of-old.js":   {"", "'wasm-unsafe-eval'", "immutable"},
	}
	for path, want := range tests {
		h := assets.HeadersOf(rules, path)
		if h["Cross-Origin-Resource-Policy"] != want.resource ||
			want.resource != "" && h["Access-Control-Allow-Origin"] != "*" {
			t.Errorf("%s: other pages may load it: %v", path, h)
		}
		if policy := h["Content-Security-Policy"]; !strings.Contains(policy, want.policy) ||
			strings.Contains(policy, "'unsafe") {
			t.Errorf("%s: policy %q, want %q", path, policy, want.policy)
		}
		if !strings.Contains(h["Cache-Control"], want.cache) {
			t.Errorf("%s: cache %q", path, h["Cache-Control"])
		}
	}
}

func TestAddEmbed(t *testing.T) {
	versions := func(page string) []string {
		files := map[string][]byte{"embed/index.html": []byte(page)}
		assets.AddEmbed(files, "https://rowkey.example", []byte("host"))
		return slices.Sorted(maps.Keys(files))
	}
	one, other := versions("page"), versions("another page")
	if len(one) != 5 || one[0] != "embed.js" || one[1] != "embed.json" || one[3] == other[3] {
		t.Errorf("files %q and %q", one, other)
	}
}

func TestSelfHost(t *testing.T) {
	source := assets.Source{Root: "../..", Release: true}
	b := &assets.Bundle{
		Entries: map[string]assets.Built{"embed": {Style: "a/embed.css"}},
		Files:   map[string][]byte{"a/embed.css": []byte("p{}")},
	}
	files, err := assets.SelfHost(source, b, []byte("engine"), []byte("small"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(files["self-host/embed.html"])
	for _, part := range []string{
		"<style>p{}</style>", "'sha256-", base64.StdEncoding.EncodeToString([]byte("small")), "Go=class",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	if !bytes.Contains(files["self-host/embed.js"], []byte(`"embed.html"`)) {
		t.Error("the script doesn't frame the page")
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

func TestQuick(t *testing.T) {
	cache := t.TempDir()
	quick := assets.Quick(kept.Folder(cache), func(name string) bool { return name == "measured.html" })
	files := map[string][]byte{
		"x.wasm": []byte("\x00asm"), "measured.html": []byte("<p>"), "print.html": []byte("<b>"),
	}
	if _, err := quick.All(files); err != nil {
		t.Fatal(err)
	}
	for form, want := range map[string]int{"br3": 2, "br11": 1, "gz9": 3} {
		if found, err := filepath.Glob(filepath.Join(cache, "*."+form)); err != nil || len(found) != want {
			t.Errorf("%d forms %s, %v, want %d", len(found), form, err, want)
		}
	}
}
