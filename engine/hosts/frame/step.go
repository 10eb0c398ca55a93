package frame

import (
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/protocol"
)

// Steps returns the requests that ran.
func Steps(ran []runner.Step) []protocol.PlayStep {
	all := make([]protocol.PlayStep, len(ran))
	for i := range ran {
		s := &ran[i]
		all[i] = protocol.PlayStep{
			Line: s.Line, Name: s.Name, Title: s.Title, Before: s.Example == runner.Before,
			Method: s.Method, Target: s.Target, Status: s.Response.Status, OK: s.OK(), Plan: s.Plan,
			Read: s.Cost.EntitiesRead, Returned: s.Cost.EntitiesReturned, Written: s.Cost.EntitiesWritten,
			Transactions: s.Cost.Transactions,
			Request:      Request(&s.Request), Response: Response(s.Response),
		}
		for _, x := range s.Expectations {
			all[i].Expectations = append(all[i].Expectations,
				protocol.Expectation{Text: x.Text, OK: x.OK, Got: x.Got, Line: x.Line})
		}
		if s.Err != nil {
			all[i].Error = s.Err.Message
		}
	}
	if n := len(ran); n > 0 {
		all[n-1].Meters = meters(&ran[n-1])
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
