package script

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/batch"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/wire"
)

// share is the part that one request has in a transaction.
type share struct {
	request *Request
	step    Step
	env     *env
	parts   []*wire.Response // of the reply, one for each iteration; nil where there is none
}

// transaction sends the requests of a unit as one POST to $batch.
// https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
func (r *run) transaction(u *unit) {
	shares := make([]*share, len(u.requests))
	var sent []wire.Request
	for i, q := range u.requests {
		s := &share{request: q, step: r.step(q), env: r.env(q)}
		shares[i] = s
		r.target.Sleep(q.sleep)
		for s.env.index = range s.step.Iterations {
			if s.step.Err = s.env.request(q, &s.step); s.step.Err != nil {
				r.steps = append(r.steps, broken(s.step))
				return
			}
			own := &s.step.Request
			own.Headers = withDefaults(own.Headers, own.Body, asPart)
			own.Body = oneLine(own.Body)
			sent = append(sent, *own)
		}
	}
	last := &shares[len(shares)-1].step
	var bad *problem
	if last.Request, bad = r.envelope(u, shares[0].env, sent); bad != nil {
		last.Err = r.fail(u.requests[0], bad)
		r.steps = append(r.steps, broken(*last))
		return
	}
	whole := r.send(u.requests[len(shares)-1], last)
	parts := assign(len(sent), partsOf(whole.response))
	for _, s := range shares {
		s.parts, parts = parts[:s.step.Iterations], parts[s.step.Iterations:]
		s.step.traced = last.traced
		r.answered(s)
	}
	if last.Part != nil && whole.part == nil {
		whole.part = last.Part
	}
	for _, s := range shares {
		s.judge(whole)
		r.steps = append(r.steps, s.step)
	}
}

// oneLine takes the line breaks out of a JSON body. SDKs send the operations of a transaction so, and
// Azurite reads them in no other form.
func oneLine(body []byte) []byte {
	if _, ok := odata.ParseJSON(body); !ok {
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
	host, bad := r.address(first.scope, services[0])
	if bad != nil {
		return wire.Request{}, bad
	}
	url := host + "/$batch"
	if token := wire.SplitURL(ops[0].URL).Query; carriesToken(ops[0].URL) {
		url += "?" + token
	}
	batchID, changeSetID := e.random.guid(), e.random.guid()
	if len(ops) == 1 && ops[0].Method == "GET" {
		changeSetID = "" // a query goes in a batch alone, outside a change set
	}
	req := wire.Request{Method: "POST", URL: encodeURL(url)}
	contentType, body := batch.Write(batchID, changeSetID, ops)
	req.Headers.Add("Content-Type", contentType)
	req.Body = body
	req.Headers = withDefaults(req.Headers, req.Body, alone)
	return req, nil
}

// assign gives each of n operations its part of the reply. A reply to a transaction that failed has
// one part: that of the operation that failed, whose index stands before the message unless it is 0.
func assign(n int, reply []batch.Part) []*wire.Response {
	parts := make([]*wire.Response, n)
	if len(reply) == 1 && reply[0].Response.Status >= 400 {
		failed := &reply[0].Response
		_, text := odata.ReadError(failed.Body)
		index, _, numbered := strings.Cut(text, ":")
		at, err := strconv.Atoi(index)
		if !numbered || err != nil || at < 0 || at >= n {
			at = 0
		}
		parts[at] = failed
		return parts
	}
	for i := range min(n, len(reply)) {
		parts[i] = &reply[i].Response
	}
	return parts
}

// answered gives a step the part of the reply that answers it: of a loop the one that failed, or
// else the last.
func (r *run) answered(s *share) {
	for _, part := range s.parts {
		if part != nil {
			s.step.Part = part
		}
	}
	if s.step.Part != nil {
		r.replies[s.request] = &answer{response: *s.step.Part}
	}
}

// judge holds the expectations of the last request against the whole reply, and those of the others
// against their own parts of it.
func (s *share) judge(whole *answer) {
	q, step := s.request, &s.step
	switch {
	case q != q.unit.requests[len(q.unit.requests)-1]:
		step.Err = s.judgeParts()
	case step.Err == nil:
		step.Err = s.env.judge(q, step, whole)
	}
	s.env.conclude(q, step)
}

func (s *share) judgeParts() *Error {
	if s.step.Part == nil { // nothing of it was carried out: that is told once
		s.env.index = 0
		return s.env.judge(s.request, &s.step, &answer{})
	}
	s.step.Response = *s.step.Part
	for i, part := range s.parts {
		if part == nil {
			continue
		}
		s.env.index = i
		if err := s.env.judge(s.request, &s.step, &answer{response: *part}); err != nil {
			return err
		}
	}
	return nil
}
