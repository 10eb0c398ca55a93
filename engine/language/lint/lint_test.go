package lint_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/lint"
	"github.com/rowkey/rowkey/engine/language/script"
)

// write returns a request that writes an entity of Orders.
func write(partition, row string) string {
	return "POST {{host}}/Orders\n\n{\"PartitionKey\":\"" + partition + "\",\"RowKey\":\"" + row + "\"}\n"
}

const (
	one  = "{{host}}/Orders(PartitionKey='a',RowKey='1')\n"
	read = "# @name read\nGET " + one
	next = "###\n"
	many = "{\"PartitionKey\":\"a\",\"RowKey\":\"{{$index}}-\",\"A\":1,\"B\":2,\"C\":\"{{$pad 0 1200}}\"}\n"
)

// wide inserts two large entities.
var wide = "# @loop for 2\nPOST {{host}}/Orders\n\n" + many + next

func query(filter string) string { return "GET {{host}}/Orders()?$filter=" + filter + "\n" }

// TestRules has scripts that a rule speaks of, with the place, and others that it doesn't.
func TestRules(t *testing.T) {
	properties, large := "", ""
	for i := range 210 {
		properties += `,"P` + strconv.Itoa(i) + `":1`
	}
	for i := range 17 {
		large += `,"L` + strconv.Itoa(i) + `":"{{$pad 0 32000}}"`
	}
	upsert := func(more string) string { return "PUT " + one + "\n{" + strings.TrimPrefix(more, ",") + "}\n" }
	batch := "# @transaction t\n"
	for _, test := range []struct{ name, text, want string }{
		{"table scan", query("Status eq 'open'"), "1:31 table-scan warning"},
		{"row alone", query("RowKey eq '1'"), "1:31 table-scan warning"},
		{"encoded", query("Status%20eq%20'open'"), "1:23 table-scan warning"},
		{"range of partitions", query("PartitionKey ge 'a' and PartitionKey lt 'b'"), ""},
		{"partition", query("PartitionKey eq 'a' and Status eq 'open'"), ""},
		{"whole table", "GET {{host}}/Orders()\n", ""},
		{"a filter of a blob", "GET {{blob}}/c?restype=container&$filter=Status eq 'open'\n", ""},
		{"allowed", "### Export\n# @allow table-scan\n" + query("Status eq 'open'"), ""},
		{"something else is allowed", "# @allow or-over-keys\n" + query("RowKey eq '1'"),
			"2:31 table-scan warning"},
		{"a response", read + next + query("RowKey eq '{{read.response.body.$.RowKey}}'"),
			"4:31 table-scan warning"},
		{"or", query("PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2')"),
			"1:56 or-over-keys warning " + query("PartitionKey eq 'a' and RowKey eq '1'") + "\n### 2 of 2\n" +
				strings.TrimSpace(query("PartitionKey eq 'a' and RowKey eq '2'"))},
		{"or of properties", query("PartitionKey eq 'a' and (A eq '1' or B eq '2')"), ""},
		{"misspelled", query("partitionkey eq 'a'"), "1:31 key-mistake error PartitionKey eq 'a'"},
		{"misspelled and encoded", query("partitionkey%20eq%20'a'"), "1:23 key-mistake error"},
		{"number", query("PartitionKey eq 'a' and RowKey eq 7"), "1:55 key-mistake error RowKey eq '7'"},
		{"spelled well", query("PartitionKey eq 'a' and RowKey eq '7'"), ""},
		{"nothing", query("PartitionKey eq 'a' and RowKey ge '9' and RowKey le '12'"),
			"1:31 matches-nothing error"},
		{"something", query("PartitionKey eq 'a' and RowKey ge '09' and RowKey le '12'"), ""},
		{"a string for a number", upsert(`"Total":9.5`) + next + query("PartitionKey eq 'a' and Total gt '10'"),
			"5:55 matches-nothing warning"},
		{"a string for a number in all", upsert(`"Total":9.5`) + next + query("Total gt '10'"),
			"5:31 matches-nothing warning"},
		{"a number for a double", upsert(`"Total":9.5`) + next + query("PartitionKey eq 'a' and Total gt 10"), ""},
		{"of both types", upsert(`"Total":9.5`) + next + upsert(`"Total":"9"`) + next +
			query("PartitionKey eq 'a' and Total gt '10'"), ""},
		{"not a string", upsert(`"Total":9.5`) + next + query("PartitionKey eq 'a' and Total ne '10'"), ""},
		{"a property misspelt", upsert(`"Status":"a"`) + next + query("PartitionKey eq 'a' and Statuss eq 'a'"),
			"5:55 matches-nothing warning Status eq 'a'"},
		{"another property", upsert(`"Status":"a"`) + next + query("PartitionKey eq 'a' and Total eq 1"), ""},
		{"function", query("PartitionKey eq 'a' and startswith(RowKey,'b')"), "1:55 not-supported error"},
		{"function on purpose", "# @expect status == 501\n" + query("startswith(RowKey,'b')"), ""},
		{"cut off", query("PartitionKey eq"), "1:23 not-supported error"},
		{"a number from a response", read + next + query("PartitionKey eq 'a' and A gt {{read.response.body.$.A}}"),
			""},
		{"order", "GET {{host}}/Orders()?$orderby=Name\n", "1:23 not-supported error"},
		{"order of a blob", "GET {{blob}}/c?$orderby=Name\n", ""},
		{"wide", wide + "GET {{host}}/Orders()\n", "6:1 missing-projection warning"},
		{"wide, selected", wide + "GET {{host}}/Orders()?$select=A\n", ""},
		{"wide, one", wide + "GET " + one, ""},
		{"another partition", batch + write("a", "1") + next + batch + write("b", "1"),
			"9:3 cross-partition-transaction error"},
		{"refused on purpose", batch + write("a", "1") + next + "# @expect status == 400\n" + batch +
			write("b", "1"), ""},
		{"loop over partitions", batch + "# @loop for 3\n" + write("a{{$index}}", "1"),
			"5:3 cross-partition-transaction error"},
		{"one partition", batch + write("a", "1") + next + batch + write("a", "2"), ""},
		{"twice", batch + write("a", "1") + next + batch + write("a", "1"), "9:22 same-key error"},
		{"blind replace", read + next + "PUT " + one + "If-Match: *\n\n{\"A\":1}\n",
			"5:1 write-without-etag warning If-Match: {{read.response.headers.ETag}}"},
		{"upsert", read + next + "PATCH " + one + "\n{\"A\":1}\n", "4:1 write-without-etag warning"},
		{"with the ETag", read + next + "PUT " + one + "If-Match: {{read.response.headers.ETag}}\n\n{\"A\":1}\n",
			""},
		{"nothing read", "PUT " + one + "If-Match: *\n\n{\"A\":1}\n", ""},
		{"written since", read + next + upsert("") + next + upsert(""), "4:1 write-without-etag warning"},
		{"another client", read + next + "# @name theirs\nGET " + one + next + "PUT " + one +
			"If-Match: {{theirs.response.headers.ETag}}\n\n{\"A\":1}\n" + next + upsert(""),
			"12:1 write-without-etag warning"},
		{"another entity", read + next + "PUT {{host}}/Orders(PartitionKey='a',RowKey='2')\n\n{\"A\":1}\n",
			""},
		{"properties", upsert(properties), "1:1 near-limit warning"},
		{"large", upsert(large), "1:1 near-limit error"},
		{"small", upsert(`"A":1`), ""},
		{"time", write("2026-01-05T08", "1") + next + write("2026-01-05T09", "1"), "7:3 time-first warning"},
		{"ticks", write("2516346974999999999", "1") + next + write("2516346974999999998", "1"),
			"7:3 time-first warning"},
		{"days", write("2026-01-05", "1") + next + write("2026-01-06", "1"), ""},
		{"time after", write("d-2026-01-05T08", "1") + next + write("d-2026-01-05T09", "1"), ""},
		{"unpadded", write("a", "Order-9") + next + write("a", "Order-10"), "7:22 unpadded-number warning"},
		{"unpadded loop", "# @loop for 20\n" + write("a", "{{$index}}"), "4:22 unpadded-number warning"},
		{"padded", write("a", "Order-09") + next + write("a", "Order-10"), ""},
		{"one of each", write("a", "Order-9") + next + write("b", "Order-10"), ""},
		{"still in order", write("a", "1") + next + write("a", "10"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := script.Parse("a.http", test.text)
			for _, e := range s.Errors {
				t.Fatal(e)
			}
			if got := strings.Join(words(t, lint.Check(s, test.text)), ", "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// words returns findings as "line:column code severity fix".
func words(t *testing.T, findings []lint.Finding) (all []string) {
	t.Helper()
	for _, f := range findings {
		if info, err := os.Stat("../../../patterns/" + f.Guide); err != nil || !info.IsDir() {
			t.Errorf("%s: there's no guide %q", f.Code, f.Guide)
		}
		if !strings.HasSuffix(f.Says, ".") {
			t.Errorf("%+v", f)
		}
		text := strconv.Itoa(f.Line) + ":" + strconv.Itoa(f.Column) + " " + f.Code + " warning"
		if f.Error {
			text = strings.TrimSuffix(text, "warning") + "error"
		}
		if f.Fix != nil {
			text += " " + f.Fix.Write
		}
		all = append(all, text)
	}
	return all
}

// TestData looks at a file of data, and at a script whose table it fills.
func TestData(t *testing.T) {
	const csv = "PartitionKey,RowKey,Status\na,9,open\na,10,open\n"
	table := data.Parse("Orders", csv, data.Whole("Orders.csv"))
	if got := words(t, lint.Data(table)); len(got) != 1 || got[0] != "3:1 unpadded-number warning" {
		t.Errorf("got %q", got)
	}
	for filter, want := range map[string]string{
		"Status eq 'open'":                         "It reads all 2 entities of Orders. The whole table",
		"Status eq 'open'&$top=1":                  "It reads up to 2 entities of Orders. The whole table",
		"PartitionKey gt 'b' and Status eq 'open'": "A range of PartitionKeys",
	} {
		text := query(filter)
		found := lint.Check(script.Parse("a.http", text, "Orders"), text, table)
		if len(found) != 1 || !strings.HasPrefix(found[0].Says, want) {
			t.Errorf("%s: got %+v", filter, found)
		}
	}
}

// TestMarkdown has places in a fence, and the findings of one example once, although another refers to it.
func TestMarkdown(t *testing.T) {
	text := "Text\n\n```http\n# @name all\n" + query("Status eq 'open'") + "```\n\n" +
		"```http\n# @ref all\nGET {{host}}/Orders()\n```\n"
	got := words(t, lint.Check(script.Parse("a.md", text), text))
	if len(got) != 1 || got[0] != "5:31 table-scan warning" {
		t.Errorf("got %q", got)
	}
}

// TestBroken leaves out what can't be sent.
func TestBroken(t *testing.T) {
	text := query("Status eq 'open'") + next + "GTE {{host}}/Orders\n"
	if got := lint.Check(script.Parse("a.http", text), text); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
}
