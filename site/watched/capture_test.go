package watched_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/site/watched"
)

// har is an archive of some exchanges: method, URL, status, answer.
func har(exchanges ...[4]string) string {
	var entries []string
	for _, x := range exchanges {
		answer := `"text":"` + base64.StdEncoding.EncodeToString([]byte(x[3])) + `","encoding":"base64"`
		if x[3] == "" {
			answer = `"size":7`
		}
		entries = append(entries, `{"request":{"method":"`+x[0]+`","url":"`+x[1]+`","headers":[{"name":"Accept",`+
			`"value":"application/json;odata=nometadata"}],"bodySize":-1},"response":{"status":`+x[2]+
			`,"content":{`+answer+`}}}`)
	}
	return "\ufeff{\n \"log\": {\"creator\": {\"name\": \"entries\"},\n\"entries\": [" +
		strings.Join(entries, ",\n") + "]}}\n"
}

// read returns what the shapes of a capture say: requests, plan, entities read and at most, and the shape.
func read(t *testing.T, text string) (shapes, report string) {
	t.Helper()
	r := watched.New(watched.Options{})
	if err := r.Read("capture", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	report = r.Report().Text()
	lines := strings.Split(report, "\n")
	for _, line := range lines[1 : len(r.Report().Shapes)+1] {
		shapes += strings.Join(strings.Fields(line), " ") + "\n"
	}
	return shapes, report
}

func TestArchive(t *testing.T) {
	const table, local = "https://contoso.table.core.windows.net/", "http://127.0.0.1:10002/devstoreaccount1/"
	got, report := read(t, har(
		[4]string{"GET", table + "Orders()?$filter=Status%20eq%20%27open%27", "200",
			`{"value":[{"PartitionKey":"a"}]}`},
		[4]string{"GET", table + "Orders()?$filter=PartitionKey%20eq%20%27a%27", "200",
			`{"value":[{"PartitionKey":"a"},{"PartitionKey":"a"}]}`},
		[4]string{"GET", local + "Orders(PartitionKey='a',RowKey='1')", "200", `{"PartitionKey":"a","RowKey":"1"}`},
		[4]string{"GET", local + "Orders(PartitionKey='a',RowKey='2')", "404", ``},
		[4]string{"GET", local + "Lines()?$filter=PartitionKey%20eq%20'a'", "200", ``}, // the answer isn't there
		[4]string{"POST", table + "Orders", "409", ``},
		[4]string{"GET", "https://contoso.blob.core.windows.net/c/b", "200", ``},
		[4]string{"GET", "https://example.com/", "200", ``},
	))
	want := `2 point 1 1 1 1 1 1 QueryEntity Orders (1 not there)
1 partition-scan 2 2 20 200 2 2 QueryEntities Orders where PartitionKey eq ?
1 table-scan ? ? ? ? ? ? QueryEntities Orders where Status eq ?
1 partition-scan ? ? ? ? ? ? QueryEntities Lines where PartitionKey eq ?
1 InsertEntity Orders (1 conflict)
`
	sortedWant, sortedGot := sorted(want), sorted(got)
	if diff := cmp.Diff(sortedWant, sortedGot); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, says := range []string{"A ? is what a capture doesn't say.", "2 requests aren't to tables"} {
		if !strings.Contains(report, says) {
			t.Errorf("no %q in\n%s", says, report)
		}
	}
}

func sorted(text string) map[string]bool {
	lines := map[string]bool{}
	for line := range strings.Lines(text) {
		lines[strings.Join(strings.Fields(line), " ")] = true
	}
	return lines
}

// logs are the same requests as each way of exporting them writes them.
var logs = map[string]string{
	"a storage account": `{"time":"2026-01-05T09:00:00Z","operationName":"QueryEntities","statusCode":200,` +
		`"uri":"https://contoso.table.core.windows.net:443/Orders()?$filter=N%20gt%205","properties":` +
		`{"accountName":"contoso","userAgentHeader":"app/1","responseBodySize":2048}}
{"operationName":"QueryEntity","statusCode":200,"uri":"https://contoso.table.core.windows.net:443/` +
		`Orders(PartitionKey='a',RowKey='b')","properties":{"clientRequestId":"checkout"}}
{"operationName":"EntityGroupTransaction","statusCode":202,"uri":` +
		`"https://contoso.table.core.windows.net/$batch"}
`,
	"lines of Log Analytics": `{"OperationName":"QueryEntities","StatusCode":"200","UserAgentHeader":"app/1",` +
		`"Uri":"https://contoso.table.core.windows.net:443/Orders()?$filter=N%20gt%205","ResponseBodySize":2048}
{"OperationName":"QueryEntity","StatusCode":"200","ClientRequestId":"checkout","Uri":` +
		`"https://contoso.table.core.windows.net:443/Orders(PartitionKey='a',RowKey='b')"}
{"OperationName":"EntityGroupTransaction","StatusCode":"202","Uri":` +
		`"https://contoso.table.core.windows.net/$batch"}`,
	"csv of Log Analytics": `"TimeGenerated [UTC]",OperationName,StatusCode,Uri,UserAgentHeader,` +
		`ClientRequestId,ResponseBodySize
"1/5/2026, 9:00:00.000 AM",QueryEntities,200,"https://contoso.table.core.windows.net:443/Orders()` +
		`?$filter=N%20gt%205",app/1,,2048
,QueryEntity,200,"https://contoso.table.core.windows.net:443/Orders(PartitionKey='a',RowKey='b')",,checkout,
,EntityGroupTransaction,202,https://contoso.table.core.windows.net/$batch,,,
`,
}

func TestLogs(t *testing.T) {
	lines := strings.TrimSpace(logs["lines of Log Analytics"])
	logs["a list"] = "[" + strings.ReplaceAll(lines, "\n", ",\n") + "]"
	want := `1 point 1 1 1 1 1 1 QueryEntity Orders (from checkout)
1 table-scan ? ? ? ? ? ? QueryEntities Orders where N gt ? (from app/1)
1 EntityGroupTransaction
`
	for name, text := range logs {
		got, report := read(t, text)
		if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if !strings.Contains(report, "2 KB of answers") {
			t.Errorf("%s: %s", name, report)
		}
	}
}

func TestBadCaptures(t *testing.T) {
	line := strings.SplitAfter(logs["a storage account"], "\n")[0]
	archive := har([4]string{"GET", "https://contoso.table.core.windows.net/A", "200"})
	for _, test := range []struct{ text, want string }{
		{"", "c: it's empty"},
		{"hello\n", "c:1: it's no HAR file, no lines of JSON, and no csv file"},
		{"1.0;2026-01-05T09:00:00.0000000Z;GetBlob;Success;200", "c:1: it's a log of Storage Analytics"},
		{line + line + "{\"operationName\": oh}\n", "c:3: this isn't JSON"},
		{line + `{"operationName":"QueryEntities"`, "c:2: the file ends too early"},
		{line + "7\n", "c:2: each line of a log is an object"},
		{line + `{"category":"Transaction"}`, "c:2: StorageTableLogs have OperationName and Uri"},
		{strings.Replace(line, "200", `"many"`, 1), `c:1: "many" isn't a StatusCode`},
		{strings.Replace(line, "https://", "", 1), `isn't the URL of a request`},
		{strings.ReplaceAll(line, ".table.", ".blob."), "c: it has no requests to tables, but 1 to blobs"},
		{"OperationName,StatusCode,Uri\nQueryEntities,200\n", "c:2: wrong number of fields"},
		{"{\"log\": {\"version\": \"1.2\"}}", "c:1: an archive has log.entries"},
		{"{\"log\": {\"entries\": []}}", "c: it has no requests to tables"},
		{"{\"log\": {\"entries\": [\n{\"request\": 1}]}}", "c:2: Request can't be a number"},
		{archive[:250], "c:3: the file ends too early"},
	} {
		err := watched.New(watched.Options{}).Read("c", strings.NewReader(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: %v, want %s", test.text, err, test.want)
		}
	}
}

// TestFilesOfCaptures: an archive has what a design file is made of, and a log hasn't.
func TestFilesOfCaptures(t *testing.T) {
	for text, want := range map[string]string{
		har([4]string{"GET", "https://contoso.table.core.windows.net/Orders()?$filter=N%20gt%205", "200",
			`{"value":[{"PartitionKey":"a","RowKey":"1","N":6}]}`}): "Orders.csv watched.http watched.rowkey.yaml",
		logs["a storage account"]: "Orders.csv watched.http There's no design file, because no entities were seen.",
	} {
		script := func(string, httphost.Exchange) string { return "### x\nGET {{host}}/Orders\n" }
		r := watched.New(watched.Options{Keep: true, Script: script})
		if err := r.Read("capture", strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		files, notes := r.Report().Files("capture", nil)
		var got []string
		for _, f := range files {
			got = append(got, f.Name)
		}
		if got := strings.Join(append(got, notes...), " "); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestBudgetWithoutAccept: what a query may read is what the tables have at the end, though its headers
// weren't captured.
func TestBudgetWithoutAccept(t *testing.T) {
	const of = "https://contoso.table.core.windows.net/Orders()?$filter=PartitionKey%20eq%20'a'"
	text := har(
		[4]string{"GET", of, "200", `{"value":[{"PartitionKey":"a","RowKey":"1"}]}`},
		[4]string{"GET", of + "%20and%20RowKey%20gt%20'1'", "200",
			`{"value":[{"PartitionKey":"a","RowKey":"2"}]}`},
	)
	text = strings.ReplaceAll(text, `"name":"Accept"`, `"name":"Age"`)
	script := func(string, httphost.Exchange) string { return "### x\nGET {{host}}/Orders\n" }
	r := watched.New(watched.Options{Keep: true, Script: script})
	if err := r.Read("capture", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	files, _ := r.Report().Files("capture", nil)
	if tests := files[1].Text; !strings.Contains(tests, "cost.entitiesRead <= 2\n") {
		t.Error(tests)
	}
}

// TestArchivePages: the pages of a query in an archive are one query, and a property has its whole name
// in the title of a question.
func TestArchivePages(t *testing.T) {
	const query, token = "https://contoso.table.core.windows.net/Orders()?$top=1", "1!4!YQ--"
	const sized = "https://contoso.table.core.windows.net/Orders()?$filter=Gr%C3%B6%C3%9Fe%20gt%201"
	text := har(
		[4]string{"GET", query, "200", `{"value":[{"PartitionKey":"a","RowKey":"1","Größe":1}]}`},
		[4]string{"GET", query + "&NextPartitionKey=" + token, "200",
			`{"value":[{"PartitionKey":"b","RowKey":"1","Größe":2}]}`},
		[4]string{"GET", sized, "200", `{"value":[{"PartitionKey":"b","RowKey":"1","Größe":2}]}`},
	)
	text = strings.Replace(text, `"response":{`,
		`"response":{"headers":[{"name":"x-ms-continuation-NextPartitionKey","value":"`+token+`"}],`, 1)
	r := watched.New(watched.Options{Keep: true, Script: func(string, httphost.Exchange) string { return "" }})
	if err := r.Read("capture", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	const pages = "2  table-scan     2     2          20   200        20   200  QueryEntities Orders, top ?"
	if got := r.Report().Text(); !strings.Contains(got, pages) {
		t.Errorf("no %s in\n%s", pages, got)
	}
	files, _ := r.Report().Files("capture", nil)
	if design := files[len(files)-1].Text; !strings.Contains(design, "  orders by größe: {") {
		t.Error(design)
	}
}
