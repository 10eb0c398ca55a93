package runner_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// line writes a step in a line: its name, status, the status of its part, and its expectations.
func line(s runner.Step) string {
	words := []string{s.Name, wireStatus(s.Response.Status), "-"}
	if s.Part != nil {
		words[2] = wireStatus(s.Part.Status)
	}
	for _, x := range s.Expectations {
		sign := "-"
		if x.OK {
			sign = "+"
		}
		got, _, _ := strings.Cut(x.Got, ";")
		words = append(words, sign+x.Text+": "+short20(got))
	}
	return strings.Join(words, " | ")
}

func wireStatus(n int) string {
	if n == 0 {
		return "none"
	}
	return wire.StatusText(n)
}

func short20(s string) string { return s[:min(20, len(s))] }

func all(steps []runner.Step) (lines []string) {
	for _, s := range steps {
		lines = append(lines, line(s))
	}
	return lines
}

func TestTransaction(t *testing.T) {
	f := runnertest.Replying(
		runnertest.Response(201, `{"RowKey":"first"}`), runnertest.Response(201, `{"RowKey":"second"}`),
		runnertest.Response(204, "", "A", "x"), runnertest.Response(204, `{"Count":7}`, "ETag", "tag"))
	steps := runnertest.Run(t, f, runnertest.Transaction)
	want := []string{
		"copy | Created | Created | +status == 201: 201",
		"old | No Content | No Content | +status == 204: 204",
		`count | Accepted | No Content | +status == 202: 202 | +error == "": no error` +
			" | +header Content-Type matches multipart/mixed*: multipart/mixed" +
			" | +body contains changesetresponse: --batchresponse_A  C | +body $.Count == 7: 7 | " +
			"+cost.transactions == 1: 1",
		"after | OK | -",
	}
	if diff := cmp.Diff(want, all(steps)); diff != "" {
		t.Error(diff)
	}
	if got := f.Sent[1].URL; got != runnertest.Host+"/second/tag/x" {
		t.Errorf("references gave %s", got)
	}
	if f.Clock != runnertest.Start()+table.Second {
		t.Errorf("it is %v", f.Clock)
	}
	for i, s := range steps[:3] {
		if (s.Trace != nil) != (i == 2) || s.Cost.EntitiesWritten != i/2*4 || s.Transaction != "hire" {
			t.Errorf("%s: trace %v, cost %+v", s.Name, s.Trace, s.Cost)
		}
	}
	if steps[1].Target != "/Employees(PartitionKey='a',RowKey='b c')" || steps[1].Request.Method != "DELETE" ||
		steps[2].Method != "PATCH" || steps[2].Request.URL != runnertest.Host+"/$batch" {
		t.Errorf("%+v", steps[1:3])
	}
}

// TestTransactionRequest has the complete request of a transaction.
func TestTransactionRequest(t *testing.T) {
	f := runnertest.Replying()
	runnertest.Run(t, f, runnertest.Transaction)
	want := `POST http://127.0.0.1:10002/devstoreaccount1/$batch
Content-Type: multipart/mixed; boundary=batch_b3c85972-4f36-4bd2-8e51-9e2cc7f55fde
Accept: application/json;odata=minimalmetadata
DataServiceVersion: 3.0
x-ms-version: 2019-02-02

--batch_b3c85972-4f36-4bd2-8e51-9e2cc7f55fde
Content-Type: multipart/mixed; boundary=changeset_d56a07f8-f56f-4329-ab30-3f0b2a33a0b6

--changeset_d56a07f8-f56f-4329-ab30-3f0b2a33a0b6
Content-Transfer-Encoding: binary
Content-Type: application/http

POST http://127.0.0.1:10002/devstoreaccount1/Employees HTTP/1.1
Accept: application/json;odata=nometadata
Content-Type: application/json
DataServiceVersion: 3.0

{"RowKey":"0"}
--changeset_d56a07f8-f56f-4329-ab30-3f0b2a33a0b6
Content-Transfer-Encoding: binary
Content-Type: application/http

POST http://127.0.0.1:10002/devstoreaccount1/Employees HTTP/1.1
Accept: application/json;odata=nometadata
Content-Type: application/json
DataServiceVersion: 3.0

{"RowKey":"1"}
--changeset_d56a07f8-f56f-4329-ab30-3f0b2a33a0b6
Content-Transfer-Encoding: binary
Content-Type: application/http

DELETE http://127.0.0.1:10002/devstoreaccount1/Employees(PartitionKey=%27a%27,RowKey=%27b%20c%27) HTTP/1.1
If-Match: *
Accept: application/json;odata=minimalmetadata
DataServiceVersion: 3.0


--changeset_d56a07f8-f56f-4329-ab30-3f0b2a33a0b6
Content-Transfer-Encoding: binary
Content-Type: application/http

PATCH http://127.0.0.1:10002/devstoreaccount1/Employees(PartitionKey=%27a%27,RowKey=%27n%27) HTTP/1.1
Accept: application/json;odata=minimalmetadata
Content-Type: application/json
DataServiceVersion: 3.0

{"Count":7}
--changeset_d56a07f8-f56f-4329-ab30-3f0b2a33a0b6--

--batch_b3c85972-4f36-4bd2-8e51-9e2cc7f55fde--
`
	r := f.Sent[0]
	got := r.Method + " " + r.URL + "\n"
	for _, h := range r.Headers {
		got += h.Name + ": " + h.Value + "\n"
	}
	got += "\n" + strings.ReplaceAll(string(r.Body), "\r\n", "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestTransactionFails: a reply with one failed part names the operation by its index.
func TestTransactionFails(t *testing.T) {
	fault := func(message string) wire.Response {
		return runnertest.Response(409,
			`{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US",`+
				`"value":"`+message+`\nRequestId:1"}}}`)
	}
	last := ` | -error == "": EntityAlreadyExists | +header Content-Type matches multipart/mixed*: ` +
		`multipart/mixed` +
		" | +body contains changesetresponse: --batchresponse_A  C | -body $.Count == 7: no $.Count | " +
		"+cost.transactions == 1: 1"
	const none = "no answer: the trans"
	for name, c := range map[string]struct {
		message string
		want    []string
	}{
		"the loop's second": {"1:The specified entity already exists.", []string{
			"copy | Conflict | Conflict | -status == 201: 409 (at $index 1)",
			"old | none | - | -status == 204: " + none,
			"count | Accepted | - | +status == 202: 202" + last,
		}},
		"the second request": {"2:The specified entity already exists.", []string{
			"copy | none | - | -status == 201: " + none,
			"old | Conflict | Conflict | -status == 204: 409",
			"count | Accepted | - | +status == 202: 202" + last,
		}},
		"the last": {"3:The specified entity already exists.", []string{
			"copy | none | - | -status == 201: " + none,
			"old | none | - | -status == 204: " + none,
			"count | Accepted | Conflict | +status == 202: 202" + last,
		}},
		"without an index it is the first": {"Already there.", []string{
			"copy | Conflict | Conflict | -status == 201: 409 (at $index 0)",
			"old | none | - | -status == 204: " + none,
			"count | Accepted | - | +status == 202: 202" + last,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			text, _, _ := strings.Cut(runnertest.Transaction, "\n###\n# @name after")
			got := all(runnertest.Run(t, runnertest.Replying(fault(c.message)), text))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTransactionRefused: the envelope itself is refused, so no operation has a response.
func TestTransactionRefused(t *testing.T) {
	f := runnertest.Always(413, `{"odata.error":{"code":"RequestBodyTooLarge"}}`)
	steps := runnertest.Run(t, f, "# @transaction t\nDELETE {{host}}/a\n###\n# @transaction t\n"+
		"# @expect status == 413\n# @expect error == RequestBodyTooLarge\nDELETE {{host}}/b")
	want := []string{
		" | none | -",
		" | " + wire.StatusText(413) +
			" | - | +status == 413: 413 | +error == RequestBodyTooLarge: RequestBodyTooLarge",
	}
	if diff := cmp.Diff(want, all(steps)); diff != "" {
		t.Error(diff)
	}
}

// inserting answers transactions of operations with a body {"RowKey":"…"} the way the service does. An
// operation fails if its RowKey is one of the bad ones.
func inserting(bad ...string) *runnertest.Target {
	return runnertest.Serving(func(r wire.Request) (wire.Response, *trace.Trace, error) {
		envelope, err := batch.Parse(r.Headers.Get("Content-Type"), r.Body)
		if err != nil {
			return runnertest.Response(200, ""), &trace.Trace{}, nil
		}
		var parts []wire.Response
		for i, op := range envelope.Operations {
			body := string(op.Request.Body)
			if slices.ContainsFunc(bad, func(key string) bool { return body == `{"RowKey":"`+key+`"}` }) {
				parts = []wire.Response{runnertest.Response(409,
					fmt.Sprintf(`{"odata.error":{"code":"EntityAlreadyExists","message":{"value":"%d:x"}}}`, i))}
				break
			}
			parts = append(parts, runnertest.Response(201, body))
		}
		return runnertest.Replying(parts...).Answer(r)
	})
}

const loop = `# @name fill
# @transaction fill
# @loop for 250
# @sleep 1000
# @expect status == 202
# @expect error == ""
# @expect body $.RowKey exists
# @expect cost.transactions == 3
POST {{host}}/Employees

{"RowKey":"{{$index}}"}

###
# @name after
GET {{host}}/{{fill.response.body.$.RowKey}}`

// TestTransactions: a loop with more operations than fit in a transaction is sent as several. Expectations of
// costs are about their sum, all others about each of them.
func TestTransactions(t *testing.T) {
	for name, c := range map[string]struct {
		bad   []string
		want  []string
		after string
	}{
		"all are carried out": {nil, []string{
			`fill | Accepted | Created | +status == 202: 202 | +error == "": no error | +body $.RowKey exists: ` +
				`249 | +cost.transactions == 3: 3`,
			"after | OK | -",
		}, "249"},
		"the second fails": {[]string{"103"}, []string{
			`fill | Accepted | Created | +status == 202: 202 | -error == "": EntityAlreadyExists  | -body ` +
				`$.RowKey exists: no $.RowKey (at $ind | +cost.transactions == 3: 3`,
			"after | OK | -",
		}, "249"},
	} {
		t.Run(name, func(t *testing.T) {
			f := inserting(c.bad...)
			steps := runnertest.Run(t, f, loop)
			if diff := cmp.Diff(c.want, all(steps)); diff != "" {
				t.Error(diff)
			}
			var sizes []int
			for _, r := range f.Sent[:3] {
				envelope, err := batch.Parse(r.Headers.Get("Content-Type"), r.Body)
				if err != nil {
					t.Fatal(err)
				}
				sizes = append(sizes, len(envelope.Operations))
			}
			if diff := cmp.Diff([]int{100, 100, 50}, sizes); diff != "" {
				t.Error(diff)
			}
			if got := f.Sent[3].URL; got != runnertest.Host+"/"+c.after {
				t.Errorf("a reference gave %s", got)
			}
			if f.Clock != runnertest.Start()+3*table.Second || steps[0].Iterations != 250 {
				t.Errorf("it is %v after %d iterations", f.Clock, steps[0].Iterations)
			}
			if boundary := f.Sent[0].Headers[0].Value; boundary == f.Sent[1].Headers[0].Value {
				t.Errorf("two transactions have the boundary %s", boundary)
			}
		})
	}
	steps := runnertest.Run(t, inserting("103", "200"), loop)
	if got, want := steps[0].Expectations[1].Got, "EntityAlreadyExists (at $index 103)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := steps[len(steps)-1].Err; got == nil || got.Message != "The response to fill has no $.RowKey." {
		t.Errorf("a reference to the last transaction, which failed, gave %v", got)
	}
}

// TestTransactionsBreakOff: an operation that can't be sent ends the loop.
func TestTransactionsBreakOff(t *testing.T) {
	text := "# @name fill\n# @transaction t\n# @loop for 2001\n# @expect status == 202\n# @expect " +
		"cost.transactions == 1\n" +
		"POST {{host}}/T\nX: {{$datetime iso8601 9999-12-31T00:00:00Z $index " +
		"minutes}}\n\n{\"RowKey\":\"{{$index}}\"}"
	f := inserting()
	s := runnertest.Run(t, f, text)[0]
	if s.Err == nil || s.Err.Message != "The date is outside the years 1 to 9999." || len(f.Sent) != 14 {
		t.Fatalf("%d requests, then %v", len(f.Sent), s.Err)
	}
	if x := s.Expectations; x[0].Skipped || !x[0].OK || !x[1].Skipped || s.Cost.Transactions != 14 {
		t.Errorf("%+v, cost %+v", x, s.Cost)
	}
}

// TestQueryInTransaction: a query is alone in its batch, outside a change set.
func TestQueryInTransaction(t *testing.T) {
	f := runnertest.Replying(runnertest.Response(200, "{}"))
	runnertest.Run(t, f, "# @transaction t\nGET {{host}}/a")
	body := string(f.Sent[0].Body)
	if strings.Contains(body, "changeset") || !strings.Contains(body, "GET "+runnertest.Host+"/a HTTP/1.1") {
		t.Errorf("sent %s", body)
	}
}

// TestBatchByHand: a script can write an envelope itself. Its error is that of the failed part.
func TestBatchByHand(t *testing.T) {
	f := runnertest.Replying(runnertest.Response(404, runnertest.TableNotFound))
	s := runnertest.Run(t, f,
		"# @expect status == 202\n# @expect error == TableNotFound\nPOST {{host}}/$batch\n"+
			"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/http\n\n--b--")[0]
	if !s.OK() {
		t.Errorf("%+v", s.Expectations)
	}
}

// TestTransactionBodies: JSON is sent on one line, and any other body unchanged.
func TestTransactionBodies(t *testing.T) {
	for body, want := range map[string]string{
		"{\n  \"A\": \"two words\",\n  \"B\": [1,\n 2]\n}": `{  "A": "two words",  "B": [1, 2]}`,
		"{\r\n\"A\":\r1}": "{\"A\":1}",
		"not\njson":       "not\njson",
	} {
		target := runnertest.Replying(runnertest.Response(204, ""))
		s := script.Parse("a.http", "# @transaction t\nPOST {{host}}/T\n\n"+body)
		runner.Run(s, 0, target, runner.Options{Host: "http://h"})
		envelope, err := batch.Parse(target.Sent[0].Headers.Get("Content-Type"), target.Sent[0].Body)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(envelope.Operations[0].Request.Body); got != want {
			t.Errorf("%q was sent as %q, want %q", body, got, want)
		}
	}
}
