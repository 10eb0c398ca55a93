package view

import (
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Exchange is a request, its response and what is known about them. Each step of a script is one, and so is
// each line of a server's log.
type Exchange struct {
	Method      string         // as written; a transaction is sent as a POST
	URL         string         // as sent; "" if it wasn't
	Status      int            // of the response; 0: there was none
	Answer      *wire.Response // the response or, in a transaction, the part that answers this request
	Trace       *trace.Trace   // nil when unknown
	Iterations  int            // how often the request was sent, if more than once
	Transaction bool           // it was sent with others
}

// ExchangeOf returns what a step of a script sent and received.
func ExchangeOf(s *runner.Step) *Exchange {
	x := &Exchange{
		Method: s.Method, URL: s.Request.URL, Status: s.Response.Status, Answer: &s.Response,
		Trace: s.Trace, Iterations: s.Iterations, Transaction: s.Transaction != "",
	}
	if s.Part != nil {
		x.Answer = s.Part
	}
	return x
}

// badge shows the status of a response.
func badge(x *Exchange) Node {
	class := "rs-status is-ok"
	if x.Status == 0 || x.Status >= 400 {
		class = "rs-status is-fault"
	}
	return textEl("span", class, answered(x))
}

// answered says how a request was answered, such as 200 OK.
func answered(x *Exchange) string {
	switch {
	case x.Status != 0:
		return statusLine(x.Status)
	case x.Transaction:
		return "Not done"
	case x.URL == "":
		return "Not sent"
	}
	return "No answer"
}
