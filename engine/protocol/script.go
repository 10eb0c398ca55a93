package protocol

// The calls about the text of a workspace's scripts.

// ParseCall asks where the requests of a file are, and what is wrong with it.
type ParseCall struct {
	File string `json:"file"`
	Text string `json:"text"`
	// Whose tables the requests can refer to.
	Session string `json:"session,omitempty"`
	// Other tables that they can refer to.
	Tables []string `json:"tables,omitempty"`
}

// ParseReply says where they are.
type ParseReply struct {
	Requests []ParsedRequest `json:"requests"`
	Errors   []ScriptError   `json:"errors"`
	Findings []ScriptFinding `json:"findings"`
}

// ScriptFinding is what a reviewer would say of a request. Lines and columns count from 1.
type ScriptFinding struct {
	Code   string `json:"code"`
	Error  bool   `json:"error"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	// In characters; 0 for the rest of the line.
	Length int    `json:"length"`
	Says   string `json:"says"`
	Guide  string `json:"guide"`
	Fix    *Fix   `json:"fix,omitempty"`
}

// Fix is a change of a script: a text that takes the place of some lines.
type Fix struct {
	// What a button says.
	Label string `json:"label"`
	// What else there is to know.
	Note string `json:"note,omitempty"`
	// The lines that are written over.
	First int    `json:"first"`
	Last  int    `json:"last"`
	Write string `json:"write"`
}

// Offer is a change that an answer suggests.
type Offer struct {
	About OfferAbout `json:"about"`
	// A sentence, unless the answer's view has it.
	Says string `json:"says"`
	Fix  Fix    `json:"fix"`
}

// OfferAbout is what a change is about.
type OfferAbout string

// What changes are about.
const (
	// There is no table of the name in the target.
	AboutTable OfferAbout = "table"
	// A query for each alternative of its or would cost less.
	AboutAlternatives OfferAbout = "alternatives"
	// No entity of the table has a property that the query names.
	AboutProperty OfferAbout = "property"
)

// ParsedRequest is a request of a file. Lines count from 1.
type ParsedRequest struct {
	// The line that begins it: ### or what comes first.
	Line int `json:"line"`
	// Its last line with text.
	End    int    `json:"end"`
	Name   string `json:"name"`
	Title  string `json:"title"`
	Method string `json:"method"`
	// The table that it addresses, or "".
	Table string `json:"table"`
}

// CompleteCall asks what could be written at a place of a script, for the tables of a session's account.
type CompleteCall struct {
	InSession
	// The script before the place, and after it.
	Before string `json:"before"`
	After  string `json:"after"`
	// Other scripts, whose requests make tables and properties, too.
	Scripts []string `json:"scripts,omitempty"`
}

// CompleteReply says it.
type CompleteReply struct {
	// What has been typed of it already.
	Typed   string         `json:"typed"`
	Kind    CompletionKind `json:"kind"`
	Options []Completion   `json:"options"`
}

// Completion is something that could be written, and a remark about it.
type Completion struct {
	// With a space behind it where something has to follow.
	Write  string `json:"write"`
	Detail string `json:"detail,omitempty"`
}

// CompletionKind is what completions are.
type CompletionKind string

// The kinds.
const (
	CompleteTable     CompletionKind = "table"
	CompleteProperty  CompletionKind = "property"
	CompleteKeyword   CompletionKind = "keyword"
	CompleteValue     CompletionKind = "value"
	CompleteDirective CompletionKind = "directive"
	CompleteVariable  CompletionKind = "variable"
	CompleteHeader    CompletionKind = "header"
)

// ClientCall reads a script as a client that sends its requests one after the other.
type ClientCall struct {
	Text string `json:"text"`
}

// ClientReply has its requests, or what is wrong with one.
type ClientReply struct {
	Requests []ClientRequest `json:"requests"`
	// The tables that they're for, the first one first.
	Tables []string     `json:"tables"`
	Wrong  *ClientWrong `json:"wrong,omitempty"`
}

// ClientRequest is a request. Its URL begins behind the account's address. Where it takes something
// of an answer, the reference is left as it is written.
type ClientRequest struct {
	Name string `json:"name"`
	AccountRequest
}

// ClientWrong is what a client can't have.
type ClientWrong struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
}
