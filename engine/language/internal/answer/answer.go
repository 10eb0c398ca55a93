package answer

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/wire"
)

// XML walks a path into a body of XML and returns what it finds as JSON, "" for nothing. ok is false for
// a body that isn't well-formed.
type XML func(body []byte, path []PathStep) (json []byte, ok bool)

// Answer is a response. Its body is parsed once, when somebody first looks into it.
type Answer struct {
	Response wire.Response
	Part     *wire.Response // of a transaction's reply: the part that body, rows and error are read from

	xml    XML
	parsed bool
	doc    jsontext.Value
	isJSON bool
}

// Of wraps a response. If it is the reply to a transaction that failed, Part is the part that says why. XML
// bodies are read by read, unless it is nil.
func Of(r wire.Response, read XML) *Answer {
	a := &Answer{Response: r, xml: read}
	for _, p := range Parts(r) {
		if p.Response.Status >= 400 {
			a.Part = &p.Response
		}
	}
	return a
}

// Parts returns the parts of the reply to a transaction. Any other response has none.
func Parts(r wire.Response) []batch.Part {
	if r.Status != 202 {
		return nil
	}
	parts, err := batch.ParseReply(r.Headers.Get("Content-Type"), r.Body)
	if err != nil {
		return nil
	}
	return parts
}

// Own returns the part or, if there is none, the response as a whole.
func (a *Answer) Own() *wire.Response {
	if a.Part != nil {
		return a.Part
	}
	return &a.Response
}

// JSON returns the body, if it is JSON.
func (a *Answer) JSON() (doc jsontext.Value, ok bool) {
	if !a.parsed {
		a.parsed = true
		a.doc, a.isJSON = odata.ParseJSON(a.Own().Body)
	}
	return a.doc, a.isJSON
}

// Find walks a path into the body. ok is false for a body that is neither JSON nor XML.
func (a *Answer) Find(p Path) (found jsontext.Value, ok bool) {
	if body := a.Own().Body; a.xml != nil && isXML(body) {
		doc, ok := a.xml(body, p.steps)
		return jsontext.Parse(string(doc)), ok
	}
	if found, ok = a.JSON(); ok {
		found = p.find(found)
	}
	return found, ok
}

// isXML reports whether a body looks like XML, which may begin with a byte order mark.
func isXML(body []byte) bool {
	return len(body) > 0 && body[0] == '<' || strings.HasPrefix(string(body), "\uFEFF<")
}

// Code returns the service's error code, or "".
func (a *Answer) Code() string {
	if a.Own().Status < 400 {
		return ""
	}
	if code, _ := errorbody.Read(a.Own().Body); code != "" {
		return code
	}
	return a.Own().Headers.Get("x-ms-error-code")
}

// Outline describes the answer in one line, for a hint.
func (a *Answer) Outline() string {
	words := "The response was " + strconv.Itoa(a.Own().Status)
	if code := a.Code(); code != "" {
		return words + " " + code + "."
	}
	var names []string
	for _, h := range a.Own().Headers {
		names = append(names, h.Name)
	}
	return strings.TrimSpace(words + ". " + problem.List("Its headers", names))
}
