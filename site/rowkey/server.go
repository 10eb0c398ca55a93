//go:build !nosite

package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/site/assets"
)

// devFolder is the path of the server's own addresses, which aren't part of the site.
const devFolder = "/_dev/"

//go:embed reload.js
var reloadScript []byte

// server serves the files that build would write, from memory and with the headers that a host would
// send. It also notifies open pages when the site has changed.
type server struct {
	mutex   sync.RWMutex
	site    *output
	version string // a hash of all files of the site
	failure string // why the latest build failed, or ""
	changed chan struct{}
}

func newServer() *server {
	return &server{site: &output{files: map[string][]byte{}}, changed: make(chan struct{})}
}

// show serves a newly built site.
func (s *server) show(o *output) {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(o.files)) {
		fmt.Fprintf(hash, "%s %d ", name, len(o.files[name]))
		hash.Write(o.files[name])
	}
	s.change(func() { s.site, s.version, s.failure = o, fmt.Sprintf("%x", hash.Sum(nil)[:8]), "" })
}

// broken keeps serving the last good site and shows on its pages why the latest build failed.
func (s *server) broken(err error) {
	s.change(func() { s.failure = err.Error() })
}

func (s *server) change(update func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	update()
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *server) state() (o *output, version, failure string, changed chan struct{}) {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	return s.site, s.version, s.failure, s.changed
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "405 method not allowed", http.StatusMethodNotAllowed)
		return
	}
	o, version, failure, _ := s.state()
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	_, found := o.files[name]
	if _, folder := o.files[name+"/index.html"]; !found && folder {
		http.Redirect(w, r, "/"+name+"/", http.StatusFound)
		return
	}
	status := http.StatusOK
	if !found || name == "_headers" {
		name, status = "404.html", http.StatusNotFound
	}
	for header, value := range assets.HeadersOf(o.rules, r.URL.Path) {
		w.Header().Set(header, value)
	}
	if len(o.files) == 0 {
		name, o = "404.html", firstFailure(failure)
		status = http.StatusInternalServerError
	}
	answer(w, r, status, pick(o, name, version, r.Header.Get("Accept-Encoding")))
}

// body is one form of a file.
type body struct {
	name     string
	encoding string
	bytes    []byte
}

// pick chooses the first compressed form that the browser accepts and that is smaller than the file. HTML
// is never compressed, because pick adds the reload script to it.
func pick(o *output, name, version, accepts string) body {
	plain := o.files[name]
	// Frames are reloaded by the pages around them; each would keep a connection open.
	if strings.HasSuffix(name, ".html") && !assets.IsFramed(name) {
		script := `<script src="` + devFolder + `reload.js?` + version + `" defer></script></head>`
		return body{name: name, bytes: bytes.Replace(plain, []byte("</head>"), []byte(script), 1)}
	}
	for _, form := range [][2]string{{"br", ".br"}, {"gzip", ".gz"}} {
		small, ok := o.files[name+form[1]]
		if ok && strings.Contains(accepts, form[0]) && len(small) < len(plain) {
			return body{name: name, encoding: form[0], bytes: small}
		}
	}
	return body{name: name, bytes: plain}
}

func answer(w http.ResponseWriter, r *http.Request, status int, b body) {
	h := w.Header()
	hash := sha256.Sum256(b.bytes)
	tag := fmt.Sprintf(`"%x%s"`, hash[:8], b.encoding)
	h.Set("ETag", tag)
	h.Set("Vary", "Accept-Encoding")
	if status == http.StatusOK && r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", assets.ContentType(b.name))
	h.Set("Content-Length", strconv.Itoa(len(b.bytes)))
	if b.encoding != "" {
		h.Set("Content-Encoding", b.encoding)
	}
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		_, _ = w.Write(b.bytes) // it fails if the browser has disconnected
	}
}

// firstFailure returns the page to show until a build succeeds.
func firstFailure(failure string) *output {
	page := `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not built</title></head>` +
		`<body><h1>The site could not be built</h1><pre>` + html.EscapeString(failure) + `</pre></body></html>`
	return &output{files: map[string][]byte{"404.html": []byte(page)}}
}

// events streams the version of the site and the failure of the latest build, first the current ones and
// then after each change.
func (s *server) events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	for {
		_, version, failure, changed := s.state()
		message, err := json.Marshal(map[string]string{"version": version, "failure": failure})
		if err != nil {
			return
		}
		fmt.Fprintf(w, "data: %s\n\n", message)
		if out.Flush() != nil {
			return
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}

func (s *server) reloadScript(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", assets.ContentType("reload.js"))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(reloadScript)
}
