package peer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/suites/peer"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	here  = "http://here/account"
	there = "http://there/account"
)

// response makes a response. headers are pairs of name and value.
func response(status int, body string, headers ...string) wire.Response {
	r := wire.Response{Status: status, Body: []byte(body)}
	for i := 0; i < len(headers); i += 2 {
		r.Headers.Add(headers[i], headers[i+1])
	}
	return r
}

func refusal(code, text string) string {
	return `{"odata.error":{"code":"` + code + `","message":{"lang":"en-US","value":"` + text + `"}}}`
}

func TestCompare(t *testing.T) {
	const (
		id      = "0ea85d4e-8002-0031-1c3b-5a3c50000000"
		other   = "cbaf2959-26ba-4524-b491-927b5a000000"
		trailer = `\nRequestId:` + id + `\nTime:2026-01-05T09:00:00.1234567Z`
		shorter = `\nRequestId:` + other + `\nTime:2026-11-20T09:00:00.123Z`
	)
	for _, c := range []struct {
		name          string
		ours, azurite wire.Response
		want          []string // field, ours, azurite of each difference
	}{
		{"the same except for times, identifiers and the address",
			response(200, `{"odata.metadata":"`+here+`/$metadata#T",`+
				`"odata.etag":"W/\"datetime'2026-01-05T09%3A00%3A00.1Z'\"",`+
				`"Timestamp":"2026-01-05T09:00:00.1Z","A":1}`,
				"ETag", "W/\"datetime'2026-01-05T09%3A00%3A00.1Z'\"", "x-ms-request-id", id, "Location", here+"/T"),
			response(200, `{"odata.metadata":"`+there+`/$metadata#T",`+
				`"odata.etag":"W/\"datetime'2026-11-20T10%3A11%3A12.1234567Z'\"",`+
				`"Timestamp":"2026-11-20T10:11:12.1234567Z","A":1}`,
				"ETag", "W/\"datetime'2026-11-20T10%3A11%3A12.1234567Z'\"",
				"X-Ms-Request-Id", other, "Location", there+"/T"),
			nil},
		{"times of entities are compared", response(200, `{"A":"2026-01-05T09:00:00Z"}`),
			response(200, `{"A":"2026-01-05T09:00:01Z"}`),
			[]string{"body $.A", `"2026-01-05T09:00:00Z"`, `"2026-01-05T09:00:01Z"`}},
		{"an ETag of another form", response(204, "", "ETag", "W/\"datetime'2026-01-05T09%3A00%3A00Z'\""),
			response(204, "", "ETag", `W/"0x1"`),
			[]string{"header etag", `W/"datetime'{time}'"`, `W/"0x1"`}},
		{"status", response(201, `{"A":1}`), response(200, `{"A":2}`, "X", "y"), []string{"answer", "201", "200"}},
		{"code", response(400, refusal("A", "a")), response(400, refusal("B", "b")),
			[]string{"answer", "400 A", "400 B"}},
		{"no code, no body", response(400, refusal("", "a")), response(400, ""),
			[]string{"answer", "400 without a code", "400 without a body"}},
		{"message", response(400, refusal("A", "a"+trailer)), response(400, refusal("A", "b"+trailer)),
			[]string{"message", "a", "b"}},
		{"trailer", response(400, refusal("A", "a"+trailer)), response(400, refusal("A", "a"+shorter)),
			[]string{"trailer", "time of 28 characters", "time of 24 characters"}},
		{"no trailer", response(400, refusal("A", "a"+trailer)), response(400, refusal("A", "a")),
			[]string{"trailer", "time of 28 characters", "absent"}},
		{"headers that one lacks", response(204, "", "A", "1"), response(204, "", "B", "2"),
			[]string{"header a", "1", "absent", "header b", "absent", "2"}},
		{"the same token in other forms", response(200, "", "x-ms-continuation-NextRowKey", "1!4!MQ--"),
			response(200, "", "x-ms-continuation-NextRowKey", "MQ=="),
			[]string{"header x-ms-continuation-nextrowkey", "framed base64", "plain base64"}},
		{"another token in the same form", response(200, "", "x-ms-continuation-NextRowKey", "1!4!MQ--"),
			response(200, "", "x-ms-continuation-NextRowKey", "1!4!Mg--"),
			[]string{"token x-ms-continuation-nextrowkey", "1", "2"}},
		{"numbers as they are written", response(200, `{"A":5.0}`), response(200, `{"A":5}`),
			[]string{"body $.A", "5.0", "5"}},
		{"null and nothing", response(200, `{"A":null}`), response(200, `{}`),
			[]string{"body $.A", "null", "absent"}},
		{"order of members", response(200, `{"A":1,"B":2}`), response(200, `{"B":2,"A":1}`),
			[]string{"order $", "A B", "B A"}},
		{"place of the Timestamp", response(200, `{"A":1,"Timestamp":"2026-01-05T09:00:00Z","B":2}`),
			response(200, `{"A":1,"B":2,"Timestamp":"2026-01-05T09:00:00Z"}`),
			[]string{"place $.Timestamp", "behind A", "behind B"}},
		{"other entities", response(200, `{"value":[{"PartitionKey":"p","RowKey":"1"}]}`),
			response(200, `{"value":[]}`),
			[]string{"entities $.value", "1: /p/1", "0: "}},
		{"the same in two entities counts once", response(200, `{"value":[{"A":1.0},{"A":1.0}]}`),
			response(200, `{"value":[{"A":1},{"A":1}]}`),
			[]string{"body $.value[*].A", "1.0", "1"}},
		{"no JSON", response(200, `{}`), response(200, ``), []string{"body", "JSON", "nothing"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := peer.Compare("a.http",
				peer.Run{Base: here, Steps: []runner.Step{{Title: "x", Response: c.ours}}},
				peer.Run{Base: there, Steps: []runner.Step{{Title: "x", Response: c.azurite}}})
			if err != nil {
				t.Fatal(err)
			}
			var want []peer.Difference
			for i := 0; i < len(c.want); i += 3 {
				want = append(want, difference("a.http", "x", c.want[i], c.want[i+1], c.want[i+2]))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestCompareRefuses: a run that failed or has other steps can't be compared.
func TestCompareRefuses(t *testing.T) {
	complete := peer.Run{Steps: []runner.Step{{Title: "x"}}}
	broken := peer.Run{Steps: []runner.Step{{Title: "x", Err: &script.Error{Message: "no answer"}}}}
	for name, runs := range map[string][2]peer.Run{
		"fewer steps": {complete, {}}, "broken here": {broken, complete}, "broken there": {complete, broken},
	} {
		if _, err := peer.Compare("a.http", runs[0], runs[1]); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestCompareTransaction: each step of a transaction compares its part, and the last one also the reply.
func TestCompareTransaction(t *testing.T) {
	reply := func(id string) wire.Response {
		return response(202, "", "Content-Type", "multipart/mixed; boundary=batchresponse_"+id)
	}
	run := func(id string, first, last wire.Response) peer.Run {
		return peer.Run{Base: here, Steps: []runner.Step{
			{Title: "one", Transaction: "t", Response: first, Part: &first},
			{Title: "two", Transaction: "t", Response: reply(id), Part: &last},
		}}
	}
	got, err := peer.Compare("a.http",
		run("0ea85d4e-8002-0031-1c3b-5a3c50000000", response(201, `{"A":1}`), response(204, "")),
		run("cbaf2959-26ba-4524-b491-927b5a000000", response(201, `{"A":2}`), response(404, "")))
	want := []peer.Difference{
		{File: "a.http", Request: "one", Field: "part: body $.A", Ours: "1", Azurite: "2"},
		{File: "a.http", Request: "two", Field: "part: answer", Ours: "204", Azurite: "404 without a body"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}
