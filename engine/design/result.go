package design

// Plan is how a pattern is answered under a design: requests, and what is left for the client to do.
type Plan struct {
	Kind     Kind
	Place    *Place   // which copy is read; of a write, the original
	Steps    []string // why, in the order in which it was decided: one sentence each
	Requests []Request
	Parallel bool     // the requests don't wait for each other
	Until    int      // they're sent one after another until so many entities have come; 0: all are sent
	Sends    int      // how many of them that is likely to take
	Client   []string // what the client does with the answers: "sort by At", "count what comes"
	Work     Work     // the same for programs
	Estimate float64  // entities that it reads, by what the file says of the data
	Follow   Follow

	// Missing are properties, as in "A and no B": with them, the copy MissingIn would be read.
	Missing, MissingIn string
}

// Follow is where each entity that comes is read then, because the copy that answers lacks what's wanted.
type Follow struct {
	Place    *Place  // of the originals; nil: nothing is followed
	Entities float64 // that come, by what the file says of the data
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
}

// Spread reports whether a plan's requests go through the partitions of a table, or of a range of them, so
// that its load isn't that of one.
func (p *Plan) Spread() bool {
	return p.Kind == TableScan || p.Kind == PartitionScans && !p.Parallel && p.Until == 0
}

// Sent returns how many of the plan's requests are likely to be sent.
func (p *Plan) Sent() int {
	if p.Until > 0 {
		return p.Sends
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
	Mismatch   Mismatch    // of a $filter that the pattern has of its own
	Growth     []Growth    // at other scales, in the order of the matrix's
	Lanes      []Lane      // of the first choice of parameters, as measured; at most MostLanes
	Thresholds []Threshold // what is exceeded at sizes that are larger still
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

// ReadIn returns how many of the entities that are read are in a table, by where the measured ones are.
func (c *Cell) ReadIn(tableName string) float64 {
	in, all := 0, 0
	for _, lane := range c.Lanes {
		if all += lane.Read; lane.Table == tableName {
			in += lane.Read
		}
	}
	if all == 0 {
		return c.Figures.Read
	}
	return c.Figures.Read * float64(in) / float64(all)
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

// Mismatch is how many entities a $filter returns that its pattern doesn't mean, and how many it leaves out.
type Mismatch struct{ Extra, Missing int }

// Figures are what a pattern costs once, on average over a few choices of its parameters.
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
