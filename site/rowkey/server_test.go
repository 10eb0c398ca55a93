//go:build !nosite

package main

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/assets"
)

// small is a site with a few files.
func small() *output {
	script := []byte(strings.Repeat("const a = 1;\n", 20))
	return &output{
		files: map[string][]byte{
			"index.html":          []byte("<html><head></head><body>home</body></html>"),
			"index.html.br":       []byte("?"),
			"guides/a/index.html": []byte("<html><head></head><body>a</body></html>"),
			"404.html":            []byte("<html><head></head><body>nothing</body></html>"),
			"a/main.js":           script, "a/main.js.br": []byte("brotli"), "a/main.js.gz": []byte("gzipped"),
			"a/worker-1.js": []byte("w"), "a/worker-1.js.br": []byte("longer"),
			"_headers": []byte("/*"),
		},
		rules: assets.Rules(),
	}
}

func get(h http.Handler, path string, headers ...string) *http.Response {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestServer(t *testing.T) {
	const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
	s := newServer()
	s.show(small())
	h := handler(s, nil)
	tests := map[string]struct {
		path, accepts string
		status        int
		header, value string
		body          string // a part of it
	}{
		"page":             {"/", "br", 200, "Content-Type", "text/html; charset=utf-8", "home"},
		"page reloads":     {"/", "", 200, "Content-Encoding", "", `<script src="/_dev/reload.js?`},
		"page policy":      {"/guides/a/", "", 200, "X-Content-Type-Options", "nosniff", "<body>a"},
		"folder":           {"/guides/a", "", 302, "Location", "/guides/a/", ""},
		"nothing there":    {"/gone", "", 404, "Content-Type", "text/html; charset=utf-8", "nothing"},
		"not for readers":  {"/_headers", "", 404, "Content-Type", "text/html; charset=utf-8", "nothing"},
		"brotli":           {"/a/main.js", "gzip, br", 200, "Content-Encoding", "br", "brotli"},
		"gzip":             {"/a/main.js", "gzip", 200, "Content-Encoding", "gzip", "gzipped"},
		"plain":            {"/a/main.js", "", 200, "Content-Encoding", "", "const a = 1;"},
		"kept for good":    {"/a/main.js", "", 200, "Cache-Control", "public, max-age=31536000, immutable", ""},
		"not made larger":  {"/a/worker-1.js", "br", 200, "Content-Encoding", "", "w"},
		"policy of worker": {"/a/worker-1.js", "", 200, "Content-Security-Policy", workerPolicy, ""},
		"reload script":    {"/_dev/reload.js?1", "", 200, "Cache-Control", "no-store", "EventSource"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := get(h, test.path, "Accept-Encoding", test.accepts)
			body := readAll(t, got)
			value := got.Header.Get(test.header)
			if got.StatusCode != test.status || value != test.value || !strings.Contains(body, test.body) {
				t.Errorf("%d, %s: %q, %q", got.StatusCode, test.header, value, body)
			}
		})
	}
}

func readAll(t *testing.T, r *http.Response) string {
	t.Helper()
	var b strings.Builder
	if _, err := bufio.NewReader(r.Body).WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestServerRevalidates(t *testing.T) {
	s := newServer()
	s.show(small())
	first := get(s, "/a/main.js", "Accept-Encoding", "br")
	again := get(s, "/a/main.js", "Accept-Encoding", "br", "If-None-Match", first.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified || readAll(t, again) != "" {
		t.Errorf("unchanged file: %d", again.StatusCode)
	}
	if plain := get(s, "/a/main.js"); plain.Header.Get("ETag") == first.Header.Get("ETag") {
		t.Error("two forms of a file have one ETag")
	}
}

func TestServerTakesNoOtherMethods(t *testing.T) {
	w := httptest.NewRecorder()
	newServer().ServeHTTP(w, httptest.NewRequest("POST", "/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("%d, Allow: %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestServerShowsWhatIsWrong(t *testing.T) {
	s := newServer()
	s.broken(errors.New("guide.md:1: <wrong>"))
	got := get(s, "/")
	if body := readAll(t, got); got.StatusCode != 500 || !strings.Contains(body, "guide.md:1: &lt;wrong&gt;") ||
		!strings.Contains(body, "/_dev/reload.js") {
		t.Errorf("first build failed: %d, %s", got.StatusCode, body)
	}
	s.show(small())
	s.broken(errors.New("later"))
	if body := readAll(t, get(s, "/")); !strings.Contains(body, "home") {
		t.Errorf("later build failed: %s", body)
	}
}

func TestEvents(t *testing.T) {
	s := newServer()
	s.show(small())
	server := httptest.NewServer(handler(s, nil))
	defer server.Close()
	got, err := http.Get(server.URL + "/_dev/events")
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	lines := bufio.NewScanner(got.Body)
	next := func() string {
		for lines.Scan() {
			if lines.Text() != "" {
				return lines.Text()
			}
		}
		t.Fatal("the stream ended")
		return ""
	}
	first := next()
	if !strings.HasPrefix(first, `data: {"failure":"","version":"`) {
		t.Errorf("at once: %s", first)
	}
	s.broken(errors.New("wrong"))
	if got, want := next(), strings.Replace(first, `"failure":""`, `"failure":"wrong"`, 1); got != want {
		t.Errorf("after a failure: %s", cmp.Diff(want, got))
	}
	changed := small()
	changed.files["index.html"] = []byte("new")
	s.show(changed)
	if got := next(); got == first || !strings.HasPrefix(got, `data: {"failure":"",`) {
		t.Errorf("after a change: %s", got)
	}
}

func TestListenNamesTheFlag(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	_, err = listen(address)
	want := "another program uses " + address +
		"; choose another address with -addr, such as -addr 127.0.0.1:8081"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = listen("nowhere.invalid:80")
	if err == nil || !strings.HasSuffix(err.Error(), "; change it with -addr") {
		t.Errorf("an address that doesn't exist: %v", err)
	}
}
