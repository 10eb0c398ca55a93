package runnertest

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// Host is what {{host}} stands for in Run.
const Host = "http://127.0.0.1:10002/devstoreaccount1"

// Start is the time at which a Target's clock starts.
func Start() table.Ticks { return table.Date(2026, 1, 5) + 9*3600*table.Second }

// Target keeps what it is sent, and answers with Answer or, if that is nil, with an empty 200.
type Target struct {
	Sent   []wire.Request
	Clock  table.Ticks
	Answer func(wire.Request) (wire.Response, *trace.Trace, error)
}

// Do answers a request.
func (t *Target) Do(r wire.Request) (wire.Response, *trace.Trace, error) {
	t.Sent = append(t.Sent, r)
	if t.Answer == nil {
		return wire.Response{Status: 200}, nil, nil
	}
	return t.Answer(r)
}

// Now returns the time of the target's clock.
func (t *Target) Now() table.Ticks { return t.Clock }

// Sleep advances the target's clock.
func (t *Target) Sleep(d table.Ticks) { t.Clock += d }

// Serving returns a target with that Answer, whose clock is at Start.
func Serving(answer func(wire.Request) (wire.Response, *trace.Trace, error)) *Target {
	return &Target{Clock: Start(), Answer: answer}
}

// Always answers every request with one response, without a trace.
func Always(status int, body string, headers ...string) *Target {
	return Answering(func(wire.Request) wire.Response { return Response(status, body, headers...) })
}

// Answering answers with what a function returns, without a trace.
func Answering(answer func(wire.Request) wire.Response) *Target {
	return Serving(func(r wire.Request) (wire.Response, *trace.Trace, error) { return answer(r), nil, nil })
}

// Traced answers every request with one response and a trace.
func Traced(r wire.Response, tr trace.Trace) *Target {
	return Serving(func(wire.Request) (wire.Response, *trace.Trace, error) { return r, &tr, nil })
}

// Replying answers a transaction with these parts, and anything else with 200.
func Replying(parts ...wire.Response) *Target {
	return &Target{Clock: Start(), Answer: func(r wire.Request) (wire.Response, *trace.Trace, error) {
		if !strings.HasSuffix(r.URL, "/$batch") {
			return Response(200, ""), &trace.Trace{Cost: trace.Cost{Transactions: 1}}, nil
		}
		var all []batch.Part
		for _, p := range parts {
			all = append(all, batch.Part{Response: p})
		}
		contentType, body := batch.MediaType("A"), batch.Append(nil, "A", "B", slices.Values(all))
		reply := wire.Response{Status: 202, Body: body}
		reply.Headers.Add("Content-Type", contentType)
		return reply, &trace.Trace{Cost: trace.Cost{EntitiesWritten: len(parts), Transactions: 1}}, nil
	}}
}

// Response is a response with headers, each a name and a value.
func Response(status int, body string, headers ...string) wire.Response {
	r := wire.Response{Status: status, Body: []byte(body)}
	for i := 0; i < len(headers); i += 2 {
		r.Headers.Add(headers[i], headers[i+1])
	}
	return r
}

// Parse parses a script that must have no errors.
func Parse(t testing.TB, file, text string) *script.Script {
	t.Helper()
	s := script.Parse(file, text)
	for _, e := range s.Errors {
		t.Errorf("%v %s", e, e.Hint)
	}
	if t.Failed() {
		t.FailNow()
	}
	return s
}

// Run runs the first example of an .http script.
func Run(t testing.TB, target runner.Target, text string) []runner.Step {
	t.Helper()
	return runner.Run(Parse(t, "a.http", text), 0, target, runner.Options{Host: Host})
}
