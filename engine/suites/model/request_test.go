package model_test

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// verb is what a write does.
type verb string

const (
	insert  verb = "insert"
	replace verb = "replace" // an upsert without If-Match
	merge   verb = "merge"   // an upsert without If-Match
	remove  verb = "delete"
)

// match is the If-Match of a write.
type match int

const (
	matchNone      match = iota
	matchAny             // *
	matchCurrent         // the entity's ETag
	matchStale           // one that it had before
	matchUnknown         // one that no entity ever had
	matchMalformed       // not an ETag
)

const (
	unknownETag   = `W/"wrong"`
	malformedETag = "wrong"
)

// write is a request to write an entity.
type write struct {
	verb       verb
	table      string
	key        key
	properties []sentProperty
	match      match
	etag       string // the ETag for match
	prefer     string
	level      string
	spelling   int // selects one of several equivalent requests
	flaw       flaw
}

// sentProperty is a property and its members of the JSON object.
type sentProperty struct {
	property
	json string
}

// flaw makes a body invalid. fault is the answer.
type flaw struct {
	members string // additional members
	instead string // replaces the body
	noRow   bool   // leaves out the RowKey
	fault   fault
}

type get struct {
	table    string
	key      key
	level    string
	selected string
}

// query is a request for a page of entities.
type query struct {
	table    string
	filter   filter
	selected string
	top      int
	asked    bool // send $top; otherwise top is 1000
	level    string
}

// part is one operation of a transaction: a write, or a read, which isn't allowed there.
type part struct {
	write
	read bool
}

// path is the path of an entity below the account, not percent-encoded.
func path(table string, k key) string {
	quotes := strings.NewReplacer("'", "''")
	return table + "(PartitionKey='" + quotes.Replace(k.partition) + "',RowKey='" + quotes.Replace(k.row) + "')"
}

// entityURL is the path of an entity with percent-encoded keys.
func entityURL(table string, k key, spelling int) string {
	quoted := func(s string) string { return "'" + url.PathEscape(strings.ReplaceAll(s, "'", "''")) + "'" }
	if spelling%3 == 1 {
		return "/" + table + "(RowKey=" + quoted(k.row) + ",%20PartitionKey=" + quoted(k.partition) + ")"
	}
	return "/" + table + "(PartitionKey=" + quoted(k.partition) + ",RowKey=" + quoted(k.row) + ")"
}

// request makes a request. headers are pairs of name and value; those with an empty value are left out.
func request(method, path, body string, headers ...string) wire.Request {
	req := wire.Request{Method: method, URL: enginetest.Base + path, Body: []byte(body)}
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] != "" {
			req.Headers.Add(headers[i], headers[i+1])
		}
	}
	if body != "" && !req.Headers.Has("Content-Type") {
		req.Headers.Add("Content-Type", "application/json")
	}
	return req
}

func accept(level string) string {
	if level == "" {
		return "application/json"
	}
	return "application/json;odata=" + level
}

func (w write) request() wire.Request {
	headers := []string{"Accept", accept(w.level), "Prefer", w.prefer, "If-Match", w.ifMatch()}
	path := entityURL(w.table, w.key, w.spelling)
	switch w.verb {
	case insert:
		path = "/" + w.table + [...]string{"", "()"}[w.spelling%2]
		return request("POST", path, w.body(), headers...)
	case replace:
		return request("PUT", path, w.body(), headers...)
	case remove:
		return request("DELETE", path, "", headers...)
	}
	switch w.spelling % 4 {
	case 0:
		return request("MERGE", path, w.body(), headers...)
	case 1:
		return request("POST", path, w.body(), append(headers, "X-HTTP-Method", "MERGE")...)
	default:
		return request("PATCH", path, w.body(), headers...)
	}
}

func (w write) ifMatch() string {
	switch w.match {
	case matchNone:
		return ""
	case matchAny:
		return "*"
	case matchMalformed:
		return malformedETag
	default:
		return w.etag
	}
}

// body is the JSON of a write. An insert needs its keys; other writes can have them, and the service ignores
// them.
func (w write) body() string {
	if w.flaw.instead != "" {
		return w.flaw.instead
	}
	var members []string
	if w.verb == insert || w.spelling%2 == 1 {
		members = append(members, `"PartitionKey":`+quoteJSON(w.key.partition))
		if !w.flaw.noRow {
			members = append(members, `"RowKey":`+quoteJSON(w.key.row))
		}
	}
	if w.spelling%5 == 0 {
		members = append(members, `"Timestamp":"0001-01-01T00:00:00Z","odata.etag":"W/\"x\""`)
	}
	for _, p := range w.properties {
		members = append(members, p.json)
	}
	if w.flaw.members != "" {
		members = append(members, w.flaw.members)
	}
	return "{" + strings.Join(members, ",") + "}"
}

// transaction is the request of one change set.
func transaction(parts []part) wire.Request {
	var b strings.Builder
	b.WriteString("--batch_a\r\nContent-Type: multipart/mixed; boundary=changeset_b\r\n\r\n")
	for _, p := range parts {
		req := p.request()
		if p.read {
			req = request("GET", entityURL(p.table, p.key, 0), "", "Accept", accept(p.level))
		}
		target := req.URL
		if p.spelling%2 == 1 {
			target = strings.TrimPrefix(target, "http://127.0.0.1:10002")
		}
		b.WriteString("--changeset_b\r\nContent-Type: application/http\r\n" +
			"Content-Transfer-Encoding: binary\r\n\r\n" + req.Method + " " + target + " HTTP/1.1\r\n")
		for _, h := range req.Headers {
			b.WriteString(h.Name + ": " + h.Value + "\r\n")
		}
		b.WriteString("\r\n" + string(req.Body) + "\r\n")
	}
	b.WriteString("--changeset_b--\r\n--batch_a--\r\n")
	return request("POST", "/$batch", b.String(), "Accept", "application/json",
		"Content-Type", "multipart/mixed; boundary=batch_a")
}

// loneQuery is the request of a batch with one query, outside a change set.
func loneQuery(q wire.Request) wire.Request {
	return request("POST", "/$batch", "--batch_a\r\nContent-Type: application/http\r\n"+
		"Content-Transfer-Encoding: binary\r\n\r\n"+q.Method+" "+q.URL+" HTTP/1.1\r\n"+
		"Accept: "+q.Headers.Get("Accept")+"\r\n\r\n--batch_a--\r\n",
		"Content-Type", "multipart/mixed; boundary=batch_a")
}

func (g get) request() wire.Request {
	path := entityURL(g.table, g.key, 0)
	if g.selected != "" {
		path += "?$select=" + url.QueryEscape(g.selected)
	}
	return request("GET", path, "", "Accept", accept(g.level))
}

// request asks for one page: the first, or the one of a continuation token.
func (q query) request(next []string) wire.Request {
	options := url.Values{}
	if q.filter != nil {
		options.Set("$filter", q.filter.String())
	}
	if q.selected != "" {
		options.Set("$select", q.selected)
	}
	if q.asked {
		options.Set("$top", strconv.Itoa(q.top))
	}
	for i, text := range next {
		options.Set([...]string{"NextPartitionKey", "NextRowKey"}[i], text)
	}
	return request("GET", "/"+q.table+"()?"+options.Encode(), "", "Accept", accept(q.level))
}

// tablesRequest asks for one page of the list of tables.
func (q query) tablesRequest(next []string) wire.Request {
	options := url.Values{}
	if q.filter != nil {
		options.Set("$filter", q.filter.String())
	}
	if q.asked {
		options.Set("$top", strconv.Itoa(q.top))
	}
	if next != nil {
		options.Set("NextTableName", next[0])
	}
	return request("GET", "/Tables?"+options.Encode(), "", "Accept", accept(q.level))
}
