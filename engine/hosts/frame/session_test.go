package frame_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/sandbox"
)

const (
	jsonHeaders = `"headers":[["Accept","application/json;odata=nometadata"],["Content-Type",` +
		`"application/json"]]`
	create = `{"op":"do","session":"a","method":"POST","url":"http://127.0.0.1:10002/devstoreaccount1/Tables",` +
		jsonHeaders + `,"body":"{\"TableName\":\"Orders\"}"}`
	list = `{"op":"do","session":"a","method":"GET","url":"http://127.0.0.1:10002/devstoreaccount1/Tables",` + jsonHeaders + `}`
	none = `{"error":"there is no account for session \"a\" any more"}`

	first  = `,"did":[0,0,1767603600012]}` // the end of the reply to an account's first request
	second = `,"did":[0,0,1767603600024]}`
	third  = `,"did":[0,0,1767603600037]}`

	noTables = `"body":"{\"value\":[]}"`
	orders   = `"body":"{\"value\":[{\"TableName\":\"Orders\"}]}"`
)

// TestSessions: an account exists from open to close, and only its own session reaches it.
func TestSessions(t *testing.T) {
	host := frame.New(sandbox.Tables())
	another := func(call string) string { return strings.Replace(call, `"session":"a"`, `"session":"b"`, 1) }
	for i, step := range []struct{ call, begins, ends string }{
		{list, none, none},
		{`{"op":"open","session":"a"}`, "{}", "{}"},
		{`{"op":"open","session":"b"}`, "{}", "{}"},
		{create, `{"status":201,"headers":[[`, `"body":"{\"TableName\":\"Orders\"}"` + first},
		{create, `{"status":409,"headers":[[`, second},
		{list, `{"status":200,"headers":[[`, orders + third},
		{another(list), `{"status":200,`, noTables + first},
		{`{"op":"open","session":"a"}`, "{}", "{}"},
		{list, `{"status":200,`, noTables + first},
		{`{"op":"close","session":"a"}`, "{}", "{}"},
		{`{"op":"close","session":"a"}`, "{}", "{}"},
		{list, none, none},
		{another(list), `{"status":200,`, noTables + second},
	} {
		got := string(host.Answer([]byte(step.call)))
		if !strings.HasPrefix(got, step.begins) || !strings.HasSuffix(got, step.ends) {
			t.Errorf("step %d, %s\n got %s\nwant %s … %s", i, step.call, got, step.begins, step.ends)
		}
	}
}

// TestSessionsBytes: requests arrive unchanged, even malformed ones.
func TestSessionsBytes(t *testing.T) {
	for _, test := range []struct{ name, request, want string }{
		{"nothing", ``, `{"status":0,`},
		{"no URL", `"method":"GET"`, `{"status":400,`},
		{"headers that are " +
			"none", `"method":"GET","url":"http://h/devstoreaccount1/Tables","headers":[[],["Accept"],7,["Accept","application/json"]]`, `{"status":200,`},
		{"a body that isn't text", `"method":"POST","url":"http://h/devstoreaccount1/Tables",` +
			jsonHeaders + `,"body":{}`, `{"status":400,`},
	} {
		host := frame.New(sandbox.Tables())
		host.Answer([]byte(`{"op":"open"}`))
		call := `{"op":"do"}`
		if test.request != "" {
			call = `{"op":"do",` + test.request + `}`
		}
		if got := string(host.Answer([]byte(call))); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s…", test.name, got, test.want)
		}
	}
}

// TestSessionsDid: a reply says how many entities the request read and wrote, and the account's time.
func TestSessionsDid(t *testing.T) {
	const address = `"url":"http://127.0.0.1:10002/devstoreaccount1/Orders`
	const insert = `{"op":"do","session":"a","method":"POST",` + address + `",` + jsonHeaders +
		`,"body":"{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}"}`
	const query = `{"op":"do","session":"a","method":"GET",` + address + `()",` + jsonHeaders + `}`
	host := frame.New(sandbox.Tables())
	for i, step := range []struct{ call, ends string }{
		{`{"op":"do","session":"a","milliseconds":30000}`, none},
		{`{"op":"open","session":"a"}`, "{}"},
		{`{"op":"do","session":"a"}`, `"did":[0,0,1767603600000]}`},
		{`{"op":"do","session":"a","milliseconds":30000}`, `"did":[0,0,1767603630000]}`},
		{create, `"did":[0,0,1767603630012]}`},
		{insert, `"did":[0,1,1767603630024]}`},
		{query, `"did":[1,0,1767603630037]}`},
	} {
		if got := string(host.Answer([]byte(step.call))); !strings.HasSuffix(got, step.ends) {
			t.Errorf("step %d, %s\n got %s\nwant … %s", i, step.call, got, step.ends)
		}
	}
}

// TestSessionsHint: the reply to a refused request has a hint, and others don't.
func TestSessionsHint(t *testing.T) {
	const get = `{"op":"do","session":"a","method":"GET","url":"http://127.0.0.1:10002/devstoreaccount1/Orders()`
	host := frame.New(sandbox.Tables())
	for i, step := range []struct{ call, hint string }{
		{`{"op":"open","session":"a"}`, ""},
		{create, ""},
		{create, `"hint":""`},
		{get + `?$filter=PartitionKey%20eq%20%22p%22",` + jsonHeaders + `}`,
			`"hint":"Strings stand in single quotes: 'p'."`},
		{get + `",` + jsonHeaders + `}`, ""},
	} {
		_, hint, _ := strings.Cut(string(host.Answer([]byte(step.call))), `,"hint":`)
		hint, _, _ = strings.Cut(hint, `,"did":`)
		if want := strings.TrimPrefix(step.hint, `"hint":`); hint != want {
			t.Errorf("step %d, %s\n got hint %s\nwant %s", i, step.call, hint, want)
		}
	}
}

// TestSessionsExample: an example with a session runs in its account, and others in a new one.
func TestSessionsExample(t *testing.T) {
	const example = `{"op":"example",%"examples":[["POST {{host}}/Tables\n\n{\"TableName\":\"Orders\"}\n"]],` +
		`"index":0}`
	host := frame.New(sandbox.Tables())
	for i, step := range []struct{ call, part string }{
		{`{"op":"open","session":"a"}`, "{}"},
		{strings.Replace(example, "%", "", 1), `{"ok":true,`},
		{list, noTables},
		{strings.Replace(example, "%", `"session":"a",`, 1), `{"ok":true,`},
		{list, orders},
	} {
		if got := string(host.Answer([]byte(step.call))); !strings.Contains(got, step.part) {
			t.Errorf("step %d, %s\n got %s\nwant %s", i, step.call, got, step.part)
		}
	}
}

// TestSessionsView: a call that asks for it gets a view of what its request did.
func TestSessionsView(t *testing.T) {
	host := frame.New(sandbox.Tables())
	host.Answer([]byte(`{"op":"open","session":"a"}`))
	host.Answer([]byte(create))
	asked := strings.Replace(list, `"op":"do"`, `"op":"do","view":true`, 1)
	got := string(host.Answer([]byte(asked)))
	if want := `"Query tables"`; !strings.Contains(got, `"view":["details"`) || !strings.Contains(got, want) {
		t.Errorf("no view with %s: %s", want, got)
	}
	if got := string(host.Answer([]byte(list))); strings.Contains(got, `"view"`) {
		t.Errorf("a view that wasn't asked for: %s", got)
	}
	insert := strings.NewReplacer(`"op":"do"`, `"op":"do","view":true`, "/Tables", "/Orders",
		`{\"TableName\":\"Orders\"}`, `{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}`).Replace(create)
	if got := string(host.Answer([]byte(insert))); !strings.Contains(got, `"cell written"`) {
		t.Errorf("the view doesn't draw the entity: %s", got)
	}
}
