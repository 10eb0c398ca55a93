package watched

import (
	"bytes"
	"slices"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/plan"
)

// Shape is what the requests of a shape took together.
type Shape struct {
	Name         string   `json:"shape"`
	Plan         string   `json:"plan,omitempty"` // the costliest of a query
	Requests     int      `json:"requests"`
	Transactions int      `json:"transactions"` // billed
	Read         int      `json:"entitiesRead"`
	Returned     int      `json:"entitiesReturned"`
	Written      int      `json:"entitiesWritten"`
	Most         int      `json:"mostRead"` // by one of them, with the pages before it
	Unread       bool     `json:"readUnknown,omitempty"`
	Sent         int64    `json:"bytesSent"`           // in bodies, by the program
	Received     int64    `json:"bytesReceived"`       // in bodies, by the program
	Conflicts    int      `json:"conflicts,omitempty"` // answered 409 or 412
	Missing      int      `json:"missing,omitempty"`   // answered 404
	Refused      int      `json:"refused,omitempty"`   // answered another error, or not at all
	Retries      int      `json:"retries,omitempty"`   // the same again, after what may succeed then
	From         []string `json:"from,omitempty"`      // where in the program, by name
	Advice       string   `json:"advice,omitempty"`    // what would make the costliest one cheaper

	Larger map[int]int `json:"readIfLarger,omitempty"` // by factor: see Growth
	More   map[int]int `json:"readIfMore,omitempty"`

	// Example is the request that read most, in the example language.
	Example string `json:"example,omitempty"`

	Kind        plan.Kind `json:"-"`
	example     *example
	mostWritten int // entities, by one of them
	first       int // its place in the order in which shapes came
}

// example is a request that stands for those of its shape.
type example struct {
	service  string
	exchange httphost.Exchange // the request, its operation and its table
	read     int
}

// longest is how much of the body of an example is kept, in bytes.
const longest = 64 << 10

// represent makes a request the example of a shape if none was, or if it reads more. It returns how many
// bytes more that is.
func (s *Shape) represent(service string, x *httphost.Exchange) int {
	read := x.Trace.Cost.EntitiesRead
	if s.example == nil {
		s.example = &example{read: -1}
	}
	if s.example.read >= read {
		return 0
	}
	e := &example{service: service, read: read}
	e.exchange.Request = x.Request
	e.exchange.Trace.Operation, e.exchange.Trace.Table = x.Trace.Operation, x.Trace.Table
	r := &e.exchange.Request
	r.Sender, r.Segments = nil, nil
	r.Body = bytes.Clone(r.Body[:min(len(r.Body), longest)]) // what it was read into is used again
	more := e.size() - s.example.size()
	s.example = e
	return more
}

func (e *example) size() int {
	r := &e.exchange.Request
	size := len(r.URL) + len(r.Body)
	for _, h := range r.Headers {
		size += len(h.Name) + len(h.Value)
	}
	return size
}

// factors are how much larger the data are for which a report says what a shape reads.
var factors = []int{10, 100}

// Growth is what a query reads at most if the data grow: the partitions, or their number.
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

// grow fills in what a query reads of more data.
func (s *Shape) grow() {
	if s.Kind == plan.None || s.Unread {
		return
	}
	s.Larger, s.More = map[int]int{}, map[int]int{}
	for _, factor := range factors {
		at := s.At(factor)
		s.Larger[factor], s.More[factor] = at.Larger, at.More
	}
}

// mostPlaces is how many places of the program a shape names.
const mostPlaces = 5

// sentFrom notes where in the program a request is from.
func (s *Shape) sentFrom(place string) {
	at, found := slices.BinarySearch(s.From, place)
	if place != "" && !found && len(s.From) < mostPlaces {
		s.From = slices.Insert(s.From, at, place)
	}
}
