package protocol

// The calls of programs that run files as the command rowkey run does, and what that reports.

// RunCall runs script files. The files of one folder share an account, which starts with the data
// of its TABLE.csv files. Without a folder, each script has an account of its own, unless there is
// a csv file among them.
type RunCall struct {
	Files []ScriptFile `json:"files"`
	JSON  bool         `json:"json,omitempty"`
}

// ScriptFile is a script, or the data of a table.
type ScriptFile struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Folder string `json:"folder,omitempty"`
}

// RunReply is what rowkey run prints, and its exit code.
type RunReply struct {
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Exit   int    `json:"exit"`
}

// GuideCall asks for the examples of a guide.
type GuideCall struct {
	Markdown string `json:"markdown"`
}

// GuideReply has them.
type GuideReply struct {
	// Requests and data, as ExampleCall has them.
	Examples [][]Fence      `json:"examples"`
	Programs []GuideProgram `json:"programs"`
}

// GuideProgram is a program in JavaScript, and the line on which it begins.
type GuideProgram struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// RunReport is what rowkey run --json prints.
type RunReport struct {
	OK    bool         `json:"ok"`
	Files []FileReport `json:"files"`
}

// FileReport is how one file went: its steps, or why it has none.
type FileReport struct {
	File   string        `json:"file"`
	Errors []ReportError `json:"errors,omitempty"`
	Steps  []StepReport  `json:"steps"`
}

// ReportError is an error in a file. Lines and columns count from 1.
type ReportError struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// StepReport is a request that ran.
type StepReport struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Line  int    `json:"line"`
	// The round of a loop, from 1.
	For          int               `json:"for,omitempty"`
	Method       string            `json:"method"`
	Target       string            `json:"target"`
	Status       int               `json:"status"`
	Headers      HeaderMembers     `json:"headers"`
	Body         string            `json:"body"`
	Plan         string            `json:"plan"`
	Cost         StepCost          `json:"cost"`
	Expectations []StepExpectation `json:"expectations"`
	Error        *ReportError      `json:"error,omitempty"`
	// From the answer of another run, if that was asked for.
	Differences *[]Difference `json:"differences,omitempty"`
}

// HeaderMembers are headers as an object. Lines with the same name are joined, as HTTP allows.
//
//protocol:members
type HeaderMembers []Header

// StepCost is what a request counted. The counts are null if they're unknown, because 0 would be
// wrong.
type StepCost struct {
	EntitiesRead     *int `json:"entitiesRead"`
	EntitiesReturned *int `json:"entitiesReturned"`
	EntitiesWritten  *int `json:"entitiesWritten"`
	Pages            *int `json:"pages"`
	Transactions     *int `json:"transactions"`
	Bytes            *int `json:"bytes"`
	BytesRead        *int `json:"bytesRead"`
	BytesWritten     *int `json:"bytesWritten"`
}

// StepExpectation is what a request's @expect says, and what was found instead.
type StepExpectation struct {
	Text    string `json:"text"`
	OK      bool   `json:"ok"`
	Got     string `json:"got"`
	Skipped bool   `json:"skipped,omitempty"`
}
