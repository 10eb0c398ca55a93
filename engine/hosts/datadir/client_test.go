//go:build !js

package datadir_test

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// thing is a table, an entity by its property N and its ETag, a message by its text and its ID, or a blob by
// its checksum and its ETag.
type thing struct {
	n    int
	etag string
}

// change is what one request does: the new value under each name, nil for deleted.
type change map[string]*thing

// client writes to tables, a queue or a container of its own and knows what they must contain.
type client struct {
	id       int
	random   *rand.Rand
	draw     func() request
	held     map[string]thing
	receipts map[string]string // of messages that it can change
	blocks   map[string]string // the content of those that wait for a list, by ID
	pending  change            // of the request that was not answered
	n        int               // makes every write different

	before map[string]thing // what it held at the last check
	since  []change         // what was answered since then
}

func newClient(id int, random *rand.Rand) *client {
	c := &client{id: id, random: random, held: map[string]thing{}, receipts: map[string]string{},
		blocks: map[string]string{}, before: map[string]thing{}}
	c.draw = c.drawTable
	return c
}

// home begins the names of everything that the client writes.
func (c *client) home() string { return fmt.Sprintf("c%dt", c.id) }

func (c *client) owns(name string) bool { return strings.HasPrefix(name, c.home()) }

// request is what a client sends and its expected result.
type request struct {
	to                          grant.Service
	method, path, ifMatch, body string
	headers                     []string // in pairs
	status                      int
	fails                       bool // within a transaction
	change                      change
	tagged                      []string // whose ETags or IDs are in the answer, in that order
}

// write sends a random request and returns the status of its answer: 0 if the server is gone, 503 if its disk
// is full. The error says what is wrong with the answer.
func (c *client) write(transport http.RoundTripper, bases map[grant.Service]string) (status int, err error) {
	c.n++
	r := c.draw()
	sent, err := http.NewRequest(r.method, bases[r.to]+r.path, strings.NewReader(r.body))
	if err != nil {
		return 0, err
	}
	sent.Header.Set("Accept", "application/json;odata=nometadata")
	sent.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(r.headers); i += 2 {
		sent.Header.Set(r.headers[i], strings.Replace(r.headers[i+1], "{blobs}", bases[grant.Blob], 1))
	}
	if r.path == "/$batch" {
		sent.Header.Set("Content-Type", "multipart/mixed; boundary=b")
	}
	if r.ifMatch != "" {
		sent.Header.Set("If-Match", r.ifMatch)
	}
	c.pending = r.change
	response, err := transport.RoundTrip(sent)
	if err != nil {
		return 0, nil
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil
	}
	c.pending = nil
	if status = response.StatusCode; status == 503 {
		return status, nil
	}
	tags := etags.FindAllStringSubmatch(string(body), -1)
	if r.to == grant.Queue {
		tags = ids.FindAllStringSubmatch(string(body), -1)
	} else if tag := response.Header.Get("ETag"); tag != "" && r.tagged != nil {
		tags = [][]string{{"", tag}}
	}
	failed := strings.Contains(string(body), "HTTP/1.1 4")
	if response.StatusCode != r.status || failed != r.fails || len(tags) != len(r.tagged) {
		return status, fmt.Errorf("client %d: %s %s: %d %s", c.id, r.method, r.path, response.StatusCode, body)
	}
	for i, name := range r.tagged {
		r.change[name].etag = tags[i][1]
	}
	c.apply(r.change)
	if len(r.change) > 0 {
		c.since = append(c.since, r.change)
	}
	if r.to == grant.Queue {
		c.keepReceipt(r, response, string(body))
	}
	return status, nil
}

var etags = regexp.MustCompile(`(?m)^ETag: (.*)\r$`)

func (c *client) apply(change change) {
	for name, t := range change {
		if t == nil {
			delete(c.held, name)
		} else {
			c.held[name] = *t
		}
	}
}

// compare compares what the client has in state, which it removes, with what must be there. done says
// whether the server applied the request that it didn't answer.
func (c *client) compare(state map[string]thing) (done bool, problem string) {
	got := c.take(state)
	if maps.Equal(got, c.held) {
		c.pending = nil
		return false, ""
	}
	before := maps.Clone(c.held)
	for name, t := range c.pending {
		delete(c.receipts, name) // the answer would have had another, if any
		if t != nil {
			t.etag = got[name].etag // the answer would have had it
		}
	}
	c.apply(c.pending)
	if !maps.Equal(got, c.held) {
		return false, fmt.Sprintf("it differs by %v from what was answered,\nand by %v if all of %v was done",
			differing(got, before), differing(got, c.held), slices.Sorted(maps.Keys(c.pending)))
	}
	done, c.pending = c.pending != nil, nil
	return done, ""
}

// differing returns the names whose values in a and b differ.
func differing(a, b map[string]thing) []string {
	names := maps.Clone(a)
	maps.Copy(names, b)
	maps.DeleteFunc(names, func(name string, _ thing) bool {
		was, found := a[name]
		is, there := b[name]
		return was == is && found == there
	})
	return slices.Sorted(maps.Keys(names))
}

// drawTable makes a random request to tables that writes. Some must fail.
func (c *client) drawTable() request {
	tables := c.tables()
	if len(tables) == 0 || len(tables) < 3 && c.random.IntN(30) == 0 {
		name := fmt.Sprint(c.home(), c.n)
		return request{
			to: grant.Table, method: "POST", path: "/Tables", body: `{"TableName":"` + name + `"}`,
			status: 201, change: change{name: {}},
		}
	}
	table := tables[c.random.IntN(len(tables))]
	switch kind := c.random.IntN(100); {
	case kind < 2:
		return c.dropTable(table)
	case kind < 20:
		return c.transaction(table)
	}
	row := fmt.Sprint(c.random.IntN(rows))
	name := table + "/" + row
	before, found := c.held[name]
	r := request{
		to: grant.Table, method: "PUT", path: entityPath(table, row), body: c.body(row),
		status: 204, change: change{name: {n: c.n}},
	}
	switch kind := c.random.IntN(10); {
	case !found && kind < 7:
		r.method, r.path, r.status = "POST", "/"+table, 201
	case found && kind < 2:
		r.method, r.ifMatch, r.body, r.change = "DELETE", before.etag, "", change{name: nil}
		return r
	case found && kind < 4:
		r.ifMatch, r.status, r.change = `W/"datetime'2020-01-01T00%3A00%3A00Z'"`, 412, nil
		return r
	case found && kind < 8:
		r.ifMatch = before.etag
	}
	r.tagged = []string{name}
	return r
}

// rows is how many entities a table can have: as many as a transaction has operations.
const rows = 100

func entityPath(table, row string) string {
	return "/" + table + "(PartitionKey='p',RowKey='" + row + "')"
}

func (c *client) body(row string) string {
	text := strings.Repeat("x", c.n%50)
	return fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%s","N":%d,"T":"%s"}`, row, c.n, text)
}

// tables returns the client's tables in order, so that the same seed draws the same requests.
func (c *client) tables() []string {
	var names []string
	for name := range c.held {
		if !strings.Contains(name, "/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (c *client) dropTable(table string) request {
	r := request{
		to: grant.Table, method: "DELETE", path: "/Tables('" + table + "')", ifMatch: "*",
		status: 204, change: change{table: nil},
	}
	for name := range c.held {
		if strings.HasPrefix(name, table+"/") {
			r.change[name] = nil
		}
	}
	return r
}

// transaction changes 2 to 100 entities, or none if its last operation repeats one of them.
func (c *client) transaction(table string) request {
	r := request{to: grant.Table, method: "POST", path: "/$batch", status: 202, change: change{}}
	var body strings.Builder
	body.WriteString("--b\nContent-Type: multipart/mixed; boundary=c\n\n")
	operation := func(method, path, headers, content string) {
		fmt.Fprintf(&body, "--c\nContent-Type: application/http\n\n%s /%s%s HTTP/1.1\n"+
			"Accept: application/json;odata=nometadata\nContent-Type: application/json\n%s\n%s\n",
			method, enginetest.Account, path, headers, content)
	}
	order := c.random.Perm(rows)[:2+c.random.IntN(rows-1)]
	for _, i := range order {
		row := fmt.Sprint(i)
		name := table + "/" + row
		before, found := c.held[name]
		switch {
		case found && c.random.IntN(3) == 0:
			operation("DELETE", entityPath(table, row), "If-Match: "+before.etag+"\n", "")
			r.change[name] = nil
			continue
		case found:
			operation("PUT", entityPath(table, row), "If-Match: "+before.etag+"\n", c.body(row))
		default:
			operation("POST", "/"+table, "", c.body(row))
		}
		r.change[name] = &thing{n: c.n}
		r.tagged = append(r.tagged, name)
	}
	if c.random.IntN(8) == 0 {
		operation("PUT", entityPath(table, fmt.Sprint(order[0])), "", c.body("again"))
		r.fails, r.change, r.tagged = true, nil, nil
	}
	body.WriteString("--c--\n--b--\n")
	r.body = body.String()
	return r
}

// compareBefore compares the client's things in an older state with what it held at the last check and the
// requests since then. The state must be that after some of them, in their order.
func (c *client) compareBefore(t *testing.T, got map[string]thing) {
	t.Helper()
	held := maps.Clone(c.before)
	requests := append(slices.Clone(c.since), c.pending)
	for _, change := range requests {
		if maps.Equal(got, held) {
			return
		}
		for name, thing := range change {
			switch {
			case thing == nil:
				delete(held, name)
			case thing.etag == "" && got[name].n == thing.n:
				held[name] = got[name] // it wasn't answered
			default:
				held[name] = *thing
			}
		}
	}
	if !maps.Equal(got, held) {
		t.Errorf("client %d: before the damage there is %v,\nwhich it never had; it differs by %v from the end",
			c.id, got, differing(got, held))
	}
}
