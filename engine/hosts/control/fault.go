package control

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// The faults that a rule can do.
const (
	busy         = "busy"                // 503 ServerBusy, not carried out
	failing      = "error"               // 500 InternalError, not carried out
	timeout      = "timeout"             // 500 OperationTimedOut, not carried out
	timeoutAfter = "timeout-after-write" // 500 OperationTimedOut, but carried out
	loseRequest  = "lose-request"        // the connection is closed, not carried out
	loseAnswer   = "lose-answer"         // carried out, then the connection is closed
	hang         = "hang"                // no answer until the client gives up, not carried out
	hangAfter    = "hang-after-write"    // carried out, then no answer until the client gives up
	slow         = "slow"                // carried out, but the answer takes long

	throttled = "throttled" // 503 ServerBusy, which no rule does but the load
)

var faults = []string{busy, failing, timeout, timeoutAfter, loseRequest, loseAnswer, hang, hangAfter, slow}

// effect is what is done to one request. The zero effect is nothing.
type effect struct {
	fault      string
	wait       table.Ticks // before the answer
	retryAfter int         // seconds; of ServerBusy
	message    string      // of the error; "" for the usual one
	hint       string      // why it's done
}

// carryOut answers a request, with what is to be done to it. It reports whether that was done: a request that
// the account refuses anyway doesn't time out after its write.
func (c *Control) carryOut(
	t Target, r wire.Request, s subject, e effect,
) (response wire.Response, tr trace.Trace, done bool) {
	tr = trace.Trace{Operation: s.operation, Table: s.resource, Cost: trace.Cost{Transactions: 1}}
	if e.carriesOut() {
		response, tr = t.Do(s.service, r)
	}
	switch wait := e.wait; {
	case e.fault == hang || e.fault == hangAfter:
		wait = Forever
		fallthrough
	case wait > 0:
		c.options.Wait(wait, r)
	}
	code, refused := e.code()
	switch {
	case refused && response.Status >= 400:
		return response, tr, false
	case refused:
		response = t.Refuse(s.service, r, code)
		tr.Fault = fault.New(code).WithHint(e.hint)
		if code.Status == 503 {
			response.Headers.Set("Retry-After", strconv.Itoa(e.retryAfter))
		}
	case e.fault == loseAnswer || e.fault == hangAfter:
		response = wire.Response{}
	}
	return response, tr, true
}

func (e *effect) carriesOut() bool {
	switch e.fault {
	case "", slow, loseAnswer, hangAfter, timeoutAfter:
		return true
	}
	return false
}

// code returns the error that the client gets, if it gets one.
func (e *effect) code() (code fault.Code, refused bool) {
	switch e.fault {
	case busy, throttled:
		code = fault.ServerBusy
	case failing:
		code = fault.InternalError
	case timeout, timeoutAfter:
		code = fault.OperationTimedOut
	default:
		return code, false
	}
	if e.message != "" {
		code.Message = e.message
	}
	return code, true
}
