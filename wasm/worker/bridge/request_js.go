package bridge

import (
	"bytes"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall/js"
)

// request returns the request that net/http's server would have made from a message. A message is an
// object with
//
//	url   the URL as the client wrote it, with scheme and host
//	head  the headers, one line NAME:VALUE for each
//	bytes the body, a Uint8Array
//
// and refusal or coming, of which WishOf tells, if the host wants something else than an answer.
func request(method string, message js.Value) *http.Request {
	scheme, rest, _ := strings.Cut(message.Get("url").String(), "://")
	host, target := rest, "/"
	if end := strings.IndexAny(rest, "/?"); end >= 0 {
		host, target = rest[:end], rest[end:]
	}
	body := message.Get("bytes")
	data := make([]byte, body.Length())
	js.CopyBytesToGo(data, body)
	r := &http.Request{
		Method:        method,
		URL:           parse(target),
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        header(message.Get("head").String()),
		Body:          &whole{Reader: *bytes.NewReader(data), data: data},
		ContentLength: int64(len(data)),
		Host:          host,
		RequestURI:    target,
	}
	// Cloudflare sets this header to the client's address, overwriting what the client sends.
	if address := r.Header.Get("CF-Connecting-IP"); address != "" {
		r.RemoteAddr = net.JoinHostPort(address, "0")
	}
	if scheme == "https" {
		r.TLS = &tls.ConnectionState{HandshakeComplete: true}
	}
	return r
}

// whole is a body that has arrived. Who knows Whole needs no copy of it.
type whole struct {
	bytes.Reader
	data []byte
}

func (w *whole) Whole() []byte { return w.data }

func (w *whole) Close() error { return nil }

// parse reads the target of a request. Unlike net/http's server it doesn't refuse invalid escapes: the
// handler decides, since RequestURI has the target as sent.
func parse(target string) *url.URL {
	if u, err := url.ParseRequestURI(target); err == nil {
		return u
	}
	path, query, _ := strings.Cut(target, "?")
	return &url.URL{Path: path, RawQuery: query}
}

// header parses the headers. It leaves out Host, which is a field of the request.
func header(head string) http.Header {
	h := http.Header{}
	for line := range strings.Lines(head) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		h.Add(name, value)
	}
	h.Del("Host")
	return h
}
