package runner_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// place writes an error as line:column: message | hint.
func place(e *script.Error) string {
	return strings.TrimSuffix(fmt.Sprintf("%d:%d: %s | %s", e.Line, e.Column, e.Message, e.Hint), " | ")
}

// TestRunErrors: an error that only a run can find ends the run, with its place in the script.
func TestRunErrors(t *testing.T) {
	answered := func(status int, body string, headers ...string) *runnertest.Target {
		return runnertest.Always(status, body, headers...)
	}
	for name, c := range map[string]struct {
		target *runnertest.Target
		text   string
		want   string
	}{
		"no such header": {
			answered(200, "", "ETag", "1", "Date", "x"),
			"# @name a\nGET {{host}}/a\n###\nPUT {{host}}/b\nIf-Match: {{a.response.headers.X}}",
			"5:11: The response to a has no header X. | The response was 200. Its headers: ETag, Date.",
		},
		"no such path": {
			answered(404, runnertest.TableNotFound),
			"# @name a\nGET {{host}}/a\n###\nGET {{host}}/b{{a.response.body.$.value[0].RowKey}}",
			"4:15: The response to a has no $.value[0].RowKey. | The response was 404 TableNotFound.",
		},
		"no JSON": {
			answered(204, ""),
			"# @name a\nGET {{host}}/a\n###\nGET {{host}}/b{{a.response.body.$.x}}",
			"4:15: The response to a isn't JSON. | The response was 204.",
		},
		"in a variable": {
			answered(204, ""),
			"@x = {{a.response.headers.X}}\n# @name a\nGET {{host}}/a\n###\nGET {{host}}/b{{x}}",
			"5:15: @x: The response to a has no header X. | The response was 204.",
		},
		"in a helper's argument": {
			answered(200, "", "X", "one"),
			"@x = {{a.response.headers.X}}\n# @name a\nGET {{host}}/a\n###\nGET {{host}}/b{{$pad x 5}}",
			`5:15: $pad takes a whole number and a width from 1 to 100000, found "one 5". | Write {{$pad 42 8}} ` +
				`for 00000042.`,
		},
		"in an expectation": {
			answered(200, ""),
			"# @name a\nGET {{host}}/a\n###\n# @expect status == {{a.response.headers.X}}\nGET {{host}}/b",
			"4:21: The response to a has no header X. | The response was 200.",
		},
		"in an expectation of a cost": {
			runnertest.Traced(wire.Response{Status: 200}, trace.Trace{}),
			"# @name a\nGET {{host}}/a\n###\n# @expect cost.bytes == {{a.response.headers.X}}\nGET {{host}}/b",
			"4:25: The response to a has no header X. | The response was 200.",
		},
		"a URL that is none": {
			answered(200, ""), "@x = ftp://a\nGET {{host}}/1\n###\nGET {{x}}/b",
			"4:1: The URL doesn't begin with http:// or https://: ftp://a/b | Begin it with {{host}}.",
		},
		"a header of two lines": {
			answered(200, `{"a":"1\n2"}`),
			"# @name a\nGET {{host}}/a\n###\nGET {{host}}/b\nX: {{a.response.body.$.a}}",
			"4:1: The value of the header X has a line break in it.",
		},
		"a text without end": {
			answered(200, ""),
			"@a = {{$pad 0 100000}}\n@b = {{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}{{a}}\n" +
				"GET {{host}}/1\n###\nPOST {{host}}/a\n\n{{b}}{{b}}{{b}}{{b}}{{b}}{{b}}{{b}}{{b}}\n{{b}}",
			"8:1: The text grows beyond 8 MiB here.",
		},
		"no answer": {
			&runnertest.Target{Answer: func(r wire.Request) (wire.Response, *trace.Trace, error) {
				if strings.HasSuffix(r.URL, "a") {
					return wire.Response{Status: 200}, nil, nil
				}
				return wire.Response{}, nil, errors.New("connection refused")
			}},
			"GET {{host}}/a\n###\nGET {{host}}/b",
			"3:1: There was no answer: connection refused",
		},
		"in a transaction": {
			answered(200, ""),
			"# @name a\nGET {{host}}/a\n###\n# @transaction t\nDELETE {{host}}/b\n###\n" +
				"# @transaction t\n# @expect status == 202\nDELETE {{a.response.headers.X}}",
			"9:8: The response to a has no header X. | The response was 200.",
		},
		"$index grows too large": {
			answered(200, ""),
			"# @loop for 9\nGET {{host}}/{{$index*1000000*1000000}}",
			"2:14: Expected * / or % and a number after $index, with + and a number last, found " +
				"\"$index*1000000*1000000\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		"a part of the transaction is needed that was not carried out": {
			runnertest.Replying(runnertest.Response(409, `{"odata.error":{"code":"X","message":{"value":"1:x"}}}`)),
			"# @name a\n# @transaction t\nDELETE {{host}}/a\n###\n# @transaction t\nDELETE {{host}}/b\n###\n" +
				"GET {{host}}/{{a.response.headers.ETag}}",
			"8:14: a has no response: its transaction wasn't carried out.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.target.Clock = runnertest.Start()
			steps := runnertest.Run(t, c.target, c.text+"\n###\n# @name never\nGET {{host}}/never")
			last := steps[len(steps)-1]
			if last.Err == nil || last.Name == "never" || last.OK() {
				t.Fatalf("it ran on: %+v", steps)
			}
			if diff := cmp.Diff(c.want, place(last.Err)); diff != "" {
				t.Error(diff)
			}
			for _, x := range last.Expectations {
				if !x.Skipped {
					t.Errorf("expectation %+v", x)
				}
			}
		})
	}
}

// TestEngineFault: a fault of the engine itself, such as a full sandbox, ends the run with its text or its
// cause.
func TestEngineFault(t *testing.T) {
	for want, f := range map[string]*fault.Error{
		fault.AccountFull.Message:            {Code: fault.AccountFull, Cause: errors.New("full")},
		"The engine couldn't answer: bug: x": {Code: fault.InternalError, Cause: errors.New("bug: x")},
		"The engine couldn't answer: Server encountered an internal error. Please try again after some " +
			"time.": fault.New(fault.InternalError),
	} {
		target := runnertest.Traced(runnertest.Response(500, ""), trace.Trace{Fault: f})
		steps := runnertest.Run(t, target, "# @loop for 3\nGET {{host}}/a\n###\nGET {{host}}/b")
		if len(steps) != 1 || len(target.Sent) != 1 || steps[0].Err == nil || steps[0].Response.Status != 500 {
			t.Fatalf("%d requests, steps %+v", len(target.Sent), steps)
		}
		if got := steps[0].Err.Message; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	target := runnertest.Traced(runnertest.Response(404, ""), trace.Trace{Fault: fault.New(fault.TableNotFound)})
	steps := runnertest.Run(t, target, "GET {{host}}/a\n###\nGET {{host}}/b")
	if len(steps) != 2 || !steps[0].OK() {
		t.Errorf("after a fault of the service: %+v", steps)
	}
}
