package watched

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/shape"
	"github.com/rowkey/rowkey/engine/wire"
)

// Options say what to keep of requests.
type Options struct {
	// By is the header that says where in the program a request is from. With "" it's the client's request ID
	// if that isn't a GUID, and otherwise the user agent.
	By string

	// Keep keeps what was written and, where a capture has them, answers, for Report.Files.
	Keep bool

	// Script writes a request to a service, such as tables, in the example language; nil for no examples.
	Script func(service string, x httphost.Exchange) string
}

// Limits of what is told apart. A program that has more shapes makes them of something else than constants,
// such as a table for each customer.
const (
	mostShapes = 10_000
	mostFailed = 10_000
	mostKept   = 16 << 20 // bytes of shapes with their examples, and of bodies
)

// Requests adds up requests. Its methods are safe for concurrent use.
type Requests struct {
	options Options
	seed    maphash.Seed

	mu     sync.Mutex
	shapes map[string]*Shape
	told   int                 // bytes of the shapes and their examples
	other  int                 // requests of shapes that there was no room for
	failed map[uint64]struct{} // requests that may come again, by what they are
	pages  map[uint64]int      // what the queries have read that may go on, by the page that would be next
	apart  int                 // requests of captures that weren't to tables
	kept   []infer.Request     // that wrote, or whose answers are known
	size   int                 // of their bodies
}

// New returns a sum of no requests.
func New(o Options) *Requests {
	return &Requests{
		options: o, seed: maphash.MakeSeed(), shapes: map[string]*Shape{}, failed: map[uint64]struct{}{},
		pages: map[uint64]int{},
	}
}

// Add adds a request to a service, such as tables, and its answer.
func (r *Requests) Add(service string, x httphost.Exchange) {
	r.add(service, &x, known{counted: true, sizes: [2]int64{x.Request.Size(), x.Response.Size()}})
}

// known is what is known of a request besides its exchange.
type known struct {
	counted bool     // how many entities it read is
	answers bool     // its answer has entities that are nowhere else
	sizes   [2]int64 // of the bodies of the request and of the answer
}

func (r *Requests) add(service string, x *httphost.Exchange, k known) {
	if x.Request.Method == "OPTIONS" || x.Trace.Operation == "" {
		return
	}
	name, from := shape.Of(x.Request, &x.Trace), r.options.place(x.Request.Headers)
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.shapes[name]
	if s == nil {
		if len(r.shapes) == mostShapes || r.told > mostKept {
			r.other++
			return
		}
		r.told += len(name)
		s = &Shape{Name: name, first: len(r.shapes)}
		r.shapes[name] = s
	}
	s.add(x, r.read(x))
	s.Unread = s.Unread || !k.counted
	s.Sent += k.sizes[0]
	s.Received += k.sizes[1]
	s.sentFrom(from)
	r.judge(s, x)
	if r.options.Keep && service == "tables" {
		r.keep(x, k.answers)
	}
	if r.options.Script != nil && r.told <= mostKept {
		r.told += s.represent(service, x)
	}
}

// keep keeps a request that was answered and has entities, while there's room.
func (r *Requests) keep(x *httphost.Exchange, answers bool) {
	one := requestOf(&x.Request)
	one.Body = bytes.Clone(one.Body) // what it was read into is used again
	if answers && x.Request.Method == "GET" {
		one.Answer = x.Response.Body
	}
	size := len(one.Body) + len(one.Answer)
	if x.Response.Status < 400 && size > 0 && r.size+size <= mostKept {
		r.size += size
		r.kept = append(r.kept, one)
	}
}

// requestOf returns a request without what comes before the account's tables in its URL.
func requestOf(q *wire.Request) infer.Request {
	base, _ := wire.AccountOf(q.URL)
	return infer.Request{
		Method: q.Method, Target: strings.TrimPrefix(strings.TrimPrefix(q.URL, base), "/"), Body: q.Body,
		Type: q.Headers.Get("Content-Type"),
	}
}

// add adds a request, whose query has read so much until now.
func (s *Shape) add(x *httphost.Exchange, read int) {
	c := &x.Trace.Cost
	s.Requests++
	s.Transactions += c.Transactions
	s.Read += c.EntitiesRead
	s.Returned += c.EntitiesReturned
	s.Written += c.EntitiesWritten
	if kind := x.Trace.Plan.Kind; x.Request.Method == "GET" && (kind > s.Kind ||
		kind == s.Kind && read > s.Most) {
		s.Kind, s.Plan, s.Advice = kind, kind.String(), x.Trace.Plan.Advice
	}
	s.Most, s.mostWritten = max(s.Most, read), max(s.mostWritten, c.EntitiesWritten)
}

// judge counts what went wrong with a request, and whether it's one that went wrong before.
func (r *Requests) judge(s *Shape, x *httphost.Exchange) {
	status := x.Response.Status
	fails := status == 0 || status >= 400
	switch {
	case status == 409 || status == 412:
		s.Conflicts++
	case status == 404:
		s.Missing++
	case fails:
		s.Refused++
	}
	// Not after a 409: what's there is still there, and a program that makes sure of it isn't trying again.
	again := status == 0 || status == 408 || status == 412 || status == 429 || status >= 500
	if !again && len(r.failed) == 0 {
		return
	}
	key, known := r.identity(&x.Request)
	if !known {
		return
	}
	if _, before := r.failed[key]; before {
		s.Retries++
	}
	switch {
	case !again:
		delete(r.failed, key)
	case len(r.failed) < mostFailed:
		r.failed[key] = struct{}{}
	}
}

// identity is what a request has in common with itself when it's sent again. After a conflict a program sends
// another body to the same entity; what's posted is told apart by its body, or where a log has none by the ID
// that clients give it. Without that it isn't known.
func (r *Requests) identity(q *wire.Request) (id uint64, known bool) {
	var h maphash.Hash
	h.SetSeed(r.seed)
	_, _ = h.WriteString(q.Method + " " + wire.WithoutSignature(q.URL))
	if q.Method != "POST" {
		return h.Sum64(), true
	}
	_, _ = h.Write(q.Body)
	name := q.Headers.Get("x-ms-client-request-id")
	if len(q.Body) == 0 {
		_, _ = h.WriteString(name)
	}
	return h.Sum64(), len(q.Body) > 0 || name != ""
}

// Report returns what was seen until now.
func (r *Requests) Report() *Report {
	r.mu.Lock()
	report := &Report{Shapes: []*Shape{}, Other: r.other, Apart: r.apart, kept: r.kept}
	for _, s := range r.shapes {
		copied := *s
		copied.From = slices.Clone(s.From)
		report.Shapes = append(report.Shapes, &copied)
	}
	r.mu.Unlock() // requests needn't wait for the rest
	for _, s := range report.Shapes {
		if s.example != nil {
			s.Example = r.options.Script(s.example.service, s.example.exchange)
		}
		s.grow()
	}
	slices.SortFunc(report.Shapes, func(a, b *Shape) int {
		return cmp.Or(b.Read-a.Read, b.Requests-a.Requests, cmp.Compare(a.Name, b.Name))
	})
	return report
}
