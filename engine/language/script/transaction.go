package script

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/wire"
)

// maxOperations is how many operations the service takes in one transaction.
const maxOperations = 100

// share is the part that one request has in a transaction.
type share struct {
	request *Request
	step    Step
	env     *env
	parts   []*wire.Response // of the reply, one for each iteration; nil where there is none
}

// transaction sends the requests of a unit as one POST to $batch; or as several, one after another,
// if it is a loop of more operations than the service takes in one.
// https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
func (r *run) transaction(u *unit) {
	var shares []*share
	for _, q := range u.requests {
		shares = append(shares, &share{request: q, step: r.step(q), env: r.env(q)})
	}
	last := &shares[len(shares)-1].step
	for from := 0; from < last.Iterations && last.Err == nil; from += maxOperations {
		if broken := r.transact(shares, from); broken != nil {
			shares = []*share{broken}
			break
		}
	}
	for _, s := range shares {
		s.env.conclude(s.request, &s.step)
		r.steps = append(r.steps, s.step)
	}
}

// transact sends one transaction of the shares' iterations from that one on, and judges the reply. It
// returns the share that kept it from being sent, if one did.
func (r *run) transact(shares []*share, from int) (broken *share) {
	var sent []wire.Request
	for _, s := range shares {
		r.target.Sleep(s.request.sleep)
		for i := range min(maxOperations, s.step.Iterations-from) {
			s.env.index = from + i
			if s.step.Err = s.env.request(s.request, &s.step); s.step.Err != nil {
				return s
			}
			own := &s.step.Request
			own.Headers = withDefaults(own.Headers, own.Body, asPart)
			own.Body = oneLine(own.Body)
			sent = append(sent, *own)
		}
	}
	final := shares[len(shares)-1]
	last := &final.step
	var bad *problem
	if last.Request, bad = r.envelope(shares[0], sent); bad != nil {
		last.Err = r.fail(shares[0].request, bad)
		return final
	}
	whole := r.send(final.request, last)
	parts := assign(len(sent), partsOf(whole.response))
	for _, s := range shares {
		n := min(maxOperations, s.step.Iterations-from)
		s.parts, parts = parts[:n], parts[n:]
		s.step.traced = last.traced
		r.answered(s, from)
	}
	if last.Part != nil && whole.part == nil {
		whole.part = last.Part
	}
	for _, s := range shares {
		switch {
		case s != final:
			s.step.Err = s.judgeParts()
		case last.Err == nil: // the expectations of the last request are held against the whole reply
			last.Err = s.env.judge(s.request, last, whole)
		}
	}
	return nil
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

// envelope is the request that carries the operations of a transaction.
func (r *run) envelope(first *share, ops []wire.Request) (wire.Request, *problem) {
	host, bad := r.address(first.request.scope, services[0])
	if bad != nil {
		return wire.Request{}, bad
	}
	url := host + "/$batch"
	if token := wire.SplitURL(ops[0].URL).Query; carriesToken(ops[0].URL) {
		url += "?" + token
	}
	batchID, changeSetID := first.env.random.guid(), first.env.random.guid()
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
func (r *run) answered(s *share, from int) {
	s.step.Part, s.env.index = nil, from
	for i, part := range s.parts {
		if part != nil {
			s.step.Part, s.env.index = part, from+i
		}
	}
	delete(r.replies, s.request)
	if s.step.Part != nil {
		r.replies[s.request] = &answer{response: *s.step.Part}
	}
}

// judgeParts holds the expectations of a request that is not the last against its own parts of the
// reply.
func (s *share) judgeParts() *Error {
	if s.step.Part == nil { // nothing of it was carried out: that is told once
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
