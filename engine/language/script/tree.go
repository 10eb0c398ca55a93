package script

import (
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/table"
)

// Request is one request of a script.
type Request struct {
	Name        string // of # @name, or ""
	Title       string // after ###
	Line        int    // of the request line
	First, Last int    // the lines of its block: from ### or what comes first to the last line with text
	Method      string
	Hidden      bool        // # @hidden: preparation, which a page folds away
	Transaction string      // of # @transaction, or ""
	Loop        int         // of # @loop: how often it is sent; 0 for none
	Example     int         // the index of its example
	Sleep       table.Ticks // of # @sleep: the wait before it is sent
	Anonymous   bool        // # @anonymous: it is sent without a signature
	Source      string      // of the URL, as written
	URL         Template
	Headers     []Header
	Body        Template
	Expects     []*Expect

	at      place // the request line or, if there is none, the first directive
	serial  int   // its position among the requests and variables of the file
	ordinal int   // its position among the requests of the file
	scope   *scope
	seed    *uint64
	refs    []ref
	data    []*data.Table // that it refers to, or whose table it addresses
	unit    *unit
	deps    []dep
}

// Header is a header line of a request.
type Header struct {
	Name  string
	Value Template
}

// Expect is one # @expect of a request.
type Expect struct {
	expect.Expectation
	Line  int
	value Template
	at    place
}

// ref is a name after # @ref, and its place.
type ref struct {
	name string
	at   place
}

// dep is a request that has to run first, and the place that says so.
type dep struct {
	on *Request
	at place
}

// unit is what is sent together: a request, or the requests of a transaction.
type unit struct {
	requests []*Request
	mark     mark
	height   int // of the chain of units that have to run before it
}
