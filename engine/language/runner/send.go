package runner

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// build builds the request that the step sends.
func (r *run) build(s *Step, q *script.Request, v *script.Values) *script.Error {
	url, err := v.Expand(q.URL)
	if err != nil {
		return err
	}
	s.Target = url
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		return r.script.ErrorOf(q, problem.New(
			"The URL doesn't begin with http:// or https://: "+problem.Short(url), "Begin it with {{host}}."))
	}
	s.Service, s.Target = locate(v, url)
	s.Request = wire.Request{Method: q.Method, URL: EncodeURL(url)}
	for _, h := range q.Headers {
		value, err := v.Expand(h.Value)
		if err == nil && strings.ContainsAny(value, "\r\n") {
			err = r.script.ErrorOf(q,
				problem.New("The value of the header "+h.Name+" has a line break in it.", ""))
		}
		if err != nil {
			return err
		}
		s.Request.Headers.Add(h.Name, value)
	}
	body, err := v.Expand(q.Body)
	s.Request.Body = []byte(body)
	if guard, ok := r.options.Key.(Guard); ok && err == nil && guard.Leaks(&s.Request) {
		err = r.script.ErrorOf(q, problem.New(
			"After {{$sas}} nothing is sent to another address: it could have the token in it.",
			"Send this request first, or from another run."))
	}
	return err
}

// EncodeURL percent-encodes the characters that a URL can't contain. It keeps existing escapes, encodes
// quotes as the service's own clients do, and takes # for a character of a key, not for a fragment.
func EncodeURL(url string) string {
	const hex = "0123456789abcdefABCDEF"
	const keep = ":/?@!$&()*+,;="
	var b strings.Builder
	from := 0
	for i := 0; i+2 < len(url); i++ {
		if url[i] == '%' && strings.IndexByte(hex, url[i+1]) >= 0 && strings.IndexByte(hex, url[i+2]) >= 0 {
			b.WriteString(wire.Escape(url[from:i], keep))
			b.WriteString(url[i : i+3])
			i += 2
			from = i + 1
		}
	}
	b.WriteString(wire.Escape(url[from:], keep))
	return b.String()
}

// Header values of requests that don't set their own.
const (
	serviceVersion = "2019-02-02"
	dataVersion    = "3.0"
	accept         = "application/json;odata=minimalmetadata"
	contentType    = "application/json"
	contentTypeXML = "application/xml"
)

// kind is a kind of request, as far as its default headers differ.
type kind uint8

const (
	tableRequest kind = iota
	operation         // of a transaction
	otherRequest      // to queues and blobs, which have no JSON
)

// withDefaults adds the headers that the service needs and the request doesn't set.
func withDefaults(h wire.Headers, body []byte, k kind) wire.Headers {
	add := func(name, value string) {
		if !h.Has(name) {
			h.Add(name, value)
		}
	}
	if k != otherRequest {
		add("Accept", accept)
		switch {
		case len(body) > 0 && body[0] == '<':
			add("Content-Type", contentTypeXML)
		case len(body) > 0:
			add("Content-Type", contentType)
		}
		add("DataServiceVersion", dataVersion)
	}
	if k != operation {
		add("x-ms-version", serviceVersion)
	}
	return h
}
