package script

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/batch"
	"github.com/rowkey/rowkey/engine/wire"
)

// operation is one operation of a transaction: a request of the script, or one iteration of it.
type operation struct {
	step  int
	index int
	part  *wire.Response // of the reply; nil when there is none for it
}

// transaction sends the requests of a unit as one POST to $batch.
// https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
func (r *run) transaction(u *unit) {
	steps := make([]Step, len(u.requests))
	envs := make([]*env, len(u.requests))
	var ops []operation
	var sent []wire.Request
	for i, q := range u.requests {
		steps[i], envs[i] = r.step(q), r.env(q)
		s, e := &steps[i], envs[i]
		r.target.Sleep(q.sleep)
		for e.index = range s.Iterations {
			if s.Err = e.request(q, s); s.Err != nil {
				r.steps = append(r.steps, broken(*s))
				return
			}
			s.Request.Headers = withDefaults(s.Request.Headers, s.Request.Body, asPart)
			s.Request.Body = oneLine(s.Request.Body)
			ops = append(ops, operation{step: i, index: e.index})
			sent = append(sent, s.Request)
		}
	}
	last := &steps[len(steps)-1]
	var bad *problem
	if last.Request, bad = r.envelope(u, envs[0], sent); bad != nil {
		last.Err = r.fail(u.requests[0], bad)
		r.steps = append(r.steps, broken(*last))
		return
	}
	whole := r.send(u.requests[len(steps)-1], last)
	assign(ops, partsOf(whole.response))
	for i, q := range u.requests {
		steps[i].traced = last.traced
		r.part(q, &steps[i], own(ops, i))
	}
	if last.Part != nil && whole.part == nil {
		whole.part = last.Part
	}
	for i, q := range u.requests {
		r.judgePart(q, &steps[i], envs[i], own(ops, i), whole)
	}
	r.steps = append(r.steps, steps...)
}

// oneLine takes the line breaks out of a JSON body. SDKs send the operations of a transaction so, and
// Azurite reads them in no other form.
func oneLine(body []byte) []byte {
	if _, ok := parseJSON(string(body)); !ok {
		return body
	}
	return bytes.Map(func(c rune) rune {
		if c == '\n' || c == '\r' {
			return -1 // never part of a JSON string
		}
		return c
	}, body)
}

// broken is a step that was not sent: nobody looked at its expectations.
func broken(s Step) Step {
	for i := range s.Expectations {
		s.Expectations[i].Skipped = true
	}
	return s
}

// envelope is the request that carries the operations of a transaction.
func (r *run) envelope(u *unit, e *env, ops []wire.Request) (wire.Request, *problem) {
	first := u.requests[0]
	host, bad := r.host(first.scope)
	if bad != nil {
		return wire.Request{}, bad
	}
	batchID, changeSetID := e.random.guid(), e.random.guid()
	if len(ops) == 1 && ops[0].Method == "GET" {
		changeSetID = "" // a query goes in a batch alone, outside a change set
	}
	req := wire.Request{Method: "POST", URL: encodeURL(host + "/$batch")}
	contentType, body := batch.Write(batchID, changeSetID, ops)
	req.Headers.Add("Content-Type", contentType)
	req.Body = body
	req.Headers = withDefaults(req.Headers, req.Body, alone)
	return req, nil
}

// assign gives each operation its part of the reply. A reply to a transaction that failed has one
// part: that of the operation that failed, whose index stands before the message unless it is 0.
func assign(ops []operation, parts []batch.Part) {
	if len(parts) == 1 && parts[0].Response.Status >= 400 {
		failed := &parts[0].Response
		index, _, numbered := strings.Cut((&answer{response: *failed}).message(), ":")
		at, err := strconv.Atoi(index)
		if !numbered || err != nil || at < 0 || at >= len(ops) {
			at = 0
		}
		ops[at].part = failed
		return
	}
	for i := range min(len(ops), len(parts)) {
		ops[i].part = &parts[i].Response
	}
}

// own is the operations of one step.
func own(ops []operation, step int) (mine []operation) {
	for _, op := range ops {
		if op.step == step {
			mine = append(mine, op)
		}
	}
	return mine
}

// part gives a step the part of the reply that answers it: of a loop the one that failed, or else
// the last.
func (r *run) part(q *Request, s *Step, ops []operation) {
	for _, op := range ops {
		if op.part != nil {
			s.Part = op.part
		}
	}
	if s.Part != nil {
		r.replies[q] = &answer{response: *s.Part}
	}
}

// judgePart holds the expectations of one request against its own parts of the reply, and those of
// the last request against the whole.
func (r *run) judgePart(q *Request, s *Step, e *env, ops []operation, whole *answer) {
	if q == q.unit.requests[len(q.unit.requests)-1] {
		if s.Err == nil {
			s.Err = e.judge(q, s, whole)
		}
		e.conclude(q, s)
		return
	}
	if s.Part == nil {
		ops = ops[:1] // nothing of it was carried out: that is told once
	} else {
		s.Response = *s.Part
	}
	for _, op := range ops {
		a := &answer{}
		if op.part != nil {
			a.response = *op.part
		} else if s.Part != nil {
			continue
		}
		e.index = op.index
		if s.Err = e.judge(q, s, a); s.Err != nil {
			break
		}
	}
	e.conclude(q, s)
}
