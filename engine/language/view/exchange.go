package view

import (
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Exchange is a request, its response and what is known about them. Each step of a script is one, and so is
// each line of a server's log.
type Exchange struct {
	Method      string // as written; the Request of a transaction is a POST
	Request     wire.Request
	Response    wire.Response  // Status 0: no answer
	Part        *wire.Response // of a transaction's reply, the part that answers this request
	Trace       *trace.Trace   // nil when unknown
	Iterations  int            // how often the request was sent, if more than once
	Transaction bool           // it was sent with others
}

// cost returns the cost of the request, which is zero when unknown.
func (x *Exchange) cost() trace.Cost {
	if x.Trace == nil {
		return trace.Cost{}
	}
	return x.Trace.Cost
}

// ExchangeOf returns the exchange of a step.
func ExchangeOf(s *runner.Step) *Exchange {
	return &Exchange{
		Method: s.Method, Request: s.Request, Response: s.Response, Part: s.Part,
		Trace: s.Trace, Iterations: s.Iterations, Transaction: s.Transaction != "",
	}
}

// badge shows the status of a response.
func badge(x *Exchange) Node {
	class := "rs-status is-ok"
	if x.Response.Status == 0 || x.Response.Status >= 400 {
		class = "rs-status is-fault"
	}
	return textEl("span", class, answered(x))
}

// answered says how a request was answered, such as 200 OK.
func answered(x *Exchange) string {
	switch {
	case x.Response.Status != 0:
		return statusLine(x.Response.Status)
	case x.Transaction:
		return "Not done"
	case x.Request.Method == "":
		return "Not sent"
	}
	return "No answer"
}
