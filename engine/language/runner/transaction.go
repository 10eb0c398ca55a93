package runner

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// share is one request's share of a transaction.
type share struct {
	request *script.Request
	step    Step
	values  *script.Values
	parts   []*wire.Response // of the reply, one for each iteration; nil if it wasn't carried out
}

// transaction sends requests as one POST to $batch, or as several if a loop has more operations than the
// service accepts in one.
// https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
func (r *run) transaction(requests []*script.Request) {
	var shares []*share
	for _, q := range requests {
		shares = append(shares, &share{request: q, step: newStep(q), values: r.env.Values(q)})
	}
	last := &shares[len(shares)-1].step
	for from := 0; from < last.Iterations && last.Err == nil; from += script.MaxOperations {
		if broken := r.transact(shares, from); broken != nil {
			shares = []*share{broken}
			break
		}
	}
	for _, s := range shares {
		r.conclude(&s.step, s.request, s.values)
		r.steps = append(r.steps, s.step)
	}
}

// transact sends one transaction, with the iterations from that index on, and checks the reply. If one
// share kept it from being sent, it returns that one.
func (r *run) transact(shares []*share, from int) (broken *share) {
	var sent []wire.Request
	for _, s := range shares {
		r.target.Sleep(s.request.Sleep)
		for i := range min(script.MaxOperations, s.step.Iterations-from) {
			s.values.Index = from + i
			if s.step.Err = r.build(&s.step, s.request, s.values); s.step.Err != nil {
				return s
			}
			own := &s.step.Request
			own.Headers = withDefaults(own.Headers, own.Body, operation)
			own.Body = oneLine(own.Body)
			sent = append(sent, *own)
		}
	}
	final := shares[len(shares)-1]
	last := &final.step
	var bad *problem.Problem
	if last.Request, bad = r.envelope(shares[0], sent); bad != nil {
		last.Err = r.script.ErrorOf(shares[0].request, bad)
		return final
	}
	reply := r.send(final.request, last)
	parts := assign(len(sent), answer.Parts(reply.Response))
	for _, s := range shares {
		n := min(script.MaxOperations, s.step.Iterations-from)
		s.parts, parts = parts[:n], parts[n:]
		s.step.Traced = last.Traced
		r.answered(s, from)
	}
	if last.Part != nil && reply.Part == nil {
		reply.Part = last.Part
	}
	for _, s := range shares {
		switch {
		case s != final:
			s.step.Err = r.checkParts(s)
		case last.Err == nil: // the last request's expectations are about the transaction
			last.Err = r.check(last, s.request, s.values, reply)
		}
	}
	return nil
}

// oneLine removes the line breaks from a JSON body, in which no string contains one. SDKs send the operations
// of a transaction this way, and Azurite can't read any other.
func oneLine(body []byte) []byte {
	if _, ok := odata.ParseJSON(body); !ok {
		return body
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(body, []byte("\n"), nil), []byte("\r"), nil)
}

// envelope returns the request that carries the operations of a transaction.
func (r *run) envelope(first *share, ops []wire.Request) (wire.Request, *problem.Problem) {
	host, bad := first.values.Address(script.Host)
	if bad != nil {
		return wire.Request{}, bad
	}
	url := host + "/$batch"
	if token := wire.SplitURL(ops[0].URL).Query; carriesToken(ops[0].URL) {
		url += "?" + token
	}
	batchID, changeSetID := first.values.Random.GUID(), first.values.Random.GUID()
	if len(ops) == 1 && ops[0].Method == "GET" {
		changeSetID = "" // a query is alone in its batch, outside a change set
	}
	req := wire.Request{Method: "POST", URL: EncodeURL(url)}
	contentType, body := batch.Write(batchID, changeSetID, ops)
	req.Headers.Add("Content-Type", contentType)
	req.Body = body
	req.Headers = withDefaults(req.Headers, req.Body, tableRequest)
	return req, nil
}

// assign returns the part of the reply for each of n operations. If the transaction failed, the reply has
// one part, for the operation that failed, whose index is in front of the message unless it is 0.
func assign(n int, reply []batch.Part) []*wire.Response {
	parts := make([]*wire.Response, n)
	if len(reply) == 1 && reply[0].Response.Status >= 400 {
		failed := &reply[0].Response
		_, text := errorbody.Read(failed.Body)
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

// answered sets the part of the reply that answers a step: in a loop, the one that failed or the last.
func (r *run) answered(s *share, from int) {
	s.step.Part, s.values.Index = nil, from
	for i, part := range s.parts {
		if part != nil {
			s.step.Part, s.values.Index = part, from+i
		}
	}
	delete(r.env.Answers, s.request)
	if s.step.Part != nil {
		r.env.Answers[s.request] = &answer.Answer{Response: *s.step.Part}
	}
}

// checkParts compares the parts of a request that isn't the last with its expectations.
func (r *run) checkParts(s *share) *script.Error {
	if s.step.Part == nil { // nothing of it was carried out, which one comparison shows
		return r.check(&s.step, s.request, s.values, &answer.Answer{})
	}
	s.step.Response = *s.step.Part
	for i, part := range s.parts {
		if part == nil {
			continue
		}
		s.values.Index = i
		if err := r.check(&s.step, s.request, s.values, &answer.Answer{Response: *part}); err != nil {
			return err
		}
	}
	return nil
}
