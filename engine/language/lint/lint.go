package lint

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
)

// Finding is what a reviewer would say.
type Finding struct {
	Code    string
	Error   bool // or a warning
	Line    int  // from 1
	Column  int  // from 1, in characters
	Length  int  // in characters; 0 for a place that has none
	Request string
	Says    string // why, with numbers, and what to do
	Guide   string // the folder of the guide that cures it
	Fix     *Fix
}

// Fix is a change of the script that cures a finding.
type Fix struct {
	Label       string // what a button says
	Write       string // instead of what the finding underlines, or of whole lines
	First, Last int    // these lines; 0 for none
	Note        string // what else there is to know; may be ""
}

// host is an address that no script has.
const host = "http://rowkey.invalid"

// linter collects the findings on a script.
type linter struct {
	lines    []string
	tables   map[string]*contents // by their names in lower case
	refs     []string             // the names that requests refer to
	findings []Finding
}

// Check returns the findings on a script, from top to bottom. text is what it was parsed from. Requests with
// errors have none: they can't be sent. more are tables that the script's account starts with.
func Check(s *script.Script, text string, more ...*data.Table) []Finding {
	l := &linter{lines: strings.Split(text, "\n"), tables: map[string]*contents{}}
	for _, t := range more {
		l.given(t, false)
	}
	for _, t := range s.Tables {
		l.given(t, true)
	}
	env := &script.Environment{
		Script: s, Now: someTime, Address: func(service string) (string, *problem.Problem) {
			return host + "." + service, nil
		},
	}
	known := map[*script.Request][]operation{}
	for _, e := range s.Examples {
		if len(e.Errors) > 0 {
			continue
		}
		for _, r := range e.Requests {
			known[r] = operations(env.Values(r), r)
			l.refs = append(l.refs, r.Refs()...)
			l.writes(known[r])
		}
	}
	for _, e := range s.Examples {
		if len(e.Errors) > 0 {
			continue
		}
		var before []operation
		for _, sent := range e.Order() {
			var together []operation
			for _, r := range sent {
				together = append(together, known[r]...)
			}
			own := sent[0].Example < len(s.Examples) && s.Examples[sent[0].Example] == e
			if own {
				l.check(together, before)
			}
			before = append(before, together...)
		}
	}
	l.keys()
	slices.SortStableFunc(l.findings, func(a, b Finding) int {
		return cmp.Or(a.Line-b.Line, a.Column-b.Column, strings.Compare(a.Code, b.Code))
	})
	return l.findings
}

// Data returns the findings on the data of a table.
func Data(t *data.Table) []Finding {
	l := &linter{tables: map[string]*contents{}}
	l.given(t, true)
	l.keys()
	return l.findings
}

// check applies the rules to what is sent together, after what was sent before.
func (l *linter) check(sent, before []operation) {
	for i := range sent {
		o := &sent[i]
		if o.index > 0 {
			continue // a loop is the same request again
		}
		l.query(o)
		l.options(o)
		l.wide(o)
		l.unguarded(o, before)
		l.large(o)
	}
	l.transaction(sent)
}

// someTime is the time where it doesn't matter.
func someTime() table.Ticks { return table.Date(2021, 1, 1) }

// add adds a finding on a request, unless the request allows it, or expects to be refused. It's at the first
// of the texts that the request's lines have, or else at the request line.
func (l *linter) add(r *script.Request, f Finding, texts ...string) {
	if l.allowed(r, f.Code) || f.Error && fails(r) {
		return
	}
	f.Request = r.Name
	var found string
	f.Line, f.Column, found = l.find(r, texts)
	f.Length = utf8.RuneCountInString(found)
	if f.Fix != nil && f.Fix.First == 0 && (len(texts) == 0 || found != texts[0]) {
		f.Fix = nil // it would be written instead of something else
	}
	l.findings = append(l.findings, f)
}

// find returns where a request has one of the texts, and which. Without them it's the request line.
func (l *linter) find(r *script.Request, texts []string) (line, column int, found string) {
	for _, text := range texts {
		for n := r.Line; text != "" && n <= min(r.Last, len(l.lines)); n++ {
			if at := strings.Index(l.lines[n-1], text); at >= 0 {
				return n, 1 + utf8.RuneCountInString(l.lines[n-1][:at]), text
			}
		}
	}
	own := l.lines[r.Line-1]
	return r.Line, 1 + len(own) - len(strings.TrimLeft(own, " \t")), ""
}

// allowed reports whether a line above the request line is "# @allow CODE…".
func (l *linter) allowed(r *script.Request, code string) bool {
	for n := r.First; n < r.Line; n++ {
		codes, ok := strings.CutPrefix(strings.TrimLeft(l.lines[n-1], " \t#/"), "@allow ")
		if ok && slices.Contains(strings.Fields(codes), code) {
			return true
		}
	}
	return false
}

// fails reports whether a request expects that the service refuses it.
func fails(r *script.Request) bool {
	return slices.ContainsFunc(r.Expects, func(e *script.Expect) bool {
		return strings.HasPrefix(e.Text, "status == 4") || strings.HasPrefix(e.Text, "status == 5") ||
			strings.HasPrefix(e.Text, "error == ") && e.Text != `error == ""`
	})
}
