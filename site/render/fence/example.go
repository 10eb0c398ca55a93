package fence

import (
	"html/template"
	"strconv"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
)

// Example is what a page shows of one example, apart from the code of its fences.
type Example struct {
	Index  int    // its position among the examples of the file, from 0
	Name   string // the element's id; or ""
	Title  string
	Fences []script.Fence
	Hidden bool        // it is folded on the page
	Aside  bool        // its last request reads or is refused, so it isn't labelled Set-up
	Data   *data.Table // of a fence of data, which doesn't run
	Status string      // in words; "" for a fence that only defines variables
	Class  string      // of the result, which says the kind of query
	Result []byte      // HTML of what is always visible of the result
	Tabs   []Tab       // its folded parts

	// Measures are what its requests cost, by their names.
	Measures map[string]Measure

	// Exchange is the raw HTTP as HTML. It is on a page of its own, to which the result links.
	Exchange []byte
}

// Tab is a part of a result that a page folds away unless it's open.
type Tab struct {
	Class   string
	Summary []byte // HTML
	Content []byte // HTML; the raw HTTP has none, because it's on a page of its own
	Open    bool
}

// Raw returns the raw HTTP for templates.
func (e Example) Raw() template.HTML { return template.HTML(e.Exchange) }

// Anchor is the example's id on the page of exchanges.
func (e Example) Anchor() string {
	if e.Name != "" {
		return e.Name
	}
	return "example-" + strconv.Itoa(e.Index)
}

// Measure is what a named request cost when the page was built.
type Measure struct {
	Run    string    // identifies what was sent; requests of one transaction share it
	Label  view.Node // the kind of the query, or the operation
	Cost   trace.Cost
	Status int    // of the answer
	Fault  string // the code of the error that the answer is, or ""

	// Partitions say which of them did the work.
	Partitions []trace.Partition

	// Guess is what a query could be taken to read; nil for everything else.
	Guess *Guess

	// Meets compares the request with an expectation: "cost.entitiesRead == 9".
	Meets func(expectation string) (Evidence, error)
}

// Evidence says whether a request met an expectation that a page has of it.
type Evidence struct {
	OK       bool
	Sentence string // what is expected, with the request as its subject: "reads exactly 9 entities"
	Got      string
}
