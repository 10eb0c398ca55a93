package compare

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/wire"
)

// Difference is one thing in which two answers differ. What isn't there is "".
type Difference = protocol.Difference

// MaxDifferences is how many are listed.
const MaxDifferences = 20

// Answers compares two answers. xml reads bodies of XML; if it's nil, they are compared as texts.
func Answers(here, there wire.Response, xml answer.XML) []Difference {
	c := &comparison{xml: xml}
	c.answers("", here, there)
	return c.found
}

// comparison collects differences.
type comparison struct {
	prefix string // of every part
	xml    answer.XML
	found  []Difference
}

// text compares two texts.
func (c *comparison) text(part, here, there string) {
	if here != there && len(c.found) < MaxDifferences {
		c.found = append(c.found, Difference{Part: c.prefix + part, Here: cut(here), There: cut(there)})
	}
}

// cut shortens a text to what one line of a report has room for.
func cut(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

func (c *comparison) answers(prefix string, here, there wire.Response) {
	c.prefix = prefix
	c.text("status", strconv.Itoa(here.Status), strconv.Itoa(there.Status))
	if parts, others := answer.Parts(here), answer.Parts(there); len(parts)+len(others) > 0 {
		c.text("operations", strconv.Itoa(len(parts)), strconv.Itoa(len(others)))
		for i := range min(len(parts), len(others)) {
			c.answers("operation "+strconv.Itoa(i)+": ", parts[i].Response, others[i].Response)
		}
		return
	}
	c.text("error", answer.Of(here, nil).Code(), answer.Of(there, nil).Code())
	if here.Status < 400 && there.Status < 400 {
		c.headers(here.Headers, there.Headers)
		c.body(here.Body, there.Body)
	}
}

// headers compares the headers that matter.
func (c *comparison) headers(here, there wire.Headers) {
	names := slices.Clone(mattering)
	for _, h := range append(slices.Clone(here), there...) {
		if name := strings.ToLower(h.Name); strings.HasPrefix(name, "x-ms-meta-") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		a, b := here.Get(name), there.Get(name)
		switch {
		case slices.Contains(changing, name):
			a, b = presence(here.Has(name)), presence(there.Has(name))
		case name == "Content-Type":
			a, b = media(a), media(b)
		case name == "Location" || name == "DataServiceId":
			a, b = tail(a), tail(b)
		}
		c.text("header "+name, a, b)
	}
}

// mattering are the headers that are compared, and changing are those of them whose values differ each time.
var (
	mattering = []string{
		"Content-Type", "ETag", "Location", "DataServiceId", "Preference-Applied", "Last-Modified",
		"Content-Range", "x-ms-continuation-NextPartitionKey", "x-ms-continuation-NextRowKey",
		"x-ms-continuation-NextTableName", "x-ms-approximate-messages-count", "x-ms-popreceipt",
		"x-ms-time-next-visible", "x-ms-blob-type", "x-ms-blob-append-offset", "x-ms-blob-committed-block-count",
		"Access-Control-Allow-Origin", "Access-Control-Allow-Methods", "Access-Control-Allow-Headers",
	}
	changing = []string{
		"ETag", "Last-Modified", "x-ms-continuation-NextPartitionKey", "x-ms-continuation-NextRowKey",
		"x-ms-continuation-NextTableName", "x-ms-popreceipt", "x-ms-time-next-visible",
	}
)

func presence(there bool) string {
	if there {
		return "there"
	}
	return ""
}

// media returns a Content-Type without what says nothing about the content.
func media(contentType string) string {
	all := strings.Split(strings.ToLower(strings.ReplaceAll(contentType, " ", "")), ";")
	kept := slices.DeleteFunc(all[1:], func(p string) bool { return !strings.HasPrefix(p, "odata=") })
	return strings.Join(append(all[:1], kept...), ";")
}

// tail returns what follows the address of the account in a URL, as far as that is one segment.
func tail(url string) string { return url[strings.LastIndexByte(url, '/')+1:] }

// body compares two bodies by value.
func (c *comparison) body(here, there []byte) {
	a, isJSON := c.document(here)
	b, bothJSON := c.document(there)
	if isJSON && bothJSON {
		c.json("$", a, b)
		return
	}
	c.text("body", string(here), string(there))
}

// document reads a body of JSON or XML. ok is false for any other.
func (c *comparison) document(body []byte) (doc jsontext.Value, ok bool) {
	if doc, ok = odata.ParseJSON(body); ok || c.xml == nil {
		return doc, ok
	}
	if body, ok = c.xml(body, nil); ok {
		doc = jsontext.Parse(string(body))
	}
	return doc, ok
}
