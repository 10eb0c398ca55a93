package script

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/wire"
)

// Report is how a run of scripts went.
type Report struct {
	Files []FileReport
}

// FileReport is how one file went: the steps of all its examples in order, or, if the file cannot be
// parsed, what is wrong with it.
type FileReport struct {
	File   string
	Errors []*Error
	Steps  []Step
}

// Exit codes.
const (
	ExitOK     = 0 // every expectation holds or was skipped
	ExitFailed = 1 // a step failed
	ExitBroken = 2 // a file cannot be parsed
)

// ExitCode is what a command ends with.
func (r Report) ExitCode() int {
	code := ExitOK
	for _, f := range r.Files {
		if len(f.Errors) > 0 {
			return ExitBroken
		}
		for i := range f.Steps {
			if !f.Steps[i].OK() {
				code = ExitFailed
			}
		}
	}
	return code
}

// OK reports whether every file could be parsed and every step passed.
func (r Report) OK() bool { return r.ExitCode() == ExitOK }

// Format is a form of report.
type Format uint8

const (
	// Text is for people.
	Text Format = iota
	// JSON is for programs.
	JSON
)

// Output is the report as a command prints it: what was run on one stream, what is wrong with the
// scripts on the other.
func (r Report) Output(f Format) (stdout, stderr []byte) {
	if f == JSON {
		return r.AppendJSON(nil), r.AppendErrors(nil)
	}
	return r.AppendText(nil), r.AppendErrors(nil)
}

// AppendText appends the report as text: a line for each step, under it what failed, and a summary.
func (r Report) AppendText(dst []byte) []byte {
	steps, failed, skipped, broken := 0, 0, 0, 0
	for _, f := range r.Files {
		if len(f.Errors) > 0 {
			broken++
			continue
		}
		if len(r.Files) > 1 {
			dst = append(dst, f.File+"\n"...)
		}
		for i := range f.Steps {
			s := &f.Steps[i]
			steps++
			if !s.OK() {
				failed++
			}
			for _, x := range s.Expectations {
				if x.Skipped {
					skipped++
				}
			}
			dst = s.appendText(dst, f.File)
		}
		if len(f.Steps) > 0 || len(r.Files) > 1 {
			dst = append(dst, '\n')
		}
	}
	dst = append(dst, counted(steps, "step")+", "+number(steps-failed)+" passed, "+
		number(failed)+" failed"...)
	if skipped > 0 {
		dst = append(dst, ", "+counted(skipped, "expectation")+" skipped"...)
	}
	if broken > 0 {
		dst = append(dst, ", "+counted(broken, "file")+" not run"...)
	}
	return append(dst, '\n')
}

// appendText appends the line of a step, and under it what failed.
func (s *Step) appendText(dst []byte, file string) []byte {
	sign := "✔ "
	if !s.OK() {
		sign = "✘ "
	}
	dst = append(dst, sign+strings.Join(s.columns(), "  ")+"\n"...)
	wrong := false
	for _, x := range s.Expectations {
		if x.OK {
			continue
		}
		wrong = true
		dst = append(dst, "    "+x.Text+"  "+file+":"+number(x.Line)+"\n"...)
		dst = append(dst, "        expected  "+x.Expected+"\n        got       "+x.Got+"\n"...)
	}
	if wrong {
		a := answerOf(s.Response)
		if code := a.code(); code != "" {
			dst = append(dst, "    answer: "+code+": "+short(a.message())+"\n"...)
		}
	}
	if s.Err != nil {
		dst = append(dst, "    "...)
		dst = append(s.Err.appendHead(dst), '\n')
		if s.Err.Hint != "" {
			dst = append(dst, "        "+s.Err.Hint+"\n"...)
		}
		dst = append(dst, "    the run ends here\n"...)
	}
	return dst
}

// columns are the words of a step's line: its name, status, plan and counts.
func (s *Step) columns() []string {
	columns := []string{s.label()}
	switch {
	case s.Response.Status != 0:
		columns = append(columns, number(s.Response.Status))
	case s.Transaction != "" && s.Err == nil:
		columns = append(columns, "not carried out")
	}
	if s.Trace == nil {
		return columns
	}
	if s.Plan != "" {
		columns = append(columns, s.Plan)
	}
	c := s.Cost
	if s.Plan != "" && s.Method == "GET" || c.EntitiesRead > 0 {
		columns = append(columns, "read "+number(c.EntitiesRead)+" → returned "+number(c.EntitiesReturned))
	}
	if c.EntitiesWritten > 0 {
		columns = append(columns, "wrote "+number(c.EntitiesWritten))
	}
	return append(columns, counted(c.Transactions, "transaction"))
}

// label is what a step is called.
func (s *Step) label() string {
	switch {
	case s.Name != "":
		return s.Name
	case s.Title != "":
		return s.Title
	default:
		return s.Method + " " + short(s.Target)
	}
}

// counted is a number and a noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

func number(n int) string { return strconv.Itoa(n) }

// AppendErrors appends what is wrong with the files: place and message, the line with a caret under
// the place, and how to put it right.
func (r Report) AppendErrors(dst []byte) []byte {
	for _, f := range r.Files {
		for _, e := range f.Errors {
			dst = append(e.appendHead(dst), '\n')
			source, column := e.excerpt()
			dst = append(dst, "    "+source+"\n    "...)
			for _, c := range source {
				if column--; column == 0 {
					break
				}
				if c != '\t' {
					c = ' '
				}
				dst = utf8.AppendRune(dst, c)
			}
			dst = append(dst, "^\n"...)
			if e.Hint != "" {
				dst = append(dst, "    "+e.Hint+"\n"...)
			}
		}
	}
	return dst
}

// excerpt is as much of the line around the error as is easy to read, and the error's column in it.
func (e *Error) excerpt() (source string, column int) {
	const before, most = 60, 100
	runes := []rune(e.Source)
	from := max(0, e.Column-1-before)
	return string(runes[from:min(len(runes), from+most)]), e.Column - from
}

// appendHead appends file:line:column: message.
func (e *Error) appendHead(dst []byte) []byte {
	return append(dst, e.File+":"+number(e.Line)+":"+number(e.Column)+": "+e.Message...)
}

// AppendJSON appends the report as one line of JSON.
func (r Report) AppendJSON(dst []byte) []byte {
	dst = strconv.AppendBool(append(dst, `{"ok":`...), r.OK())
	dst = append(dst, `,"files":[`...)
	for i, f := range r.Files {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = odata.AppendString(append(dst, `{"file":`...), f.File)
		if len(f.Errors) > 0 {
			dst = append(dst, `,"errors":[`...)
			for j, e := range f.Errors {
				if j > 0 {
					dst = append(dst, ',')
				}
				dst = e.appendJSON(dst)
			}
			dst = append(dst, ']')
		}
		dst = append(dst, `,"steps":[`...)
		for j := range f.Steps {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = f.Steps[j].appendJSON(dst)
		}
		dst = append(dst, "]}"...)
	}
	return append(dst, "]}\n"...)
}

func (e *Error) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"line":`+number(e.Line)+`,"column":`+number(e.Column)+`,"message":`...)
	dst = odata.AppendString(dst, e.Message)
	dst = odata.AppendString(append(dst, `,"hint":`...), e.Hint)
	return append(dst, '}')
}

func (s *Step) appendJSON(dst []byte) []byte {
	dst = odata.AppendString(append(dst, `{"name":`...), s.Name)
	dst = odata.AppendString(append(dst, `,"title":`...), s.Title)
	dst = append(dst, `,"line":`+number(s.Line)+`,"method":`...)
	dst = odata.AppendString(dst, s.Method)
	dst = odata.AppendString(append(dst, `,"target":`...), s.Target)
	dst = append(dst, `,"status":`+number(s.Response.Status)+`,"headers":`...)
	dst = appendHeaders(dst, s.Response.Headers)
	dst = odata.AppendString(append(dst, `,"body":`...), string(s.Response.Body))
	dst = odata.AppendString(append(dst, `,"plan":`...), s.Plan)
	dst = s.appendCost(append(dst, `,"cost":`...))
	dst = append(dst, `,"expectations":[`...)
	for i, x := range s.Expectations {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = odata.AppendString(append(dst, `{"text":`...), x.Text)
		dst = strconv.AppendBool(append(dst, `,"ok":`...), x.OK)
		dst = odata.AppendString(append(dst, `,"got":`...), x.Got)
		if x.Skipped {
			dst = append(dst, `,"skipped":true`...)
		}
		dst = append(dst, '}')
	}
	dst = append(dst, ']')
	if s.Err != nil {
		dst = s.Err.appendJSON(append(dst, `,"error":`...))
	}
	return append(dst, '}')
}

// appendHeaders appends headers as an object. Lines of one name are joined, as HTTP allows.
func appendHeaders(dst []byte, headers wire.Headers) []byte {
	dst = append(dst, '{')
	for i, h := range headers {
		if headers[:i].Has(h.Name) {
			continue
		}
		value := h.Value
		for _, more := range headers[i+1:] {
			if wire.EqualFold(more.Name, h.Name) {
				value += ", " + more.Value
			}
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = odata.AppendString(append(odata.AppendString(dst, h.Name), ':'), value)
	}
	return append(dst, '}')
}

// appendCost appends the five counts. They are null where nobody knows them: nought would be a lie.
func (s *Step) appendCost(dst []byte) []byte {
	c := s.Cost
	for i, n := range [...]struct {
		name  string
		count int
	}{
		{"entitiesRead", c.EntitiesRead},
		{"entitiesReturned", c.EntitiesReturned},
		{"pages", c.Pages},
		{"transactions", c.Transactions},
		{"bytes", c.BytesReturned},
	} {
		between := byte(',')
		if i == 0 {
			between = '{'
		}
		dst = append(dst, between)
		dst = append(dst, `"`+n.name+`":`...)
		if s.traced {
			dst = strconv.AppendInt(dst, int64(n.count), 10)
		} else {
			dst = append(dst, "null"...)
		}
	}
	return append(dst, '}')
}
