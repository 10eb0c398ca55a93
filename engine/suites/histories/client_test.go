package histories_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
)

// tags knows the ETags of the writes to entities: each has one, and no other has the same.
type tags struct {
	mu     sync.Mutex
	of     map[int]string
	writer map[string]int // by the entity and the ETag
}

func newTags() *tags { return &tags{of: map[int]string{}, writer: map[string]int{}} }

// note remembers what an answer says about a write, unless another one has said something else.
func (t *tags) note(path string, id int, etag string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if was, known := t.of[id]; known && was != etag {
		return fmt.Errorf("%s: the ETag of %d was %s and is %s", path, id, was, etag)
	}
	if other, known := t.writer[path+etag]; known && other != id {
		return fmt.Errorf("%s: the ETag %s is that of %d and of %d", path, etag, other, id)
	}
	t.of[id], t.writer[path+etag] = etag, id
	return nil
}

// etag returns the ETag of a write that a client knows.
func (t *tags) etag(id int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of[id]
}

// client sends events over HTTP.
type client struct {
	http.RoundTripper
	bases map[grant.Service]string
	tags  *tags
}

// do sends an event and fills in its answer. It's left empty if there's none; an error is an answer that no
// endpoint may give.
func (c *client) do(e *event) error {
	switch first := e.parts[0]; {
	case first.verb >= write:
		return c.doBlob(e)
	case e.reads() && len(e.parts) > 1:
		return c.query(e)
	case len(e.parts) > 1:
		return c.transact(e)
	default:
		return c.single(e, first)
	}
}

// sent is a request as a client sends it.
type sent struct {
	to                 grant.Service
	method, path, body string
	headers            []string // in pairs
}

// got is its answer.
type got struct {
	status  int // 0 if there is none
	headers http.Header
	body    string
}

func (c *client) send(s sent) (got, error) {
	r, err := http.NewRequest(s.method, c.bases[s.to]+s.path, strings.NewReader(s.body))
	if err != nil {
		return got{}, err
	}
	for i := 0; i < len(s.headers); i += 2 {
		r.Header.Set(s.headers[i], s.headers[i+1])
	}
	response, err := c.RoundTrip(r)
	if err != nil {
		return got{}, nil
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return got{}, nil
	}
	return got{response.StatusCode, response.Header, string(body)}, nil
}

// table is the table that everything is in, as is everything else in a container of this name.
const (
	table     = "Data"
	container = "data"
)

func entityPath(object string, row int) string {
	return fmt.Sprintf("/%s(PartitionKey='%s',RowKey='%d')", table, object, row)
}

// request returns the method, the path, the If-Match header and the body of a write.
func (c *client) request(object string, p part) (method, path, match, body string) {
	path = entityPath(object, p.row)
	body = fmt.Sprintf(`{"W":%d,"%s":%d}`, p.id, []string{"A", "B"}[p.field], p.id)
	switch p.match {
	case 0:
	case anyETag:
		match = "*"
	default:
		match = c.tags.etag(p.match)
	}
	switch p.verb {
	case insert:
		keys := fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"%d",`, object, p.row)
		return "POST", "/" + table, "", keys + body[1:]
	case replace:
		return "PUT", path, match, body
	case merge:
		return "PATCH", path, match, body
	default:
		return "DELETE", path, match, ""
	}
}

var plain = []string{"Accept", "application/json;odata=minimalmetadata", "Content-Type", "application/json",
	"Prefer", "return-no-content"}

func (c *client) single(e *event, p part) error {
	s := sent{to: grant.Table, method: "GET", path: entityPath(e.object, p.row), headers: plain}
	if p.verb != get {
		match := ""
		s.method, s.path, match, s.body = c.request(e.object, p)
		if match != "" {
			s.headers = append(s.headers[:len(s.headers):len(s.headers)], "If-Match", match)
		}
	}
	g, err := c.send(s)
	if err != nil || g.status == 0 {
		return err
	}
	e.answer.status = g.status
	switch {
	case p.verb == get && g.status == 404:
		e.answer = answer{status: 200, seen: partition{}} // it has been seen that there's nothing
		return nil
	case p.verb == get && g.status == 200:
		var seen partition
		err := c.see(&seen, e.object, gjson.Parse(g.body))
		e.answer.seen = seen
		return err
	case g.status >= 500 || p.verb == get:
		return fmt.Errorf("%s %s: %d %s", s.method, s.path, g.status, g.body)
	case g.status < 300 && p.verb != remove:
		return c.tags.note(entityPath(e.object, p.row), p.id, g.headers.Get("ETag"))
	}
	return nil
}

// see adds an entity of an answer to what has been seen.
func (c *client) see(seen *partition, object string, e gjson.Result) error {
	row, err := strconv.Atoi(e.Get("RowKey").Str)
	if err != nil || row >= rows || e.Get("PartitionKey").Str != object || seen[row].writer != 0 {
		return fmt.Errorf("%s has %s", object, e.Raw)
	}
	seen[row] = entity{int(e.Get("W").Int()), [2]int{int(e.Get("A").Int()), int(e.Get("B").Int())}}
	return c.tags.note(entityPath(object, row), seen[row].writer, e.Get(`odata\.etag`).Str)
}

func (c *client) query(e *event) error {
	filter := url.QueryEscape("PartitionKey eq '" + e.object + "'")
	path := "/" + table + "()?$filter=" + filter
	g, err := c.send(sent{to: grant.Table, method: "GET", path: path, headers: plain})
	if err != nil || g.status == 0 {
		return err
	}
	if g.status != 200 {
		return fmt.Errorf("a query of %s: %d %s", e.object, g.status, g.body)
	}
	var seen partition
	for _, each := range gjson.Get(g.body, "value").Array() {
		if err := c.see(&seen, e.object, each); err != nil {
			return err
		}
	}
	e.answer = answer{status: g.status, seen: seen}
	return nil
}

var (
	statuses = regexp.MustCompile(`HTTP/1\.1 (\d+)`)
	etags    = regexp.MustCompile(`(?m)^ETag: (.*)\r$`)
	refusals = regexp.MustCompile(`"value":"(\d+):`)
)

func (c *client) transact(e *event) error {
	var body strings.Builder
	body.WriteString("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n")
	base, _ := url.Parse(c.bases[grant.Table])
	tagged := 0
	for _, p := range e.parts {
		method, path, match, content := c.request(e.object, p)
		if match != "" {
			match = "If-Match: " + match + "\r\n"
		}
		if p.verb != remove {
			tagged++
		}
		fmt.Fprintf(&body, "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"+
			"%s %s HTTP/1.1\r\nAccept: application/json;odata=minimalmetadata\r\n"+
			"Content-Type: application/json\r\nPrefer: return-no-content\r\n%s\r\n%s\r\n",
			method, base.Path+path, match, content)
	}
	body.WriteString("--c--\r\n--b--\r\n")
	headers := []string{"Content-Type", "multipart/mixed; boundary=b", "x-ms-version", "2019-02-02"}
	g, err := c.send(sent{grant.Table, "POST", "/$batch", body.String(), headers})
	if err != nil || g.status == 0 {
		return err
	}
	status := statuses.FindStringSubmatch(g.body)
	if g.status != 202 || status == nil {
		return fmt.Errorf("a transaction: %d %s", g.status, g.body)
	}
	e.answer.status, _ = strconv.Atoi(status[1])
	if e.answer.refused() {
		refused := refusals.FindStringSubmatch(g.body)
		if refused == nil || e.answer.status >= 500 {
			return fmt.Errorf("a transaction was refused: %s", g.body)
		}
		e.answer.failed, err = strconv.Atoi(refused[1])
		return err
	}
	found := etags.FindAllStringSubmatch(g.body, -1)
	if len(found) != tagged {
		return fmt.Errorf("%d ETags for %d writes: %s", len(found), tagged, g.body)
	}
	for _, p := range e.parts {
		if p.verb != remove {
			if err := c.tags.note(entityPath(e.object, p.row), p.id, found[0][1]); err != nil {
				return err
			}
			found = found[1:]
		}
	}
	return nil
}

// leaseID is the ID of a lease as the service wants it.
func leaseID(id int) string { return fmt.Sprintf("%08x-0000-4000-8000-000000000000", id) }

func (c *client) doBlob(e *event) error {
	p, version := e.parts[0], []string{"x-ms-version", "2021-12-02"}
	s := sent{to: grant.Blob, method: "PUT", path: "/" + container + "/" + e.object}
	switch p.verb {
	case read:
		s.method = "GET"
	case write:
		s.headers, s.body = []string{"x-ms-blob-type", "BlockBlob"}, strconv.Itoa(p.id)
	case acquire:
		s.headers = []string{"x-ms-proposed-lease-id", leaseID(p.id), "x-ms-lease-duration", "-1"}
	case change:
		s.headers = []string{"x-ms-proposed-lease-id", leaseID(p.id)}
	case breakUp:
		s.headers = []string{"x-ms-lease-break-period", "0"}
	}
	if p.verb > read {
		s.path += "?comp=lease"
		s.headers = append(s.headers, "x-ms-lease-action", verbs[p.verb])
	}
	if p.match > 0 {
		s.headers = append(s.headers, "x-ms-lease-id", leaseID(p.match))
	}
	s.headers = append(s.headers, version...)
	g, err := c.send(s)
	if err != nil || g.status == 0 {
		return err
	}
	e.answer.status = g.status
	if p.verb == read && g.status == 200 {
		content, err := strconv.Atoi(g.body)
		e.answer.seen = sight{content, g.headers.Get("x-ms-lease-state")}
		return err
	}
	if g.status >= 500 || p.verb == read {
		return fmt.Errorf("%s %s: %d %s", s.method, s.path, g.status, g.body)
	}
	return nil
}
