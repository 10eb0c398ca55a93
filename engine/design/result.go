package design

import (
	"math"

	"github.com/rowkey/rowkey/engine/table"
)

// Plan is how a pattern is answered under a design: requests, and what is left for the client to do.
type Plan struct {
	Kind     Kind
	Finds    Kind     // of a write: how it finds what it writes, if it has to
	Place    *Place   // which copy is read; of a write, the original
	Steps    []string // why, in the order in which it was decided: one sentence each
	Requests []Request
	Parallel bool     // the requests don't wait for each other
	Until    int      // they're sent in rounds until so many entities have come; 0: all are sent
	Round    int      // with Until: how many are sent at once
	Sends    float64  // with Until: how many of them that is likely to take
	Client   []string // what the client does with the answers: "sort by At", "count what comes"
	Work     Work     // the same for programs
	Estimate float64  // entities that it reads, by what the file says of the data
	Follow   Follow
	Way      Way

	// Missing are properties, as in "A and no B": with them, the copy MissingIn would be read.
	Missing, MissingIn string
}

// Way is which of the ways to answer a question a plan is. With other values of the question, the same way
// has other requests.
type Way struct {
	Place        int // of the design's
	Split        int // how the question becomes requests
	Walk, Follow bool
	Together     bool // one request for several types
}

// Follow is where each entity that comes is read then, because the copy that answers lacks what's wanted.
type Follow struct {
	Place    *Place  // of the originals; nil: nothing is followed
	Entities float64 // that are followed, by what the file says of the data
	Most     int     // how many are followed at most, after the client has sorted them; 0: all
	Select   string  // the properties, with commas; "" for all
}

// Work is what a client does with the answers of a plan, in this order.
type Work struct {
	Drop  bool // the entities that don't fulfill the pattern's terms
	Sort  bool // by the pattern's property
	Merge bool // several answers that are sorted already
	Trim  bool // to the pattern's limit
	Count bool
}

// Follows reports whether what a request finds is read then in its place. In a plan for several types only
// those of one are.
func (p *Plan) Follows(r *Request) bool {
	return p.Follow.Place != nil && r.Places != nil && r.Places[0].Entity.Name == p.Follow.Place.Entity.Name
}

// Kind is how much a plan has to read. A smaller one is better.
type Kind uint8

// The kinds of plans, the best first.
const (
	PointQuery Kind = iota
	PointQueries
	RangeQuery
	RangeQueries
	PartitionScan
	PartitionScans
	PartitionRangeScan // of one request or several
	TableScan
	Write  // one request for the entity and its copies in the same partition
	Writes // several, which are not atomic together
)

// Request is one request of a plan, as in an .http file: everything from the method to the end of the body.
type Request struct {
	Method  string
	Path    string // after the account: Readings()?$filter=…, percent-encoded
	Headers []string
	Body    string
	Filter  string // the $filter as text; "" without one
	Top     int    // 0: none
	Select  string // the $select as text; "" without one

	Table  string    // which it reads or writes
	Key    table.Key // of a point query; of a write, the first key
	Last   string    // of a write: the last RowKey
	Point  bool      // it names one entity
	Writes int       // how many entities it writes
	Exact  bool      // all that it reads is what it asks for
	Places []*Place  // what it reads
}

// Spread reports whether a plan's requests go through the partitions of a table, or of a range of them, so
// that its load isn't that of one.
func (p *Plan) Spread() bool {
	return p.How() == TableScan || p.How() == PartitionRangeScan && !p.Parallel && p.Until == 0
}

// How returns the kind of a plan, or of what a write has to read first.
func (p *Plan) How() Kind {
	if p.Kind >= Write {
		return p.Finds
	}
	return p.Kind
}

// Sent returns how many of the plan's requests are likely to be sent, at most.
func (p *Plan) Sent() int {
	if p.Until > 0 {
		return int(math.Ceil(p.Sends))
	}
	return len(p.Requests)
}

// MostLanes is how many partitions a cell tells of.
const MostLanes = 20

// Cell is a pattern under a design.
type Cell struct {
	Pattern    *Pattern
	Design     *Design
	Plan       Plan
	Figures    Figures
	Marks      []string    // what is exceeded: "2 pages: more than 1,000 entities are returned"
	Missed     []*Limit    // of budgets
	Growth     []Growth    // at other scales, in the order of the matrix's
	Worst      string      // the values with which it reads most: Room “Room-0001”; "" if all read as much
	Heat       []Heat      // the partitions with most of its load, the hottest first
	Tables     []TableLoad // what goes to each table, on average
	Lanes      []Lane      // of the plan's values; at most MostLanes
	Thresholds []Threshold // what is exceeded at sizes that are larger still
}

// TableLoad is what a pattern does in a table, once.
type TableLoad struct {
	Table           string
	Reads, Read     float64 // requests with their pages, and the entities that they read
	Writes, Written float64
}

// Heat is how much of a pattern is on one partition: how many entities it reads and writes there, on average
// over all values that it can have. New entities are those of the present time.
type Heat struct {
	Table, PartitionKey string
	Entities            float64
}

// Lane is what one run of a pattern does in a partition.
type Lane struct {
	Table, PartitionKey     string
	Read, Returned, Written int
	First, Last             string // RowKeys of what was touched, as far as that's recorded
}

// Threshold is what a pattern exceeds from a size on, or how it's answered there.
type Threshold struct {
	Scale int
	Says  string // "31 pages: more than 1,000 entities are returned"
}

// Text is a sentence without its stop.
func (t Threshold) Text() string {
	return "from " + Number(float64(t.Scale)) + " entities on: " + t.Says
}

// Hottest returns how many entities are read and written in the partition with most of the cell's load, once
// and by some of its figures.
func (c *Cell) Hottest(f *Figures) float64 {
	if len(c.Heat) == 0 {
		return 0
	}
	if c.Figures.Read == 0 {
		return c.Heat[0].Entities
	}
	return c.Heat[0].Entities * f.Read / c.Figures.Read
}

// Growth is what a cell costs at another scale.
type Growth struct {
	Figures
	Marks []string // what is exceeded there
}

// At returns the figures at one of the matrix's sizes.
func (c *Cell) At(size int) *Figures {
	if size == 0 || size > len(c.Growth) {
		return &c.Figures
	}
	return &c.Growth[size-1].Figures
}

// Figures are what a pattern costs once: the mean over all values that it can have, each as often as there
// are entities that have it.
type Figures struct {
	Scale        int  // how many entities of the pattern's type there are
	Computed     bool // by formula, not measured
	Read         float64
	Wanted       float64 // entities that the pattern asks for
	Returned     float64 // entities that the service sends
	Requests     float64 // including further pages
	Transactions float64 // that are billed
	Bytes        float64 // of the answers
	Written      float64 // entities, with their copies
	Most         float64 // entities that the service reads for the values with which it reads most
	MostPages    float64 // requests that it takes then
}

// FigureNames are the figures by the names that budgets use.
var FigureNames = []string{"read", "wanted", "returned", "requests", "transactions", "bytes", "written"}

// By returns a figure by its name.
func (f *Figures) By(name string) *float64 {
	switch name {
	case "read":
		return &f.Read
	case "wanted":
		return &f.Wanted
	case "returned":
		return &f.Returned
	case "requests":
		return &f.Requests
	case "transactions":
		return &f.Transactions
	case "bytes":
		return &f.Bytes
	}
	return &f.Written
}

// Matrix is every pattern under every design.
type Matrix struct {
	File   *File
	Cells  [][]Cell    // for each pattern, one for each design
	Sizes  []int       // entities of the most common type: as the file says, then those that were asked for
	Stored [][]float64 // for each design, how many bytes of entities are billed at each size
}

// Finding is what a reviewer would say.
type Finding struct {
	Code     string // time-first, say
	Error    bool   // or a warning
	Line     int
	Column   int // 0 if it's the whole line
	Design   string
	Pattern  string
	Also     []string // further designs, under which it's alike
	Says     string   // one or two sentences, with the numbers, and the further designs
	Guide    string   // the folder of the guide that cures it
	Severity int      // among findings of the same kind, the worst first
}
