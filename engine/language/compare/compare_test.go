package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/language/compare"
	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/wire"
)

// list writes differences as part: here | there, one on each line.
func list(found []compare.Difference) string {
	var all []string
	for _, d := range found {
		all = append(all, d.Part+": "+d.Here+" | "+d.There)
	}
	return strings.Join(all, "\n")
}

func ok(body string, headers ...string) wire.Response {
	return runnertest.Response(200, body, headers...)
}

// reply is an answer to a transaction.
func reply(parts ...wire.Response) wire.Response {
	var all []batch.Part
	for _, p := range parts {
		all = append(all, batch.Part{Response: p})
	}
	body := string(batch.Append(nil, "A", "B", slices.Values(all)))
	return runnertest.Response(202, body, "Content-Type", batch.MediaType("A"))
}

func TestAnswers(t *testing.T) {
	const metadata = `"odata.metadata":"http://127.0.0.1:10002/devstoreaccount1/$metadata#Orders"`
	const cloud = `"odata.metadata":"https://contoso.table.core.windows.net/$metadata#Orders"`
	fault := func(status int, code, text string) wire.Response {
		return runnertest.Response(status, `{"odata.error":{"code":"`+code+`","message":{"value":"`+text+`"}}}`)
	}
	for name, c := range map[string]struct {
		here, there wire.Response
		want        string
	}{
		"nothing":         {ok(""), ok(""), ""},
		"the status":      {ok(""), runnertest.Response(204, ""), "status: 200 | 204"},
		"words of errors": {fault(404, "TableNotFound", "a"), fault(404, "TableNotFound", "b"), ""},
		"an error": {
			fault(404, "TableNotFound", "a"), fault(404, "ResourceNotFound", "a"),
			"error: TableNotFound | ResourceNotFound",
		},
		"an error and none": {
			fault(409, "EntityAlreadyExists", "a"), ok("{}"), "status: 409 | 200\nerror: EntityAlreadyExists | ",
		},
		"what changes": {
			ok(`{`+metadata+`,"value":[{"odata.etag":"1","Timestamp":"1","RowKey":"1"}]}`, "ETag", "1"),
			ok(`{`+cloud+`,"value":[{"odata.etag":"2","Timestamp":"2","RowKey":"1"}]}`, "ETag", "2", "Date", "today"),
			"",
		},
		"what must be there": {
			ok(`{"value":[{"odata.etag":"1","Timestamp":"1"}]}`, "ETag", "1"), ok(`{"value":[{}]}`),
			"header ETag: there | \nbody $.value[0]['odata.etag']: \"1\" | \nbody $.value[0].Timestamp: \"1\" | ",
		},
		"numbers": {
			ok(`[5.0,1E2,9007199254740993,1]`), ok(`[5,100,9007199254740992,"1"]`),
			"body $[2]: 9007199254740993 | 9007199254740992\nbody $[3]: 1 | \"1\"",
		},
		"the order of members": {ok(`{"a":1,"b":{"c":2,"d":3}}`), ok(`{"b":{"d":3,"c":2},"a":1}`), ""},
		"the order of items":   {ok(`[1,2]`), ok(`[2,1]`), "body $[0]: 1 | 2\nbody $[1]: 2 | 1"},
		"items":                {ok(`[1]`), ok(`[1,2]`), "body $: 1 item | 2 items"},
		"members":              {ok(`{"a":null}`), ok(`{"b":1}`), "body $.a: null | \nbody $.b:  | 1"},
		"full metadata": {
			ok(`{"odata.type":"devstoreaccount1.Orders","odata.id":"http://a/devstoreaccount1/Orders(1)",` +
				`"odata.editLink":"Orders(1)"}`),
			ok(`{"odata.type":"contoso.Orders","odata.id":"https://b/Orders(1)","odata.editLink":"Orders(2)"}`),
			"body $['odata.editLink']: Orders(1) | Orders(2)",
		},
		"types of content": {
			ok("", "Content-Type", "application/json;odata=nometadata;streaming=true;charset=utf-8"),
			ok("", "Content-Type", "application/json; odata=nometadata"), "",
		},
		"other types": {
			ok("", "Content-Type", "application/json;odata=nometadata"), ok("", "Content-Type", "application/json"),
			"header Content-Type: application/json;odata=nometadata | application/json",
		},
		"headers that don't matter": {ok("", "Server", "a"), ok("", "x-ms-request-id", "b"), ""},
		"addresses": {
			ok("", "Location", "http://a/devstoreaccount1/Orders(1)"), ok("", "Location", "https://b/Orders(2)"),
			"header Location: Orders(1) | Orders(2)",
		},
		"metadata of blobs": {
			ok("", "x-ms-meta-Colour", "red"), ok("", "x-ms-meta-colour", "green"),
			"header x-ms-meta-colour: red | green",
		},
		"no document": {ok("a"), ok("b"), "body: a | b"},
		"XML, unread": {ok("<a>1</a>"), ok("<a>2</a>"), "body: <a>1</a> | <a>2</a>"},
		"transactions": {
			reply(runnertest.Response(204, "", "ETag", "1"), runnertest.Response(201, `{"a":1}`)),
			reply(runnertest.Response(204, "", "ETag", "2"), runnertest.Response(201, `{"a":2}`)),
			"operation 1: body $.a: 1 | 2",
		},
		"a transaction that fails": {
			reply(fault(409, "EntityAlreadyExists", "1:a")), reply(ok(""), ok("")),
			"operations: 1 | 2\noperation 0: status: 409 | 200\noperation 0: error: EntityAlreadyExists | ",
		},
	} {
		if diff := cmp.Diff(c.want, list(compare.Answers(c.here, c.there, nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	many := ok("[" + strings.Repeat("1,", 99) + "1]")
	if n := len(compare.Answers(many, ok("["+strings.Repeat("2,", 99)+"2]"), nil)); n != compare.MaxDifferences {
		t.Errorf("%d differences are listed, want %d", n, compare.MaxDifferences)
	}
}

func TestRuns(t *testing.T) {
	const text = "GET {{host}}/a\n###\n# @name b\nGET {{host}}/b\n" +
		"###\nGET {{host}}/{{b.response.headers.ETag}}\n"
	here := runnertest.Run(t, runnertest.Always(200, "[1]", "ETag", "1"), text)
	there := runnertest.Run(t, runnertest.Always(200, "[2]"), text)
	s := compare.Runs(here, there, nil)
	var got []string
	for i := range there {
		got = append(got, list(s[i]))
	}
	if diff := cmp.Diff([]string{
		"header ETag: there | \nbody $[0]: 1 | 2", "header ETag: there | \nbody $[0]: 1 | 2",
		"request: sent | The response to b has no header ETag.",
	}, got); diff != "" {
		t.Error(diff)
	}
	if s := compare.Runs(nil, there[:1], nil); list(s[0]) != "request:  | sent" {
		t.Error(list(s[0]))
	}
	if same := compare.Runs(there, there, nil); len(same[0])+len(same[2]) > 0 {
		t.Error(list(same[0]), list(same[2]))
	}
	whole := report.Report{Files: []report.File{{Name: "a.http", Steps: there[:2]}}}
	r := report.Report{Files: whole.Files, Compared: []compare.Steps{{nil, s[1]}}}
	const words = "✔ GET /a  200\n✔ b  200\n" +
		"    differs: header ETag\n        engine  there\n        target  nothing\n" +
		"    differs: body $[0]\n        engine  1\n        target  2\n\n2 steps, 2 passed, 0 failed, 1 different\n"
	if diff := cmp.Diff(words, string(r.AppendText(nil))); diff != "" || r.ExitCode() != report.ExitFailed {
		t.Errorf("exit code %d\n%s", r.ExitCode(), diff)
	}
	const part = `,"expectations":[],"differences":[]},{"name":"b",`
	if got := string(r.AppendJSON(nil)); !strings.HasPrefix(got, `{"ok":false,`) ||
		!strings.Contains(got, part) ||
		!strings.HasSuffix(got, `,{"part":"body $[0]","here":"1","there":"2"}]}]}]}`+"\n") {
		t.Error(got)
	}
	if whole.Compared = []compare.Steps{{nil, nil}}; !whole.OK() {
		t.Error("without differences it isn't OK")
	}
}
