package runner

import (
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// sign signs the step's request with the account's key, unless the request is anonymous, has a token or is
// signed already. Preflights aren't signed, since browsers can't sign them. A request that goes to another
// address than the account's isn't signed either: its owner could use the signature.
func (r *run) sign(q *script.Request, s *Step) {
	h := &s.Request.Headers
	if r.options.Key == nil || q.Anonymous || carriesToken(s.Request.URL) || h.Has("Authorization") ||
		q.Method == "OPTIONS" || !r.options.owns(s.Request.URL) {
		return
	}
	if !h.Has("x-ms-date") {
		h.Add("x-ms-date", helper.RFC1123(r.target.Now()))
	}
	r.options.Key.Sign(s.Service, &s.Request)
}

// owns reports whether a URL is one of the account's, or another one of this machine if the account is here.
func (o Options) owns(url string) bool {
	if o.Anywhere || isLoopback(o.Host) && isLoopback(url) {
		return true
	}
	for _, address := range [...]string{o.Host, o.Queue, o.Blob} {
		address = encodeURL(strings.TrimRight(address, "/"))
		rest, ok := strings.CutPrefix(url, address)
		if ok && address != "" && (rest == "" || rest[0] == '/' || rest[0] == '?') {
			return true
		}
	}
	return false
}

// mint mints a token with the account's key.
func (r *run) mint(fields []wire.Param, now time.Time) (string, error) {
	token, err := r.options.Key.Token(fields, now)
	if err == nil {
		r.tokens = append(r.tokens, token)
	}
	return token, err
}

// leaks reports whether a request would take a token of the account to another address.
func (r *run) leaks(s *wire.Request) bool {
	if r.options.owns(s.URL) {
		return false
	}
	for _, token := range r.tokens {
		if strings.Contains(s.URL, token) || strings.Contains(string(s.Body), token) {
			return true
		}
		for _, h := range s.Headers {
			if strings.Contains(h.Value, token) {
				return true
			}
		}
	}
	return false
}

// carriesToken reports whether a URL has a shared access signature in its query.
func carriesToken(url string) bool {
	_, query, _ := strings.Cut(url, "?")
	return strings.HasPrefix(query, "sig=") || strings.Contains(query, "&sig=")
}
