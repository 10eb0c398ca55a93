package bridge

import (
	"net/http"
	"strings"
	"syscall/js"
	"time"
)

// response buffers what a handler writes. As in net/http, the first status counts, and later changes to the
// headers are ignored.
type response struct {
	header http.Header
	sent   http.Header // copy of header from when the status was written; nil before
	status int
	body   []byte
	parts  []string // what follows the body, each kept by the account
	head   bool     // it answers a HEAD request
}

func newResponse(method string) *response {
	return &response{header: http.Header{}, head: method == "HEAD"}
}

func (r *response) Header() http.Header { return r.header }

// WriteHeader adds a Date, as net/http does, and ignores 1xx statuses, because a Response can have only one
// status.
func (r *response) WriteHeader(status int) {
	if r.sent != nil || status >= 100 && status < 200 {
		return
	}
	r.sent, r.status = r.header.Clone(), status
	if r.sent["Date"] == nil {
		r.sent.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	}
}

func (r *response) Write(data []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.body = append(r.body, data...)
	return len(data), nil
}

// WriteSegments takes the rest of a long body, which isn't copied. httphost looks for it.
func (r *response) WriteSegments(parts []string) { r.parts = parts }

// handOver passes the library a response that JavaScript's classes accept, because nothing would catch what
// they throw. It never calls Write: the library would turn the body into a stream, and reading that would
// end the program.
func (r *response) handOver(w http.ResponseWriter, o *Outlet) {
	r.WriteHeader(http.StatusOK)
	for name, values := range r.sent {
		canonical := http.CanonicalHeaderKey(name)
		ofBody := r.head && canonical == "Content-Length" // of the one that a GET would have
		if !token(name) || ofConnection[canonical] && !ofBody {
			continue
		}
		for _, value := range values {
			w.Header()[name] = append(w.Header()[name], strings.Map(plain, value))
		}
	}
	if r.status < 200 || r.status > 599 {
		r.status = http.StatusInternalServerError
	}
	w.WriteHeader(r.status)
	w.(interface{ WriteRawJSBody(js.Value) }).WriteRawJSBody(o.body(answered{body: r.body, parts: r.parts}))
}

// ofConnection are headers about the connection, which the host sets.
var ofConnection = map[string]bool{
	"Connection": true, "Content-Length": true, "Keep-Alive": true, "Transfer-Encoding": true,
}

// token reports whether name is valid as the name of a header.
func token(name string) bool {
	const marks = "!#$%&'*+-.^_`|~"
	return name != "" && strings.IndexFunc(name, func(c rune) bool {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		return !letter && (c < '0' || c > '9') && !strings.ContainsRune(marks, c)
	}) < 0
}

// plain replaces characters that the value of a header can't contain.
func plain(c rune) rune {
	switch {
	case c == '\t':
		return c
	case c < ' ' || c == 0x7f:
		return ' '
	case c > 0x7f:
		return '?'
	}
	return c
}
