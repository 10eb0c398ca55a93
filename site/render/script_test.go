package render_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/content"
)

// Data becomes the requests that store it, and what addresses the table refers to them.
func TestScriptData(t *testing.T) {
	page := &content.Page{Slug: "log-tail", Kind: content.Pattern, Title: "Log tail", Text: "Prose.\n\n" +
		"```csv Events\nPartitionKey,RowKey,N:Int64\na,1,7\na,2,\nb,1,\n# 150 times\nc,{{$index}},\n" +
		"# 20 times\nd{{$index}},\"{{$datetime \"\"YYYY\"\"}}\",{{$index}}\n```\n\n" +
		"```http\n### One\n# @name one\nGET {{host}}/Events\n\n###\n# @ref Events\nGET {{host}}/events\n```\n\n" +
		"```http\n# @ref one\nGET {{host}}/Tables\n```\n\n```http\nGET {{host}}/Events()\n```\n"}
	const post = "POST {{host}}/Events\nContent-Type: application/json\n" +
		"Accept: application/json;odata=nometadata\n\n"
	const want = "### Events: the table\n# @name Events_table\n# @hidden\n# @expect status == 201\n" +
		"POST {{host}}/Tables\nContent-Type: application/json\nAccept: application/json;odata=nometadata\n\n" +
		"{\"TableName\": \"Events\"}\n\n" +
		"### Events: 2 entities\n# @name Events_1\n# @hidden\n" +
		"# @ref Events_table\n# @transaction Events_1\n" + post +
		"{\"PartitionKey\":\"a\",\"RowKey\":\"1\",\"N@odata.type\":\"Edm.Int64\",\"N\":\"7\"}\n\n" +
		"###\n# @hidden\n# @transaction Events_1\n# @expect status == 202\n# @expect error == \"\"\n" + post +
		"{\"PartitionKey\":\"a\",\"RowKey\":\"2\"}\n\n" +
		"### Events: an entity\n# @name Events_2\n# @hidden\n" +
		"# @ref Events_table\n# @expect status == 201\n" + post +
		"{\"PartitionKey\":\"b\",\"RowKey\":\"1\"}\n\n" +
		"### Events: 150 entities\n# @name Events_3\n# @hidden\n# @ref Events_table\n# @loop for 150\n" +
		"# @transaction Events_3\n# @expect status == 202\n# @expect error == \"\"\n" + post +
		"{\"PartitionKey\":\"c\",\"RowKey\":\"{{$index}}\"}\n\n" +
		"### Events: 20 entities\n# @name Events\n# @hidden\n# @ref Events_table\n# @ref Events_1\n" +
		"# @ref Events_2\n# @ref Events_3\n# @loop for 20\n# @expect status == 201\n" + post +
		"{\"PartitionKey\":\"d{{$index}}\",\"RowKey\":\"{{$datetime \"YYYY\"}}\"," +
		"\"N@odata.type\":\"Edm.Int64\",\"N\":\"{{$index}}\"}\n\n" +
		"### One\n# @ref Events\n# @name one\nGET {{host}}/Events\n\n###\n# @ref Events\nGET {{host}}/events\n\n" +
		"###\n# @ref one\nGET {{host}}/Tables\n\n###\n# @ref Events\nGET {{host}}/Events()\n"
	got := string(site(t).Script(page))
	_, got, _ = strings.Cut(got, "devstoreaccount1\n\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("script (-want +got):\n%s", diff)
	}
	s := script.Parse("log-tail.http", string(site(t).Script(page)))
	for _, e := range s.Errors {
		t.Error(e)
	}
	r := full.Run([]sandbox.File{{Name: "log-tail.http", Text: string(site(t).Script(page)) +
		"\n###\n# @expect rows == 173\nGET {{host}}/Events\n"}})
	if !r.OK() {
		t.Errorf("%s%s", r.AppendText(nil), r.AppendErrors(nil))
	}
}

// The file of a page's examples has the code of its fences unchanged, and what other tools need.
func TestScript(t *testing.T) {
	page := &content.Page{Slug: "log-tail", Kind: content.Pattern, Title: "Log tail", Text: "Prose.\n\n" +
		"```http\n@key = a\n```\n\n```http\n### One\nGET {{host}}/Events\n```\n\n```json\n{}\n```\n\n" +
		"```http\nPUT {{blob}}/logs\n\n7\n```\n"}
	const want = "# Log tail: the examples of https://rowkey.example/guides/log-tail/\n" +
		"# All of it runs at https://rowkey.example/play/#guide=log-tail\n" +
		"# In an editor: https://rowkey.example/docs/running-headless/#editors\n\n" +
		"@host = http://127.0.0.1:10002/devstoreaccount1\n@blob = http://127.0.0.1:10000/devstoreaccount1\n\n" +
		"###\n@key = a\n\n### One\nGET {{host}}/Events\n\n###\nPUT {{blob}}/logs\n\n7\n"
	if diff := cmp.Diff(want, string(site(t).Script(page))); diff != "" {
		t.Errorf("script (-want +got):\n%s", diff)
	}
}
