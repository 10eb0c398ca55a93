package protocol

import "github.com/rowkey/rowkey/engine/wire"

// The calls of every page.

// ExampleCall runs one of a page's examples, in a new account or in that of a session. If the
// reader's edits made two examples of one, or none, the one with the first of its fences runs.
type ExampleCall struct {
	// The page's source, for error messages.
	File string `json:"file"`
	// All examples of the page: the current code of their fences.
	Examples [][]Fence `json:"examples"`
	// The index of the example to run.
	Index   int    `json:"index"`
	Session string `json:"session,omitempty"`
	// The reader has changed the page's code, so what it expects is news and not an error.
	Edited bool `json:"edited,omitempty"`
	// Whether the reply is to have a report.
	Report bool `json:"report,omitempty"`
}

// Fence is the current text of a fence.
type Fence struct {
	// The table whose data the text is, as csv with its header; "" if it's code.
	Table string `json:"table"`
	Text  string `json:"text" alone:"true"`
}

// ExampleReply is the outcome of running an example.
type ExampleReply struct {
	OK bool `json:"ok"`
	// The outcome in one line of words.
	Status string `json:"status"`
	// Entities that its own requests read.
	Read   int           `json:"read,omitempty"`
	View   ViewNode      `json:"view"`
	Report *RunReport    `json:"report,omitempty"`
	Errors []ScriptError `json:"errors"`
}

// ScriptError is an error in the code of a fence. Lines and columns count from 1, within the fence.
type ScriptError struct {
	// The index of the fence among those of all examples of the page.
	Fence   int    `json:"fence"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	// What to write where a word is misspelt, in the playground.
	Fix *Fix `json:"fix,omitempty"`
}

// ViewNode is a result as a tree: a string, or an element with its attributes and children.
//
//protocol:ts string | readonly [tag: string, attributes: Attributes, ...children: ViewNode[]]
type ViewNode interface{ AppendJSON(dst []byte) []byte }

// Attributes are those of an element.
//
//protocol:members
type Attributes []Header

// OpenCall gives a session a new, empty account.
type OpenCall struct {
	Session string `json:"session"`
}

// CloseCall drops a session's account.
type CloseCall struct {
	Session string `json:"session"`
}

// DoCall advances the clock of a session's account, without waiting, sends it a request, or does
// both in this order. Bodies are strings in both directions.
type DoCall struct {
	Session      string `json:"session"`
	Milliseconds int    `json:"milliseconds,omitempty"`
	// Asks for a view of what the request did.
	View    bool     `json:"view,omitempty"`
	Method  string   `json:"method,omitempty"`
	URL     string   `json:"url,omitempty"`
	Headers []Header `json:"headers,omitempty"`
	Body    string   `json:"body,omitempty"`
}

// DoReply is the answer, and what the request did. An answer with the status 0 never comes.
type DoReply struct {
	AccountResponse
	// How long the answer takes, in milliseconds, which have passed in the account. -1: until the sender
	// gives up.
	Wait int `json:"wait,omitempty"`
	// Of a request that was refused also what to do about it, or "".
	Hint *string  `json:"hint,omitempty"`
	View ViewNode `json:"view,omitempty"`
	Did  Effect   `json:"did"`
}

// Effect is how many entities a request read and how many it wrote, and what time it is in the
// account since, in milliseconds since 1970.
type Effect struct{ Read, Written, Now int }

// AccountRequest is one request as it would be sent, in plain values: they can go to another thread
// or frame.
type AccountRequest struct {
	Method  string   `json:"method"`
	URL     string   `json:"url"`
	Headers []Header `json:"headers"`
	Body    string   `json:"body"`
}

// AccountResponse is the answer to it.
type AccountResponse struct {
	Status  int      `json:"status"`
	Headers []Header `json:"headers"`
	Body    string   `json:"body"`
}

// Header is a header line.
//
//protocol:ts readonly [name: string, value: string]
type Header = wire.Header

// CheckCall asks what is wrong with each cell of some data.
type CheckCall struct {
	// Csv that begins with its header.
	Text string `json:"text"`
}

// CheckReply says it.
type CheckReply struct {
	// The keys and the properties, with the types of values whose row says nothing else.
	Columns []Column `json:"columns"`
	// How many rows something is wrong with.
	Wrong int `json:"wrong"`
	// At most 100.
	Errors []BadCell `json:"errors"`
}

// Column is a key or a property that some row has.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// BadCell is what is wrong with a cell, and what would make it right, if that can be told. Lines and
// columns count from 1.
type BadCell struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	// Another value.
	Write string `json:"write,omitempty"`
	// Another type for the column.
	Make string `json:"make,omitempty"`
}
