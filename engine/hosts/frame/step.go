package frame

import (
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/trace"
)

// Steps returns the requests that ran, each with what is shown of it. layout returns a table as they left it.
func Steps(ran []runner.Step, layout func(table string) trace.Layout, m view.Mode) []protocol.PlayStep {
	all := make([]protocol.PlayStep, len(ran))
	layouts := map[string]trace.Layout{}
	for i := range ran {
		s, table := &ran[i], ""
		if s.Trace != nil {
			table = s.Trace.Table
		}
		if _, ok := layouts[table]; !ok && table != "" {
			layouts[table] = layout(table)
		}
		all[i] = protocol.PlayStep{
			Line: s.Line, Name: s.Name, Title: s.Title, Before: s.Example == runner.Before,
			Method: s.Method, Target: s.Target, Status: s.Response.Status, OK: s.OK(), Plan: s.Plan,
			Table: table, Code: view.Fault(view.ExchangeOf(s)),
			Read: s.Cost.EntitiesRead, Returned: s.Cost.EntitiesReturned, Written: s.Cost.EntitiesWritten,
			Transactions: s.Cost.Transactions,
			Request:      Request(&s.Request), Response: Response(s.Response),
			Meters: meters(s), View: view.Step(ran[:i+1], layouts[table], m),
		}
		for _, x := range s.Expectations {
			all[i].Expectations = append(all[i].Expectations,
				protocol.Expectation{Text: x.Text, OK: x.OK, Got: x.Got, Line: x.Line})
		}
		if s.Err != nil {
			all[i].Error = s.Err.Message
		}
	}
	return all
}

// Errors returns what is wrong with a script, or with data.
func Errors(found []*script.Error) []protocol.ScriptError {
	all := make([]protocol.ScriptError, len(found))
	for i, e := range found {
		all[i] = protocol.ScriptError{
			Fence: e.Fence, Line: e.Line, Column: e.Column, Message: e.Message, Hint: e.Hint,
		}
	}
	return all
}
