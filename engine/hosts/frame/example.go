package frame

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/protocol"
)

// example runs one example of a page and returns its result.
func (h *Host) example(c *protocol.ExampleCall) protocol.Reply {
	fences, first := fencesOf(c.Examples)
	if c.Index < 0 || c.Index >= len(first) {
		return protocol.Refuse("the page has no example " + strconv.Itoa(c.Index))
	}
	s := script.ParseFences(c.File, fences)
	// An edit can make two examples of one, or none. The one with the first fence runs.
	at := slices.IndexFunc(s.Examples, func(e *script.Example) bool {
		return slices.Contains(e.Fences, first[c.Index])
	})
	if at < 0 || !s.Examples[at].Runs() && len(s.Check(at)) == 0 {
		return noRequest(first[c.Index])
	}
	mode := view.AsWritten
	if c.Edited {
		mode = view.Experiment
	}
	r, err := h.sandbox.ExampleIn(h.sessions[c.Session], s, at, mode)
	if err != nil {
		return NeedsFull(err)
	}
	reply := &protocol.ExampleReply{OK: r.OK, Status: r.Status, View: r.View, Errors: Errors(r.Errors)}
	for _, step := range r.Steps {
		if step.Example == at {
			reply.Read += step.Cost.EntitiesRead
		}
	}
	if c.Report {
		reply.Report = reportOf(s.File, at, r).Program()
	}
	return reply
}

// reportOf reports on the example's own requests, and on those it refers to if they failed.
func reportOf(file string, at int, r sandbox.Result) report.Report {
	f := report.File{Name: file, Errors: r.Errors}
	for _, s := range r.Steps {
		if s.Example == at || !s.OK() {
			f.Steps = append(f.Steps, s)
		}
	}
	return report.Report{Files: []report.File{f}}
}

// fencesOf returns the fences of a page's examples, and the index of each example's first one. Lines are
// counted in each fence, because a reader sees it alone.
func fencesOf(examples [][]protocol.Fence) (fences []script.Fence, first []int) {
	for _, e := range examples {
		first = append(first, len(fences))
		for i, f := range e {
			fences = append(fences, script.Fence{
				Line: 1, Table: f.Table, Text: strings.TrimSuffix(f.Text, "\n"), Apart: i == 0,
			})
		}
	}
	return fences, first
}

// noRequest returns the reply for an example without a request.
func noRequest(fence int) protocol.Reply {
	return &protocol.ExampleReply{Status: "Not run", View: view.Node{}, Errors: []protocol.ScriptError{{
		Fence: fence, Line: 1,
		Message: "There is no request to run.",
		Hint:    "Write one, such as GET {{host}}/Tables.",
	}}}
}
