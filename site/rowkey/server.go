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

// devFolder is where the server answers for itself and not for the site.
const devFolder = "/_dev/"

// requestsPath is the page that shows the requests to the endpoint as they happen.
const (
	requestsPath = "/requests/"
	requestsFile = "requests/index.html"
)

//go:embed reload.js
var reloadScript []byte

// server answers from memory what a host would answer from the folder that build writes, with the
// same headers. Besides, it tells open pages when the site has changed.
type server struct {
	mutex   sync.RWMutex
	site    *output
	version string // of the site: a hash of all files
	failure string // why the newest state of the sources could not be built; or ""
	changed chan struct{}
}

func newServer() *server {
	return &server{site: &output{files: map[string][]byte{}}, changed: make(chan struct{})}
}

// show makes a new state of the site the one that is served.
func (s *server) show(o *output) {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(o.files)) {
		fmt.Fprintf(hash, "%s %d ", name, len(o.files[name]))
		hash.Write(o.files[name])
	}
	s.change(func() { s.site, s.version, s.failure = o, fmt.Sprintf("%x", hash.Sum(nil)[:8]), "" })
}

// broken keeps the last good state and shows on its pages what is wrong with the newest.
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
	version  string
}

// pick chooses the smallest form that the reader's browser takes. Pages get a script that reloads
// them, so of these there is only the plain form.
func pick(o *output, name, version, accepts string) body {
	plain := o.files[name]
	if strings.HasSuffix(name, ".html") {
		script := `<script src="` + devFolder + `reload.js?` + version + `" defer></script></head>`
		return body{name: name, bytes: bytes.Replace(plain, []byte("</head>"), []byte(script), 1), version: version}
	}
	for _, form := range [][2]string{{"br", ".br"}, {"gzip", ".gz"}} {
		small, ok := o.files[name+form[1]]
		if ok && strings.Contains(accepts, form[0]) && len(small) < len(plain) {
			return body{name: name, encoding: form[0], bytes: small, version: version}
		}
	}
	return body{name: name, bytes: plain, version: version}
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
		_, _ = w.Write(b.bytes) // a reader who went away is no error of ours
	}
}

// firstFailure is shown while no state of the site could be built.
func firstFailure(failure string) *output {
	page := "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Not built</title></head><body><h1>The site could not be built</h1><pre>" +
		html.EscapeString(failure) + "</pre></body></html>"
	return &output{files: map[string][]byte{"404.html": []byte(page)}}
}

// events tells a page which version of the site is served and what is wrong with the newest, at
// once and again after each change.
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
