package protocol

// The calls of a page in which a reader works on an account for longer: a workspace of csv and
// .http files. The account is that of a session.

// InSession is what calls to a session's account have.
type InSession struct {
	Session string `json:"session"`
}

// Of returns the session.
func (s *InSession) Of() string { return s.Session }

// Key is a key where the next part begins.
//
//protocol:tuple
type Key struct{ PartitionKey, RowKey string }

// FillCall stores the good rows of a part of a csv file in a table, which is created if it's
// missing. Types that a row tells with Name@type are known to its part only, so the header of later
// parts needs them: Name:Type.
type FillCall struct {
	InSession
	Table string `json:"table"`
	// Csv that begins with the header of the file.
	Text string `json:"text"`
	// The number of the first line after the header, because a part of a file repeats its header.
	Line int `json:"line,omitempty"`
}

// FillReply says how many entities are stored.
type FillReply struct {
	Stored  int `json:"stored"`
	Refused int `json:"refused"`
	// At most 100.
	Errors []ScriptError `json:"errors"`
}

// AmendCall changes entities of a table as rows of its data have changed. A row that can't be stored
// is none, and of several with the same keys the first counts.
type AmendCall struct {
	InSession
	Table string `json:"table"`
	// Csv with its header: the rows that have changed, and others with their keys, before and after.
	Before string `json:"before"`
	After  string `json:"after"`
}

// PlayCall runs requests of a file. Those that they refer to run first, unless they have succeeded
// in this session.
type PlayCall struct {
	InSession
	File string `json:"file"`
	Text string `json:"text"`
	// The lines whose requests run; all without them.
	From   int      `json:"from,omitempty"`
	To     int      `json:"to,omitempty"`
	Tables []string `json:"tables,omitempty"`
	// Expectations that aren't met are news, not failures.
	Edited bool `json:"edited,omitempty"`
}

// PlayReply is how that went.
type PlayReply struct {
	OK     bool          `json:"ok"`
	Status string        `json:"status"`
	Errors []ScriptError `json:"errors"`
	Steps  []PlayStep    `json:"steps"`
}

// PlayStep is a request that ran.
type PlayStep struct {
	// The line of the request line.
	Line  int    `json:"line"`
	Name  string `json:"name"`
	Title string `json:"title"`
	// It ran because a chosen request refers to it.
	Before bool   `json:"before"`
	Method string `json:"method"`
	Target string `json:"target"`
	// 0 without an answer.
	Status int `json:"status"`
	// That it's about, as it spells it.
	Table string `json:"table,omitempty"`
	// The service's, of an error.
	Code         string        `json:"code,omitempty"`
	OK           bool          `json:"ok"`
	Plan         string        `json:"plan"`
	Read         int           `json:"read"`
	Returned     int           `json:"returned"`
	Written      int           `json:"written"`
	Transactions int           `json:"transactions"`
	Expectations []Expectation `json:"expectations"`
	// Why the run ended here.
	Error string `json:"error,omitempty"`
	// Changes of the script that the answer suggests; of the last step only.
	Offers []Offer `json:"offers,omitempty"`
	// How near it came to limits.
	Meters   []Meter         `json:"meters,omitempty"`
	View     ViewNode        `json:"view,omitempty"`
	Request  AccountRequest  `json:"request"`
	Response AccountResponse `json:"response"`
}

// Meter says how near a request came to a documented limit.
type Meter struct {
	Label string    `json:"label"`
	Value int       `json:"value"`
	Limit int       `json:"limit"`
	Unit  MeterUnit `json:"unit"`
	// What the number means, in a sentence; "" for none.
	Says string `json:"says"`
}

// MeterUnit is what a meter counts.
type MeterUnit string

// What meters count.
const (
	Bytes     MeterUnit = "bytes"
	Items     MeterUnit = "items"
	PerSecond MeterUnit = "entities/s"
)

// Expectation is what a request's @expect says, and what was found instead.
type Expectation struct {
	Text string `json:"text"`
	OK   bool   `json:"ok"`
	Got  string `json:"got"`
	Line int    `json:"line"`
}

// TablesCall lists the tables of a session.
type TablesCall struct{ InSession }

// TablesReply is the list.
type TablesReply struct {
	Tables []TableSize `json:"tables"`
}

// TableSize is a table and what is in it.
type TableSize struct {
	Name       string `json:"name"`
	Entities   int    `json:"entities"`
	Partitions int    `json:"partitions"`
	Bytes      int    `json:"bytes"`
}

// LanesCall draws the partitions of a table.
type LanesCall struct {
	InSession
	Table string `json:"table"`
}

// LanesReply is the drawing.
type LanesReply struct {
	View ViewNode `json:"view"`
}

// BrowseCall returns entities of a table as rows, in key order.
type BrowseCall struct {
	InSession
	Table  string `json:"table"`
	Filter string `json:"filter,omitempty"`
	From   *Key   `json:"from,omitempty"`
	// At most 1000; 100 without it.
	Limit int `json:"limit,omitempty"`
}

// BrowseReply has the rows.
type BrowseReply struct {
	// PartitionKey, RowKey, and the properties of the rows.
	Columns []Column `json:"columns"`
	// Each cell is null where the entity doesn't have the property.
	Rows [][]*Cell `json:"rows"`
	Next *Key      `json:"next"`
	// Entities looked at.
	Read int `json:"read"`
	// What is wrong with the filter.
	Errors []ScriptError `json:"errors"`
}

// Cell has the text of a value and its type.
type Cell struct {
	V string `json:"v"`
	T string `json:"t"`
}

// PairCall makes two clients, which send at the same time, of the request at a line of a script and of the
// one after it.
type PairCall struct {
	InSession
	Text string `json:"text"`
	Line int    `json:"line"`
}

// PairReply has their scripts, each with the variables that it uses and the requests whose answers it needs;
// "" if the script has no request.
type PairReply struct {
	A string `json:"a"`
	B string `json:"b"`
	// What they find, as BrowseReply has it: at most 20 entities of the partition that one of them names,
	// or else of the table of the first.
	Columns []Column  `json:"columns"`
	Rows    [][]*Cell `json:"rows"`
}

// DumpCall writes entities of a table as text, in key order.
type DumpCall struct {
	InSession
	Table  string     `json:"table"`
	Format DumpFormat `json:"format"`
	From   *Key       `json:"from,omitempty"`
	// At most 20000; 2000 without it.
	Limit int `json:"limit,omitempty"`
}

// DumpFormat is a format of a file. Only the first part of a dump has a header. The parts of json
// are items of an array, without brackets around them and commas between them. The last request of
// http has the name of the table.
type DumpFormat string

// The formats.
const (
	CSV      DumpFormat = "csv"
	Explorer DumpFormat = "explorer"
	Lines    DumpFormat = "jsonl"
	Array    DumpFormat = "json"
	Requests DumpFormat = "http"
)

// DumpReply is a part of the text.
type DumpReply struct {
	Text string `json:"text"`
	Next *Key   `json:"next"`
}

// MarkCall keeps the state of a session's account, which costs nothing. A session keeps its newest
// 50 marks, until it's closed or opened again.
type MarkCall struct{ InSession }

// MarkReply is the number of the mark.
type MarkReply struct {
	Mark int `json:"mark"`
}

// BackCall gives a session's account the state of a mark.
type BackCall struct {
	InSession
	Mark int `json:"mark"`
}

// CodeCall writes requests that ran as code.
type CodeCall struct {
	Form CodeForm `json:"form"`
	// The script.
	Text string `json:"text"`
	// The lines whose requests are written, with all requests of their transactions.
	From  int        `json:"from"`
	To    int        `json:"to"`
	Steps []CodeStep `json:"steps"`
}

// CodeForm is what requests can be written as.
type CodeForm string

// The forms of code.
const (
	JavaScript CodeForm = "javascript"
	Go         CodeForm = "go"
	CSharp     CodeForm = "csharp"
	Python     CodeForm = "python"
	Java       CodeForm = "java"
	Curl       CodeForm = "curl"
	PowerShell CodeForm = "powershell"
	RESTClient CodeForm = "rest-client"
	JetBrains  CodeForm = "jetbrains"
	Httpyac    CodeForm = "httpyac"
)

// CodeStep is a request that ran, as a PlayStep has it.
type CodeStep struct {
	Line     int             `json:"line"`
	Name     string          `json:"name"`
	Request  AccountRequest  `json:"request"`
	Response AccountResponse `json:"response"`
}

// CodeReply is the code.
type CodeReply struct {
	Text string `json:"text"`
}

// CompareCall asks in what two answers to the same request differ, as far as a client acts upon it.
type CompareCall struct {
	Mine   AccountResponse `json:"mine"`
	Theirs AccountResponse `json:"theirs"`
}

// CompareReply says it.
type CompareReply struct {
	Same        bool         `json:"same"`
	Differences []Difference `json:"differences"`
}

// Difference is what differs in a part of two answers. There are at most 20 of them.
type Difference struct {
	// Such as "status", "header ETag" or "body $.value[0].Total".
	Part  string `json:"part"`
	Here  string `json:"here"`
	There string `json:"there"`
}

// DescribeCall describes requests, their tables or any rows as a design file. They run in an account
// of their own.
type DescribeCall struct {
	Files []ScriptFile `json:"files"`
}

// DescribeReply is a design file and what to know about it, or why there is none.
type DescribeReply struct {
	Text   string        `json:"text"`
	Notes  []string      `json:"notes"`
	Errors []ScriptError `json:"errors"`
}
