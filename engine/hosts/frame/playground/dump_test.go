package playground_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/wire"
)

func TestDump(t *testing.T) {
	p := open(t)
	p.fill()
	p.call("fill", fields{"table": "Orders", "text": "PartitionKey,RowKey,Total\nb,2,none\n"})
	for format, want := range map[string]string{
		"csv": "PartitionKey,RowKey,Total:Double,Total@type,Paid:Boolean\n" +
			"a,1,9.5,,true\na,2,,,false\nb,1,1.25,,\nb,2,none,String,\n",
		"explorer": "PartitionKey,RowKey,Timestamp,Total,Total@type,Paid,Paid@type\n" +
			"a,1,2026-01-05T09:00:00Z,9.5,Edm.Double,true,Edm.Boolean\n" +
			"a,2,2026-01-05T09:00:00Z,,,false,Edm.Boolean\n" +
			"b,1,2026-01-05T09:00:00Z,1.25,Edm.Double,,\nb,2,2026-01-05T09:00:00Z,none,Edm.String,,\n",
		"jsonl": `{"PartitionKey":"a","RowKey":"1","Total":9.5,"Paid":true}` + "\n" +
			`{"PartitionKey":"a","RowKey":"2","Paid":false}` + "\n" +
			`{"PartitionKey":"b","RowKey":"1","Total":1.25}` + "\n" +
			`{"PartitionKey":"b","RowKey":"2","Total":"none"}` + "\n",
		"json": `{"PartitionKey":"a","RowKey":"1","Total":9.5,"Paid":true},` + "\n" +
			`{"PartitionKey":"a","RowKey":"2","Paid":false},` + "\n" +
			`{"PartitionKey":"b","RowKey":"1","Total":1.25},` + "\n" +
			`{"PartitionKey":"b","RowKey":"2","Total":"none"}`,
	} {
		r := p.call("dump", fields{"table": "orders", "format": format})
		p.is(r, "text", want)
		if r.Get("next").Raw != "null" {
			t.Error(r.Get("next").Raw)
		}
		between := ""
		if format == "json" {
			between = ",\n"
		}
		if got := p.parts(format, 3, between); got != want {
			t.Errorf("%s in parts:\n%s", format, got)
		}
	}
	p.is(p.ask("dump", fields{"table": "Orders", "format": "xml"}), "error", `there is no format "xml"`)
	p.is(p.ask("dump", fields{"table": "None", "format": "csv"}), "error", `there is no table "None"`)
}

// parts dumps a table in parts.
func (p page) parts(format string, limit int, between string) (whole string) {
	p.Helper()
	var from any
	for i := 0; i == 0 || from != nil; i++ {
		r := p.call("dump", fields{"table": "Orders", "format": format, "from": from, "limit": limit})
		if i > 0 {
			whole += between
		}
		whole += r.Get("text").String()
		from = r.Get("next").Value()
	}
	return whole
}

// TestDumpRequests: the requests of a dump make the same table in an empty account, and give its name to what
// refers to it. In parts they are the same.
func TestDumpRequests(t *testing.T) {
	p := open(t)
	p.call("fill", fields{"table": "Orders", "text": "PartitionKey,RowKey,Text,Big:Int64\n" +
		"# 250 times\na,{{$pad $index 3}},\"{{$guid}} \"\"é\"\"\",{{$index}}\n" +
		"# 40 times\nb{{$index%7}},{{$index}},,\n"})
	whole := p.call("dump", fields{"table": "Orders", "format": "http", "limit": 1000})
	script := whole.Get("text").String()
	if got := p.parts("http", 90, ""); got != script {
		t.Errorf("in parts it has %d bytes, as a whole %d", len(got), len(script))
	}
	csv := p.call("dump", fields{"table": "Orders", "format": "csv"}).Get("text").String()
	p.call("open", nil)
	script += "### All\n# @name all\n# @ref Orders\n# @expect rows == 290\nGET {{host}}/Orders\n"
	line := strings.Count(script, "\n")
	r := p.call("play", fields{"text": script, "from": line, "to": line})
	p.is(r, "ok", "true")
	p.is(p.call("dump", fields{"table": "Orders", "format": "csv"}), "text", csv)

	p.call("open", nil)
	p.call("fill", fields{"table": "Orders", "text": "PartitionKey,RowKey\n"})
	p.is(p.call("dump", fields{"table": "Orders", "format": "http"}), "text",
		"### Orders: the table\n# @name Orders\n# @hidden\n# @expect status == 201\nPOST {{host}}/Tables\n"+
			"Content-Type: application/json\n"+
			"Accept: application/json;odata=nometadata\n\n{\"TableName\": \"Orders\"}\n\n")
}

// TestCopy: what the requests store elsewhere is the table, and they're signed for there.
func TestCopy(t *testing.T) {
	const address = "https://h.example/s/n/table"
	p := open(t)
	p.call("fill", fields{"table": "Orders", "line": 2, "text": "PartitionKey,RowKey,Text,Total:Int64\n" +
		"# 5300 times\np,{{$pad $index 4}},\"it's é \"\"quoted\"\"\",{{$index}}\nq' é+,x,,9007199254740993\n"})
	key := auth.Credential{Account: "n", Key: []byte("key")}
	there := fields{"table": "orders", "host": address, "account": "n", "key": "a2V5", "now": 1767603600000}
	p.call("open", fields{"session": "there"})
	entities, parts := 0, 0
	for from := any(nil); parts == 0 || from != nil; parts++ {
		there["from"] = from
		part := p.call("copy", there)
		part.Get("requests").ForEach(func(_, r gjson.Result) bool {
			sent := wire.Request{Method: r.Get("send.method").String(), URL: r.Get("send.url").String()}
			headers := r.Get("send.headers")
			for _, line := range headers.Array() {
				sent.Headers.Add(line.Get("0").String(), line.Get("1").String())
			}
			if err := key.Verify(grant.Table, sent); err != nil {
				t.Errorf("the signature: %v", err)
			}
			body := strings.ReplaceAll(r.Get("send.body").String(), address, sandbox.Host)
			did := p.call("do", fields{"session": "there", "method": sent.Method, "headers": headers.Value(),
				"url": strings.Replace(sent.URL, address, sandbox.Host, 1), "body": body})
			if status := did.Get("status").Int(); status != 201 && status != 202 ||
				strings.Contains(did.Get("body").String(), "HTTP/1.1 4") {
				t.Fatalf("%s", did)
			}
			entities += int(r.Get("entities").Int())
			return true
		})
		from = part.Get("next").Value()
	}
	if entities != 5301 || parts != 2 {
		t.Errorf("%d entities in %d parts", entities, parts)
	}
	dumped := fields{"table": "Orders", "format": "csv", "limit": 10_000}
	want := p.call("dump", dumped).Get("text").String()
	dumped["session"] = "there"
	if got := p.call("dump", dumped).Get("text").String(); got != want || len(got) < 100_000 {
		t.Errorf("the copy has %d bytes, the table %d", len(got), len(want))
	}
	for wrong, why := range map[string]string{"key": "The key", "table": "there is no table"} {
		asked := maps.Clone(there)
		asked[wrong] = "?"
		if got := p.ask("copy", asked).Get("error").String(); !strings.HasPrefix(got, why) {
			t.Errorf("a wrong %s: %s", wrong, got)
		}
	}
}

// TestRows: a page of an answer's rows, and all of them as text, in the order that is asked for.
func TestRows(t *testing.T) {
	p := open(t)
	answer := fields{
		"status": 200, "headers": [][]string{},
		"body": `{"value":[{"RowKey":"a","N":9},{"RowKey":"b","N":10}]}`,
	}
	ask := func(as string) gjson.Result {
		return p.call("rows", fields{
			"response": answer, "first": 0, "limit": 1, "sort": "N", "descending": true, "as": as,
		})
	}
	if r := ask(""); !strings.Contains(r.Get("view").Raw, "1 to 1 of 2 entities") ||
		!strings.Contains(r.Get("view").Raw, `"10"`) || strings.Contains(r.Get("view").Raw, `"9"`) {
		t.Error(r.Get("view").Raw)
	}
	p.is(ask("csv"), "text", "RowKey,N\r\nb,10\r\na,9\r\n")
	p.is(ask("tsv"), "text", "RowKey\tN\r\nb\t10\r\na\t9\r\n")
}

func TestBrowse(t *testing.T) {
	p := open(t)
	p.fill()
	r := p.call("browse", fields{"table": "orders", "limit": 2})
	p.is(r, "columns", `[{"name":"PartitionKey","type":"String"},{"name":"RowKey","type":"String"},`+
		`{"name":"Total","type":"Double"},{"name":"Paid","type":"Boolean"}]`)
	p.is(r, "rows", `[[{"v":"a","t":"String"},{"v":"1","t":"String"},{"v":"9.5","t":"Double"},`+
		`{"v":"true","t":"Boolean"}],[{"v":"a","t":"String"},{"v":"2","t":"String"},null,`+
		`{"v":"false","t":"Boolean"}]]`)
	p.is(r, "next", `["b","1"]`)
	r = p.call("browse", fields{"table": "Orders", "from": []string{"b", "1"}})
	p.is(r, "rows.#", "1")
	if r.Get("next").Raw != "null" {
		t.Error(r.Get("next").Raw)
	}
	r = p.call("browse", fields{"table": "Orders", "filter": "PartitionKey eq 'a' and Total gt 1.0", "limit": 1})
	p.is(r, "rows.#", "1")
	p.is(r, "read", "2")
	r = p.call("browse", fields{"table": "Orders", "filter": "Total gtt 1"})
	p.is(r, "errors.0.column", "7")
	p.is(r, "rows", "[]")
	p.is(p.ask("browse", fields{"table": "None"}), "error", `there is no table "None"`)
}
