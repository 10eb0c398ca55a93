package compile_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestWrites inserts, updates and deletes an entity that has a copy in its partition and one elsewhere.
func TestWrites(t *testing.T) {
	team := &design.Property{Name: "Team", Kind: table.String}
	id := &design.Property{Name: "Id", Kind: table.String}
	email := &design.Property{Name: "Email", Kind: table.String}
	person := &design.Entity{Name: "Person", Count: 10, Properties: []*design.Property{team, id, email}}
	template := func(parts ...design.Part) design.Template { return design.Template{Parts: parts} }
	of := func(p *design.Property) design.Part { return design.Part{Property: p} }
	text := func(s string) design.Part { return design.Part{Literal: s} }
	d := &design.Design{Places: []*design.Place{
		{Entity: person, Table: "People", PartitionKey: template(of(team)),
			RowKey: template(text("id-"), of(id))},
		{Entity: person, Table: "People", Copy: "by email", PartitionKey: template(of(team)),
			RowKey: template(text("mail-"), of(email))},
		{Entity: person, Table: "Mails", Copy: "anywhere", PartitionKey: template(of(email)), RowKey: template(),
			Only: []string{"Team", "Id"}},
	}}
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := account.Open(s, enginetest.Options())
	send := func(r design.Request) (status int, body string) {
		req := wire.Request{Method: r.Method, URL: enginetest.Base + "/" + r.Path,
			Body: []byte(strings.ReplaceAll(r.Body, compile.Host, enginetest.Base))}
		for _, h := range r.Headers {
			name, value, _ := strings.Cut(h, ": ")
			req.Headers.Add(name, value)
		}
		response, _ := a.Do(grant.Table, req)
		return response.Status, string(response.Body)
	}
	for _, name := range []string{"People", "Mails"} {
		send(design.Request{Method: "POST", Path: "Tables", Body: `{"TableName":"` + name + `"}`,
			Headers: []string{"Content-Type: application/json", "Accept: application/json"}})
	}
	ann := []table.Property{{Name: "Team", Value: table.StringValue("red")},
		{Name: "Id", Value: table.StringValue("1")}, {Name: "Email", Value: table.StringValue("a@x")}}
	where := []design.Term{{Property: team, Params: []design.Param{{}}},
		{Property: id, Params: []design.Param{{}}}}
	known := []table.Value{table.StringValue("red"), table.StringValue("1")}
	for _, step := range []struct {
		name    string
		pattern design.Pattern
		input   compile.Input
		methods string // of the requests
		left    string // RowKeys and PartitionKeys afterwards
		says    string
	}{
		{"insert", design.Pattern{Verb: design.Insert}, compile.Input{Entity: ann}, "POST $batch, POST Mails",
			"red/id-1 red/mail-a@x a@x/", "one entity group transaction"},
		{"update", design.Pattern{Verb: design.Update, Where: where}, compile.Input{Entity: ann, Params: known,
			Changed: []table.Property{{Name: "Email", Value: table.StringValue("b@x")}}},
			"GET People, POST $batch, DELETE Mails, POST Mails", "red/id-1 red/mail-b@x b@x/",
			"It changes the key of the copy by email, so that is deleted and inserted anew."},
		{"delete", design.Pattern{Verb: design.Delete, Where: where}, compile.Input{Params: known,
			Entity: []table.Property{ann[0], ann[1], {Name: "Email", Value: table.StringValue("b@x")}}},
			"GET People, POST $batch, DELETE Mails", "", "They aren't atomic together"},
	} {
		step.pattern.Entity = person
		plan := compile.Compile(&step.pattern, d, step.input)
		var methods []string
		for _, r := range plan.Requests {
			status, body := send(r)
			if status >= 300 || strings.Contains(body, "HTTP/1.1 4") {
				t.Errorf("%s: %s %s: %d %s", step.name, r.Method, r.Path, status, body)
			}
			resource, _, _ := strings.Cut(r.Path, "(")
			methods = append(methods, r.Method+" "+resource)
		}
		if got := strings.Join(methods, ", "); got != step.methods || plan.Kind != design.Writes {
			t.Errorf("%s: %s, kind %d", step.name, got, plan.Kind)
		}
		if said := strings.Join(plan.Steps, "\n"); !strings.Contains(said, step.says) {
			t.Errorf("%s: %s", step.name, said)
		}
		stored := ""
		for _, name := range []string{"People", "Mails"} {
			for _, lane := range a.Layout(name).Partitions {
				for _, row := range lane.RowKeys {
					stored += " " + lane.PartitionKey + "/" + row
				}
			}
		}
		if strings.TrimPrefix(stored, " ") != step.left {
			t.Errorf("%s leaves%s", step.name, stored)
		}
	}
}

// TestSteps: the sentences that a reader sees.
func TestSteps(t *testing.T) {
	device := &design.Property{Name: "Device", Kind: table.String, Values: 3}
	at := &design.Property{Name: "At", Kind: table.DateTime}
	reading := &design.Entity{Name: "Reading", Count: 4320, Properties: []*design.Property{device, at}}
	place := &design.Place{Entity: reading, Table: "Readings",
		PartitionKey: design.Template{Parts: []design.Part{{Property: device}}},
		RowKey:       design.Template{Parts: []design.Part{{Property: at, Format: design.Inverted}}}}
	d := &design.Design{Places: []*design.Place{place}}
	latest := &design.Pattern{Entity: reading, Sort: "At", Newest: true, Limit: 10,
		Where: []design.Term{{Property: device, Params: []design.Param{{}}}}}
	in := compile.Input{Params: []table.Value{table.StringValue("d1")}}
	plan := compile.Compile(latest, d, in)
	const want = "`Device` is the whole PartitionKey: equality.\n" +
		"`At` is newest first in the keys: `$top=10`."
	if got := strings.Join(plan.Steps, "\n"); got != want || plan.Kind != design.RangeQuery ||
		plan.Requests[0].Top != 10 ||
		plan.Client != nil {
		t.Errorf("%+v", plan)
	}
}
