package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// session is a client of the tools.
func session(t *testing.T) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	served, err := toolServer().Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close()
		_ = served.Wait()
	})
	return s
}

// files are the arguments of tools that take them, in pairs of name and text.
func files(pairs ...string) map[string]any {
	var all []map[string]string
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, map[string]string{"name": pairs[i], "text": pairs[i+1]})
	}
	return map[string]any{"files": all}
}

func TestTools(t *testing.T) {
	s := session(t)
	const orders = "PartitionKey,RowKey,Status\na,1,open\na,2,open\n"
	const har = `{"log":{"entries":[{"request":{"method":"GET","headers":[{"name":"x-ms-version","value":` +
		`"2020-12-06"}],"url":"https://shop.table.core.windows.net/Orders()?$filter=Status%20eq%20'open'"},` +
		`"response":{"status":200,"headers":[],"content":{"text":"{\"value\":[]}"}}}]}}`
	const design = "entities:\n  Part: {count: 100, properties: {N: int32}}\n" +
		"patterns:\n  all: {of: Part, where: N = ?}\ndesigns: {d: {Part: {PartitionKey: parts, RowKey: \"{N}\"}}}\n"
	for _, test := range []struct {
		tool      string
		arguments any
		fails     bool
		want      string
	}{
		{"explain", map[string]any{"filter": "PartitionKey eq 'a' and RowKey eq '1'"}, false, `"reads":1`},
		{"explain", map[string]any{"filter": "PartitionKey eq 'a' and N gt 5", "entities": 1000, "partitions": 8},
			false, `"reads":125,"scope":"PartitionKey 'a'","testedAfterReading":["N gt 5"]`},
		{"explain", map[string]any{"filter": "PartitionKey eq 'a'", "entities": 9_000_000}, false,
			"USD 0.04 if few match, up to USD 0.36 if all that's read matches"},
		{"explain", map[string]any{"filter": "N eq 5"}, false, "USD 0.40 if few match, up to USD 40.00 if"},
		{"explain", map[string]any{"filter": "PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2')"}, false,
			`"instead":["PartitionKey eq 'a' and RowKey eq '1'","PartitionKey eq 'a' and RowKey eq '2'"]`},
		{"explain", map[string]any{"filter": "At gt '2026-01-05' and partitionKey eq 'a&b'"}, false,
			`write PartitionKey, not partitionKey."`},
		{"explain", map[string]any{"filter": "At gt '2026-01-05T00:00:00Z'"}, false,
			"if At is one, write datetime'2026-01-05T00:00:00Z'"},
		{"explain", map[string]any{"filter": "startswith(RowKey,'ab')"}, true, "RowKey ge 'ab' and RowKey lt 'ac'"},
		{"explain", map[string]any{"filter": "N is 5"}, true, "Expected an operator"},
		{"explain", map[string]any{"filter": "N eq 5", "entities": -1}, true, "numbers from 1 to"},
		{"explain", map[string]any{"filter": "N eq 5", "entities": 1e18}, true, "numbers from 1 to"},
		{"explain", map[string]any{"filter": "N eq 5", "entities": 10}, true, "more entities than partitions"},
		{"design", map[string]any{"text": design, "suggest": true}, false, "| d | point query | 1 |"},
		{"design", map[string]any{"text": "entities: 5"}, true, "design.rowkey.yaml:1"},
		{"design", map[string]any{"text": smallDesign, "entities": 5}, false, "| by customer | range query |"},
		{"lint", files("a.http", "GET {{host}}/Orders()?$filter=Status eq 'open'\n", "Orders.csv", orders), false,
			"a.http:1:31 table-scan warning: "},
		{"lint", files("Orders.csv", orders), false, "Nothing: "},
		{"lint", files("../a.http", "GET {{host}}/Tables\n"), true, "leave out folders"},
		{"run", files("a.http", "# @expect plan == point\nGET {{host}}/Orders()\n", "Orders.csv", orders), false,
			"read 2 → returned 2"},
		{"run", files("a.http", "GTE {{host}}/Tables\n"), true, "a.http:1:1"},
		{"run", files(), true, "there are no files"},
		{"report", map[string]any{"text": har}, false, "QueryEntities Orders where Status eq ?"},
		{"report", map[string]any{"text": newReport}, false, "QueryEntity Parts"},
		{"report", map[string]any{"file": writeFile(t, "a.har", har)}, false, "table-scan"},
		{"report", map[string]any{"file": "/no/such.har"}, true, "cannot read /no/such.har: no such file"},
		{"report", map[string]any{"text": "nothing"}, true, "the text"},
		{"report", map[string]any{}, true, "give a file or a text"},
		{"guide", map[string]any{"question": "How do I read the newest entities first?"}, false,
			"From log-tail, "},
		{"guide", map[string]any{"question": "store a document in a blob and its name in the entity"}, false,
			"large-entities"},
		{"guide", map[string]any{"question": "how many shards for a hot partition"}, false, "hash-sharding"},
		{"guide", map[string]any{"question": "change several entities in one transaction, all or nothing"}, false,
			"entity-group-transactions"},
		{"guide", map[string]any{"question": "two writers", "guide": "log-tail"}, false,
			"From log-tail, "},
		{"guide", map[string]any{"question": "how is a pattern written", "guide": "docs/design-files"}, false,
			"From docs/design-files, "},
		{"guide", map[string]any{"question": "two writers", "guide": "log-tall"}, true, "there's no guide"},
		{"guide", map[string]any{"question": "xyzzy"}, true, "no guide has these words"},
	} {
		result, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: test.tool, Arguments: test.arguments})
		if err != nil {
			t.Errorf("%s %v: %v", test.tool, test.arguments, err)
			continue
		}
		text := result.Content[0].(*mcp.TextContent).Text
		if result.IsError != test.fails || !strings.Contains(text, test.want) {
			t.Errorf("%s %v: %s", test.tool, test.arguments, text[:min(len(text), 400)])
		}
		if result.IsError == (result.StructuredContent != nil) {
			t.Errorf("%s %v: structured output %v", test.tool, test.arguments, result.StructuredContent)
		}
	}
	offers, err := json.Marshal(s.InitializeResult().Capabilities)
	if string(offers) != `{"tools":{"listChanged":true}}` {
		t.Errorf("it offers more than tools: %s, %v", offers, err)
	}
	list, err := s.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 6 {
		t.Fatalf("%v, %v", list, err)
	}
	for _, tool := range list.Tools {
		if !tool.Annotations.ReadOnlyHint || tool.Description == "" || tool.OutputSchema == nil {
			t.Errorf("%+v", tool)
		}
	}
}
