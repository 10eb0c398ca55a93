package runner

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/script"
)

// sign signs the step's request with the account's key, unless the request is anonymous, has a token or is
// signed already. Preflights aren't signed, since browsers can't sign them.
func (r *run) sign(q *script.Request, s *Step) {
	h := &s.Request.Headers
	if r.options.Key == nil || q.Anonymous || carriesToken(s.Request.URL) || h.Has("Authorization") ||
		q.Method == "OPTIONS" {
		return
	}
	if !h.Has("x-ms-date") {
		h.Add("x-ms-date", helper.RFC1123(r.target.Now()))
	}
	r.options.Key.Sign(s.Service, &s.Request)
}

// carriesToken reports whether a URL has a shared access signature in its query.
func carriesToken(url string) bool {
	_, query, _ := strings.Cut(url, "?")
	return strings.HasPrefix(query, "sig=") || strings.Contains(query, "&sig=")
}
