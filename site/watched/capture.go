package watched

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/wire"
)

// capture reads requests that were sent to accounts elsewhere. Nothing is sent: an empty account says what
// each would ask for, and how it would look for that.
type capture struct {
	name  string
	to    *Requests
	empty *engine.Account
	other map[string]int // requests to other services, by their names
	found int            // requests to tables
}

// captured is a request as far as a file has it.
type captured struct {
	httphost.Exchange
	operation string // as a log names it; "" where the method and the headers say it
	sizes     [2]int64
	answered  bool // the answer's body is there
	line      int
}

// Read adds the requests to tables in a capture: an HTTP archive (HAR), or StorageTableLogs as JSON or csv.
// An error of the file says which line is wrong.
func (r *Requests) Read(name string, from io.Reader) error {
	empty, err := engine.Open(engine.Options{})
	if err != nil {
		return err
	}
	defer empty.Close()
	c := &capture{name: name, to: r, empty: empty, other: map[string]int{}}
	text := &lines{from: from}
	in := bufio.NewReaderSize(text, peeked)
	start, err := in.Peek(peeked)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("cannot read %s: %w", name, err)
	}
	if mark := []byte("\ufeff"); bytes.HasPrefix(start, mark) {
		_, _ = in.Discard(len(mark))
		start = start[len(mark):]
	}
	switch begin := bytes.TrimSpace(start); {
	case len(begin) == 0:
		return fmt.Errorf("%s: it's empty", name)
	case archive.Match(begin):
		err = c.readArchive(in, text)
	case begin[0] == '{' || begin[0] == '[':
		err = c.readJSON(in, text)
	case analytics.Match(begin):
		err = c.wrong(1, "it's a log of Storage Analytics: export StorageTableLogs, which has the same requests")
	default:
		err = c.readCSV(in)
	}
	if err == nil && c.found == 0 {
		err = c.none()
	}
	for _, n := range c.other {
		r.apart += n
	}
	return err
}

// peeked is how much of a file is looked at to know its format.
const peeked = 4 << 10

// none says what there is instead of requests to tables.
func (c *capture) none() error {
	err := fmt.Errorf("%s: it has no requests to tables", c.name)
	if len(c.other) == 0 {
		return err
	}
	var all []string
	for name, n := range c.other {
		all = append(all, fmt.Sprintf("%d to %s", n, name))
	}
	slices.Sort(all)
	return fmt.Errorf("%w, but %s", err, strings.Join(all, ", "))
}

func (c *capture) wrong(line int, why string) error {
	return fmt.Errorf("%s:%d: %s", c.name, line, why)
}

// add adds a request if it's to tables.
func (c *capture) add(x captured) error {
	_, service := wire.AccountOf(x.Request.URL)
	if wire.SplitURL(x.Request.URL).Host == "" {
		return c.wrong(x.line, fmt.Sprintf("%q isn't the URL of a request", x.Request.URL))
	}
	if service != "" && service != "table" {
		c.other[service+"s"]++
		return nil
	}
	c.ask(&x)
	if x.Trace.Operation == "" || service == "" && !speaksOData(&x.Request) {
		c.other["other servers"]++
		return nil
	}
	c.found++
	c.to.add("tables", &x.Exchange, known{counted: x.count(), answers: x.answered, sizes: x.sizes})
	return nil
}

// speaksOData reports whether a request to a host of any name is one to tables.
func speaksOData(r *wire.Request) bool {
	return r.Headers.Has("x-ms-version") || r.Headers.Has("x-ms-date") || r.Headers.Has("DataServiceVersion") ||
		strings.Contains(r.Headers.Get("Accept"), "odata")
}

// ask fills in what a request asks for, and how it would be looked for.
func (c *capture) ask(x *captured) {
	t := Asked(c.empty, &x.Request)
	x.Trace.Operation, x.Trace.Table, x.Trace.Plan = cmp.Or(x.operation, t.Operation), t.Table, t.Plan
	x.Trace.Cost.Transactions = 1
}

// Asked returns what a request asks for, and how an account looks for that. It makes the table of a query.
func Asked(in *engine.Account, r *wire.Request) engine.Trace {
	asked := engine.Request{
		Method:  r.Method,
		URL:     inMemory(r.URL),
		Headers: engine.Headers{{Name: "Accept", Value: "application/json"}},
	}
	if match := r.Headers.Get("If-Match"); match != "" {
		asked.Headers.Add("If-Match", match)
	}
	_, t := in.Do(engine.Tables, asked)
	if t.Fault != nil && t.Fault.Code == fault.TableNotFound && asked.Method == "GET" {
		create := engine.Request{Method: "POST", URL: here + "/Tables",
			Body: []byte(`{"TableName":"` + t.Table + `"}`), Headers: engine.Headers{
				{Name: "Accept", Value: "application/json"}, {Name: "Content-Type", Value: "application/json"}}}
		_, _ = in.Do(engine.Tables, create) // a name that can't be has no plan either
		_, t = in.Do(engine.Tables, asked)
	}
	return t
}

// here is how the URLs of an account in memory begin.
const here = "http://127.0.0.1/" + engine.DevelopmentName

// inMemory returns the URL for an account in memory.
func inMemory(url string) string {
	base, _ := wire.AccountOf(url)
	return here + strings.TrimPrefix(url, base)
}

// count fills in how many entities a request read or wrote, and reports whether that's known: a point query
// reads the one that it returns, and one whose filter is all in its keys reads what it returns.
func (x *captured) count() bool {
	p, c := x.Trace.Plan, &x.Trace.Cost
	switch {
	case x.Response.Status >= 400:
	case x.Trace.Operation == "EntityGroupTransaction":
		return false
	case x.Request.Method != "GET" && strings.HasSuffix(x.Trace.Operation, "Entity"):
		c.EntitiesWritten = 1
	case x.Request.Method != "GET" || p.Kind == plan.None:
	case p.Kind == plan.Point && !x.answered && x.Response.Status == 200 && x.Trace.Operation == "QueryEntity":
		c.EntitiesReturned = 1
		fallthrough
	case x.answered && p.Residual == nil:
		c.EntitiesRead = c.EntitiesReturned
	default:
		return false
	}
	return true
}

// lines counts the lines of what is read through it.
type lines struct {
	from io.Reader
	read int64
	ends []int64 // where lines end
}

// Read reads from what it counts the lines of.
func (l *lines) Read(into []byte) (n int, err error) {
	n, err = l.from.Read(into)
	for i, b := range into[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.read+int64(i))
		}
	}
	l.read += int64(n)
	return n, err
}

// at returns the line of an offset, from 1.
func (l *lines) at(offset int64) int {
	return 1 + sort.Search(len(l.ends), func(i int) bool { return l.ends[i] >= offset })
}
