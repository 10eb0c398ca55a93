package watched

import (
	"cmp"
	"slices"
	"sync"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/shape"
)

// Shape is what the requests of a shape took together.
type Shape struct {
	Name      string    `json:"shape"`
	Plan      string    `json:"plan,omitempty"` // the costliest of a query
	Requests  int       `json:"requests"`
	Read      int       `json:"entitiesRead"`
	Returned  int       `json:"entitiesReturned"`
	Written   int       `json:"entitiesWritten"`
	Most      int       `json:"mostRead"`            // by one of them
	Conflicts int       `json:"conflicts,omitempty"` // answered 409 or 412
	Refused   int       `json:"refused,omitempty"`   // answered another error
	Kind      plan.Kind `json:"-"`
}

// Growth is what a request reads at most if the data grow ten times: the partitions, or their number.
type Growth struct{ Larger, More int }

// At returns the growth by a factor. A range query may be bounded otherwise than by its keys; what it reads
// of larger partitions is then less.
func (s *Shape) At(factor int) Growth {
	switch s.Kind {
	case plan.Range, plan.PartitionScan:
		return Growth{s.Most * factor, s.Most}
	case plan.PartitionRangeScan, plan.TableScan:
		return Growth{s.Most * factor, s.Most * factor}
	default:
		return Growth{s.Most, s.Most}
	}
}

// mostShapes is how many shapes are told apart. A program that has more makes them of something else than
// constants, such as a table for each customer.
const mostShapes = 10_000

// Requests adds up requests. Its methods are safe for concurrent use.
type Requests struct {
	mu     sync.Mutex
	shapes map[string]*Shape
	other  int // requests of shapes that there was no room for
}

// New returns a sum of no requests.
func New() *Requests { return &Requests{shapes: map[string]*Shape{}} }

// Add adds a request and its answer.
func (r *Requests) Add(x httphost.Exchange) {
	if x.Request.Method == "OPTIONS" || x.Trace.Operation == "" {
		return
	}
	name := shape.Of(x.Request, &x.Trace)
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.shapes[name]
	if s == nil {
		if len(r.shapes) == mostShapes {
			r.other++
			return
		}
		s = &Shape{Name: name}
		r.shapes[name] = s
	}
	c := x.Trace.Cost
	s.Requests++
	s.Read += c.EntitiesRead
	s.Returned += c.EntitiesReturned
	s.Written += c.EntitiesWritten
	s.Most = max(s.Most, c.EntitiesRead)
	if x.Request.Method == "GET" && x.Trace.Plan.Kind > s.Kind {
		s.Kind = x.Trace.Plan.Kind
		s.Plan = s.Kind.String()
	}
	switch status := x.Response.Status; {
	case status == 409 || status == 412:
		s.Conflicts++
	case status >= 400:
		s.Refused++
	}
}

// Shapes returns the shapes, those that read most first, and how many requests aren't among them.
func (r *Requests) Shapes() (all []*Shape, other int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.shapes {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *Shape) int {
		return cmp.Or(b.Read-a.Read, b.Requests-a.Requests, cmp.Compare(a.Name, b.Name))
	})
	return all, r.other
}
