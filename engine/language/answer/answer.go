package answer

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/language/problem"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/wire"
)

// XML walks a path into a body of XML and returns what it finds as JSON, "" for nothing. ok is false for
// a body that isn't well-formed.
type XML func(body []byte, path []PathStep) (json []byte, ok bool)

// Answer is a response, looked into as far as expectations and references ask.
type Answer struct {
	Response wire.Response
	Part     *wire.Response // of a transaction's reply: the part that body, rows and error are read from
	xml      XML
	looked   bool
	doc      gjson.Result
	isJSON   bool
}

// Of looks for the part of a transaction's reply that says what went wrong.
func Of(r wire.Response, read XML) *Answer {
	a := &Answer{Response: r, xml: read}
	for _, p := range Parts(r) {
		if p.Response.Status >= 400 {
			a.Part = &p.Response
		}
	}
	return a
}

// Parts opens the reply to a transaction. Any other response has no parts.
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

// Own is the response that references to a request's response read.
func (a *Answer) Own() *wire.Response {
	if a.Part != nil {
		return a.Part
	}
	return &a.Response
}

// JSON is the body, if it is JSON.
func (a *Answer) JSON() (doc gjson.Result, ok bool) {
	if !a.looked {
		a.looked = true
		a.doc, a.isJSON = odata.ParseJSON(a.Own().Body)
	}
	return a.doc, a.isJSON
}

// Find walks a path from the body's root. ok is false for a body that has no paths.
func (a *Answer) Find(p Path) (found gjson.Result, ok bool) {
	if body := a.Own().Body; a.xml != nil && isXML(body) {
		json, ok := a.xml(body, p.steps)
		return gjson.ParseBytes(json), ok
	}
	if found, ok = a.JSON(); ok {
		found = p.find(found)
	}
	return found, ok
}

// isXML reports whether a body looks like a document of XML, which may begin with a byte order mark.
func isXML(body []byte) bool {
	return len(body) > 0 && body[0] == '<' || strings.HasPrefix(string(body), "\uFEFF<")
}

// Code is the service's code of what went wrong, or "".
func (a *Answer) Code() string {
	if a.Own().Status < 400 {
		return ""
	}
	if code, _ := odata.ReadError(a.Own().Body); code != "" {
		return code
	}
	return a.Own().Headers.Get("x-ms-error-code")
}

// Outline is the answer in a line, for a hint.
func (a *Answer) Outline() string {
	words := "The answer was " + strconv.Itoa(a.Own().Status)
	if code := a.Code(); code != "" {
		return words + " " + code + "."
	}
	var names []string
	for _, h := range a.Own().Headers {
		names = append(names, h.Name)
	}
	return words + ". " + problem.List("Its headers", names)
}
