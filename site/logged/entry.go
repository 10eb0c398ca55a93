package logged

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/wire"
)

// Entry is one request and its outcome.
type Entry struct {
	ID           string          `json:"id"` // which the log gives it
	Time         time.Time       `json:"time"`
	Method       string          `json:"method"`
	Service      string          `json:"service"` // tables, queues or blobs
	URL          string          `json:"url"`     // decoded, for people to read
	Status       int             `json:"status"`
	Error        string          `json:"error"` // the service's code, or ""
	Kind         string          `json:"kind"`  // of the query; "" if it isn't one
	Read         int             `json:"read"`
	Returned     int             `json:"returned"`
	Written      int             `json:"written"`
	Transactions int             `json:"transactions"`
	Label        json.RawMessage `json:"label"`  // what the request did, as a tree of elements
	Detail       json.RawMessage `json:"detail"` // everything known about it, as a tree of elements

	Shape string `json:"shape,omitempty"` // what it has in common with requests that differ only in constants
	Sent  *Sent  `json:"sent,omitempty"`  // nil where what was sent isn't shown
}

// Sent is what went to and fro, without what would let anybody in.
type Sent struct {
	URL     string  `json:"url"` // as it came
	Request Message `json:"request"`
	Answer  Message `json:"answer"`
	Script  string  `json:"script"` // the request in the example language
}

// Message is a request or an answer.
type Message struct {
	Headers [][2]string `json:"headers"` // names and values
	Body    string      `json:"body"`    // its beginning, at most MostBody bytes
	Size    int64       `json:"size"`    // bytes of the whole body
	Cut     bool        `json:"cut"`     // Body isn't all of it
	Binary  bool        `json:"binary"`  // Body is left out, because it isn't text
}

// MostBody is how many bytes of a body are shown.
const MostBody = 4 << 10

// Of returns the entry of an exchange with a service: tables, queues or blobs.
func Of(service string, x httphost.Exchange, at time.Time) Entry {
	url := wire.WithoutSignature(x.Request.URL)
	shown := &view.Exchange{
		Method: x.Request.Method, URL: url, Status: x.Response.Status, Answer: &x.Response, Trace: &x.Trace,
	}
	e := Entry{
		Time: at, Method: x.Request.Method, Service: service, URL: readable(url), Status: x.Response.Status,
		Read: x.Trace.Cost.EntitiesRead, Returned: x.Trace.Cost.EntitiesReturned,
		Written: x.Trace.Cost.EntitiesWritten, Transactions: x.Trace.Cost.Transactions,
		Label: view.Label(shown).AppendJSON(nil), Detail: view.Logged(shown).AppendJSON(nil),
	}
	if e.Method == "GET" { // a write also looks up its entity by key, but readers don't think of it as a query
		e.Kind = x.Trace.Plan.Kind.String()
	}
	if f := x.Trace.Fault; f != nil {
		e.Error = f.Code.Name
	}
	return e
}

// readable returns the path and query of a URL, decoded if all escapes are well-formed.
func readable(url string) string {
	u := wire.SplitURL(url)
	text := u.Path
	if u.Query != "" {
		text += "?" + strings.ReplaceAll(u.Query, "+", " ")
	}
	if plain, ok := wire.Unescape(text); ok {
		return plain
	}
	return text
}
