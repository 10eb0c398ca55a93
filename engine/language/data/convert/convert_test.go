package convert_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/table"
)

// converted is what becomes of a text.
type converted struct {
	*convert.Plan
	text    string
	outcome convert.Outcome
}

// of converts a text with its own keys or the first ones that are suggested, and fails if the
// result isn't data without errors.
func of(t *testing.T, text string) converted {
	t.Helper()
	p := inspected(t, text)
	keys := convert.Own()
	if !p.Keyed && len(p.Suggestions) > 0 {
		keys = p.Suggestions[0].Keys
	}
	return with(t, p, keys)
}

func inspected(t *testing.T, text string) *convert.Plan {
	t.Helper()
	p, bad := convert.Inspect("orders.csv", text)
	if bad != nil {
		t.Fatal(bad)
	}
	return p
}

func with(t *testing.T, p *convert.Plan, keys convert.Keys) converted {
	t.Helper()
	c := p.Convert(keys)
	var text []byte
	for more := true; more; {
		text, more = c.Append(text, 100)
	}
	d := data.Parse("Orders", string(text), data.Whole("Orders.csv"))
	d.Check()
	for _, err := range d.Errors {
		t.Errorf("%v %s\n%s", err, err.Hint, text)
	}
	return converted{p, string(text), c.Outcome()}
}

// numbered are keys that leave all columns alone.
var numbered = convert.Keys{PartitionKey: convert.Part{Text: "p"}, RowKey: convert.Part{Digits: 1}}

// types are the types of the columns.
func (c converted) types() (all []string) {
	for _, s := range c.Columns {
		all = append(all, s.Name+" "+data.TypeName(s.Type))
	}
	return all
}

func (c converted) badLines() (all []int) {
	for _, b := range c.outcome.Bad {
		all = append(all, b.Line)
	}
	return all
}

func same[T any](t *testing.T, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestExplorer(t *testing.T) {
	c := of(t, "PartitionKey,RowKey,Timestamp,Age,Age@type,Total,Total@type,Name,Name@type\n"+
		"p,1,2024-01-01T00:00:00Z,52,Edm.Int32,9007199254740993,Edm.Int64,Marin,Edm.String\n"+
		"p,2,2024-01-01T00:00:00Z,34,,5,,\"Jones, jr.\",\n")
	same(t, c.Form.Format, convert.Explorer)
	same(t, c.text, "PartitionKey,RowKey,Age:Int32,Total:Int64,Name\np,1,52,9007199254740993,Marin\n"+
		"p,2,34,5,\"Jones, jr.\"\n")
	same(t, c.Notes, []string{
		"Age: 1 row doesn't tell a type. Where it fits, it's taken to be Int32.",
		"Total: 1 row doesn't tell a type. Where it fits, it's taken to be Int64.",
		"Name: 1 row doesn't tell a type. Where it fits, it's taken to be String.",
	})
	c = of(t, "PartitionKey,RowKey,Age,Age@type\np,1,52,Edm.Int32\np,2,old,\np,3,34,Edm.Int64\np,4,7,\n")
	same(t, c.text,
		"PartitionKey,RowKey,Age:Int32,Age@type\np,1,52,\np,2,old,String\np,3,34,Int64\np,4,7,\n")
}

const padded = "is different in every row, with zeros in front to 2 digits so that 10 sorts after 9."

const orders = `Order ID;Customer;Ordered;Zip;Total;Paid;Note;Ref
1;anna;2026-01-05;01067;12.50;true;"say ""hi""";a455c695-df98-5678-aaaa-81d3367e5a34
2;bert;2026-01-06 10:30;80331;7;false;;a455c695-df98-5678-aaaa-81d3367e5a35
10;anna;2026-02-01T00:00:00Z;10115;100;TRUE;n/a;a455c695-df98-5678-aaaa-81d3367e5a36
`

func TestSpreadsheet(t *testing.T) {
	c := of(t, orders)
	same(t, c.Words, "CSV with semicolons between the cells; the first line has the names.")
	same(t, c.types(), []string{
		"OrderID Int32", "Customer String", "Ordered DateTime", "Zip String", "Total Double", "Paid Boolean",
		"Note String", "Ref Guid",
	})
	same(t, c.Notes, []string{
		`"Order ID" becomes OrderID, because a name is a letter or _, then letters, digits and _.`,
	})
	same(t, c.Suggestions[0].Words, "One partition for all 3 rows. OrderID "+padded)
	same(t, strings.Split(c.text, "\n")[2:4], []string{
		"all,02,2,bert,2026-01-06T10:30,80331,7,false,,a455c695-df98-5678-aaaa-81d3367e5a35",
		"all,10,10,anna,2026-02-01T00:00:00Z,10115,100,TRUE,n/a,a455c695-df98-5678-aaaa-81d3367e5a36",
	})
	same(t, c.outcome, convert.Outcome{})
}

func TestKeys(t *testing.T) {
	p := inspected(t, strings.Replace(orders, ";;", ";x;", 1))
	c := with(t, p, convert.Keys{
		PartitionKey: convert.Part{Column: "Note"}, RowKey: convert.Part{Column: "OrderID", Digits: 4},
		Without: []string{"Customer", "Ref", "Ordered", "Zip", "Total", "Paid"},
	})
	same(t, strings.Split(c.text, "\n"), []string{
		"PartitionKey,RowKey,OrderID:Int32,Note",
		`"say ""hi""",0001,1,"say ""hi"""`,
		"x,0002,2,x",
		"n-a,0010,10,n/a",
		"",
	})
	same(t, c.outcome, convert.Outcome{Notes: []string{
		"1 key had characters that a key can't have. They're written as -.",
	}})
}

func TestSuggestions(t *testing.T) {
	text := "Number,Region,Score\n"
	for i := range 100 {
		text += fmt.Sprintf("%d,%s,%d\n", i, []string{"north", "south", "east"}[i%3], i%50)
	}
	var got []string
	for _, s := range inspected(t, text).Suggestions {
		got = append(got, s.Words+" "+strings.Join(s.Without, ","))
	}
	same(t, got, []string{
		"Region makes 3 partitions, the largest with 34 of 100 rows. Number " + padded + " Region",
		"Score makes 50 partitions, the largest with 2 of 100 rows. Number " + padded + " ",
		"One partition for all 100 rows. Number " + padded + " ",
	})
	c := of(t, "Name,Tag\nMarin,x\nMarin,x\n")
	same(t, c.text, "PartitionKey,RowKey,Name,Tag\nall,1,Marin,x\nall,2,Marin,x\n")
	same(t, c.Suggestions[0].Words,
		"One partition for all 2 rows. No column tells the rows apart, so they're numbered.")
}

// TestSpare has a few bad rows, which don't take away the columns that are keys.
func TestSpare(t *testing.T) {
	text := "Updated\tWarehouse\tSKU\tQuantity\n"
	for i := range 60 {
		text += fmt.Sprintf("2026-01-0%d\tW%d\tS-%d\t%d\n", 1+i%9, i%4, i, i)
	}
	c := of(t, text+"2026-01-01\tW1\t\t5\n2026-01-01\tW1\tS-5\t5\n2026-01-01\tW2\tS-90\t1\t2\n")
	same(t, c.Suggestions[0].Keys, convert.Keys{
		PartitionKey: convert.Part{Column: "Warehouse"}, RowKey: convert.Part{Column: "SKU"},
		Without: []string{"Warehouse", "SKU"},
	})
	if words := c.Suggestions[0].Words; !strings.Contains(words,
		"SKU is different in every row but 2 (a row without its own key isn't stored)") {
		t.Error(words)
	}
	same(t, c.badLines(), []int{62, 63, 64})
}

func TestMixedNumbers(t *testing.T) {
	c := of(t, "RowKey,PartitionKey,Age\n1,p,52\n2,p,n/a\n3,p,34\n4,p,3000000000\n")
	same(t, c.Notes, []string{
		`Age is stored as a String: 1 of 4 values isn't an Int32, such as "n/a" in line 3.`,
	})
	c = of(t, "PartitionKey,RowKey,A,B\np,1,3000000000,12345678901234567890\np,2,5,1\n")
	same(t, c.types(), []string{
		"PartitionKey String", "RowKey String", "A Int64", "B String",
	})
}

func TestBadRows(t *testing.T) {
	c := of(t, "PartitionKey,RowKey,A\np,1,a\np,2,b,c\np,3,\"a\"b\np,1,again\n,5,x\np,6,\"open\np,7,d\n")
	same(t, c.Refused, 3)
	var got []string
	for _, b := range c.outcome.Bad {
		got = append(got, strconv.Itoa(b.Line)+": "+b.Message)
	}
	same(t, got, []string{
		"3: There are 4 cells, and 3 columns.",
		"4: There is text after the closing quote of a cell.",
		`5: Line 2 has the same PartitionKey and RowKey, "p and 1".`,
		"6: The PartitionKey is missing.",
		"7: A quote isn't closed.",
	})
	same(t, c.text, "PartitionKey,RowKey,A\np,1,a\np,7,d\n")
	same(t, c.outcome.Refused, 5)
	c = of(t, "PartitionKey,RowKey,A\n\"p\",\"\",\"\"\n\"\",,1\n") // a key can be empty, but not missing
	same(t, c.text, "PartitionKey,RowKey,A:Int32\np,\"\",\n")
	same(t, c.outcome.Refused, 1)
}

func TestWithoutHeader(t *testing.T) {
	c := of(t, "1\tanna\t7.5\r\n2\tbert\t8.5\r\n")
	same(t, c.Words, "CSV with tabs between the cells; there is no line with names.")
	same(t, c.types(), []string{
		"Column1 Int32", "Column2 String", "Column3 Double",
	})
	same(t, of(t, "\uFEFFNäme,Age\nÉva,5\n").Columns[0].Name, "Näme")
}

func TestJSON(t *testing.T) {
	c := of(t, `[{"id":1,"first name":"Anna","born":"2000-01-05","tags":["a",{"b":[]}],"big":5000000000,`+
		`"ok":true,"zip":"01067"},{"id":2,"first name":null,"tags":{},"half":0.5}]`)
	same(t, c.Words, "JSON, an array of objects.")
	same(t, c.Notes, []string{
		`"first name" becomes firstName, because a name is a letter or _, then letters, digits and _.`,
		"tags: 2 values are objects or lists, and stored as JSON in a String.",
	})
	same(t, strings.Split(c.text, "\n"), []string{
		"PartitionKey,RowKey,id:Int32,firstName,born:DateTime,tags,big:Int64,ok:Boolean,zip,half:Double",
		`all,1,1,Anna,2000-01-05,"[""a"",{""b"":[]}]",5000000000,true,01067,`,
		"all,2,2,,,{},,,,0.5",
		"",
	})
	c = of(t, `{"odata.metadata":"https://x/$metadata#T","value":[
    {"odata.etag":"W/\"1\"","PartitionKey":"p","RowKey":"1","Timestamp":"2024-01-01T00:00:00Z",
     "Total@odata.type":"Edm.Int64","Total":"9007199254740993","Name":"5","N":7,"D":7.5,
     "At@odata.type":"Edm.DateTime","At":"2026-01-05T09:00:00Z","Gone":null},
    {"PartitionKey":"p","RowKey":"2","Total":"text","N":"seven"}]}`)
	same(t, c.Words, "JSON as the service answers.")
	same(t, c.text, "PartitionKey,RowKey,Total:Int64,Total@type,Name,N:Int32,N@type,D:Double,At:DateTime\n"+
		"p,1,9007199254740993,,5,7,,7.5,2026-01-05T09:00:00Z\np,2,text,String,,seven,String,,\n")
}

func TestShapesOfJSON(t *testing.T) {
	for _, test := range []struct{ text, words, want string }{
		{`{"anna": {"age": 5}, "bert": {"age": 7}}`, "JSON, an object of objects.",
			"PartitionKey,RowKey,age:Int32\nall,anna,5\nall,bert,7\n"},
		{`{"page": 1, "none": [], "rows": [{"a": 1}, {"a": 2}], "next": null}`, "JSON, an array of objects.",
			"PartitionKey,RowKey,a:Int32\nall,1,1\nall,2,2\n"},
		{`{"PartitionKey": "p", "RowKey": "r", "A": {"b": [1, 2]}}`, "JSON, one object.",
			"PartitionKey,RowKey,A\np,r,\"{\"\"b\"\": [1, 2]}\"\n"},
		{"{\"a\":1}\n\n{\"a\":2}\n{\"a\":\n[3]\n{\"a\":4}", "JSON lines.",
			"PartitionKey,RowKey,a:Int32\nall,1,1\nall,2,2\nall,4,4\n"},
	} {
		c := of(t, test.text)
		if c.Words != test.words {
			t.Errorf("%s: %s", test.text, c.Words)
		}
		same(t, c.text, test.want)
	}
}

func TestBrokenJSON(t *testing.T) {
	for _, test := range []struct {
		text string
		rows int
		want string
	}{
		{`[{"a":1},{"a":2},{"a":`, 2, "1: The JSON ends in the middle."},
		{"[{\"a\":1},\n{\"a\":2} x {\"a\":3}]", 3, "2: This isn't an object."},
		{`[{"a":1},{"a":2},=]`, 2, "1: The text isn't JSON from here on."},
		{`[{"a":1},{"a":1,"a":2}]`, 1, `1: "a" is given twice.`},
		{`[{"a":1},{"a":01}]`, 1, "1: This isn't JSON: expected a value: text in double quotes, a number, " +
			"true, false or null in its line 1, column 6."},
	} {
		c := of(t, test.text)
		if got := strconv.Itoa(c.outcome.Bad[0].Line) + ": " + c.outcome.Bad[0].Message; got != test.want {
			t.Errorf("%s: %s", test.text, got)
		}
		if rows := strings.Count(c.text, "\n") - 1; rows != test.rows {
			t.Errorf("%s: %d rows", test.text, rows)
		}
	}
}

func TestMarkup(t *testing.T) {
	c := with(t, inspected(t, "| Name | Age |\n|:-----|----:|\n| Ma\\|rin | 52 |\n| Jones | |\n"), numbered)
	same(t, c.text, "PartitionKey,RowKey,Name,Age:Int32\np,1,Ma|rin,52\np,2,Jones,\n")
	p := inspected(t, "<html><style>td{}</style><p>x</p><table border=1><thead><tr><th>Name<th>Age</tr>"+
		"<!-- <td>no</td> --><tr><td><b>Ma&amp;rin</b><br>jr.</td><td> 52 </td></tr>"+
		"<tr><td>Jo&#110;es&nbsp;</td><td></td></table>")
	same(t, p.Form.Format, convert.HTML)
	same(t, with(t, p, numbered).text,
		"PartitionKey,RowKey,Name,Age:Int32\np,1,\"Ma&rin\njr.\",52\np,2,Jones,\n")
}

func TestOurs(t *testing.T) {
	for text, want := range map[string]convert.Format{
		"PartitionKey,RowKey,Age:Int32\n# 10 times\np,{{$index}},5\n": convert.Data,
		"### Tables\nGET {{host}}/Tables\n":                           convert.HTTP,
		"# a\n\n@x = 1\nPOST https://host/Orders\n\n{}":               convert.HTTP,
		"GET well\nsoon\n": convert.CSV,
	} {
		if p := inspected(t, text); p.Form.Format != want {
			t.Errorf("%q is %s", text, p.Form.Format)
		}
	}
}

func TestRefusals(t *testing.T) {
	wide := map[string]int{}
	for i := range 300 {
		wide[fmt.Sprint("p", i)] = i
	}
	object, err := json.Marshal([]any{wide})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		strings.Repeat("x", 5_000_000):             "Line 1 has more than 4 MB.",
		strings.Repeat("a\n", 1_000_002):           "The file has more than 1,000,000 rows.",
		strings.Repeat("a,", 999_999) + "a\n1,2\n": "Line 1 has 1,000,000 cells.",
		string(object):                             "The rows have 300 columns.",
	} {
		if _, bad := convert.Inspect("x", text); bad == nil || bad.Message != want || bad.Hint == "" {
			t.Errorf("%v, want %s", bad, want)
		}
	}
}

func TestHostile(t *testing.T) {
	const tag = "<script>alert(1)</script>"
	c := with(t, inspected(t, "<table><tr><th>"+tag+"Name</th></tr>"+
		"<tr><td><img src=x onerror=alert(1)>x</td></tr></table>"), numbered)
	same(t, c.text, "PartitionKey,RowKey,Name\np,1,x\n")
	c = with(t, inspected(t, "Name,__proto__\n"+tag+",1\na\x00b,4\n"), numbered)
	same(t, c.text, "PartitionKey,RowKey,Name,__proto__:Int32\np,1,"+tag+",1\np,2,a\x00b,4\n")
	c = of(t, `[{"a":`+strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)+`},{"a":1}]`)
	same(t, c.outcome.Bad[0].Message, "The brackets are nested more than 100 deep.")
	same(t, strings.Count(c.text, "\n"), 2)
	for piece, n := range map[string]int{
		"<table>": 50_000, "<": 100_000, "<table><!--": 50_000, "&": 100_000, "# ": 30_000, "|": 60_000,
		`"`: 100_000, "\"\"\"x\n": 50_000, `{"`: 30_000, "[": 100_000, "\"a\",\n": 100_000, "\\\"": 50_000,
	} {
		_, _ = convert.Inspect("x", strings.Repeat(piece, n))
		_, _ = convert.Inspect("x", "[\""+strings.Repeat(piece, n))
		_, _ = convert.Inspect("x", "<table><td>"+strings.Repeat(piece, n))
	}
}

// TestRoundTrip writes entities as each format, and reads them again with their types.
func TestRoundTrip(t *testing.T) {
	const text = `PartitionKey,RowKey,S,I:Int32,L:Int64,D:Double,B:Boolean,T:DateTime,G:Guid,X:Binary
p,1,x,-5,9007199254740993,0.5,true,2026-01-05T09:00:00Z,a455c695-df98-5678-aaaa-81d3367e5a34,AQID
p,2,"a ""b"",
c",,,3.0,,,,
p,3,,,,NaN,false,,,
`
	d := data.Parse("Orders", text, data.Whole("Orders.csv"))
	for _, format := range []data.Format{data.Explorer, data.JSON, data.Lines} {
		w := &data.Writer{Format: format}
		each(d, w.Add)
		out := w.AppendHeader(nil)
		each(d, func(e *table.Entity) { out = w.AppendEntity(out, e, len(out) == 0) })
		if format == data.JSON {
			out = append(append([]byte("["), out...), ']')
		}
		got := data.Parse("Orders", of(t, string(out)).text, data.Whole("Orders.csv"))
		same(t, entities(got), entities(d))
	}
}

func each(d *data.Table, see func(*table.Entity)) {
	d.Each(func() table.Ticks { return 0 }, func(_ *data.Row, e *table.Entity, _ *data.Error) bool {
		see(e)
		return true
	})
}

func entities(d *data.Table) (all []string) {
	each(d, func(e *table.Entity) {
		w := data.Writer{Format: data.Lines}
		all = append(all, string(w.AppendEntity(nil, e, true)))
	})
	return all
}

func TestLarge(t *testing.T) {
	var csv, objects strings.Builder
	csv.WriteString("Id,Customer,Total,At,Note\n")
	for i := range 100_000 {
		fmt.Fprintf(&csv, "%d,customer-%d,%v,2026-01-05,\"note %d, x\"\n", i, i%997, float64(i)/4, i)
		fmt.Fprintf(&objects, ",{\"id\":%d,\"customer\":\"c%d\",\"tags\":[%d]}", i, i%997, i)
	}
	c := of(t, csv.String())
	same(t, []int{strings.Count(c.text, "\n"), c.outcome.Refused}, []int{100_001, 0})
	c = of(t, "["+objects.String()[1:]+"]")
	same(t, []int{strings.Count(c.text, "\n"), c.outcome.Refused}, []int{100_001, 0})
}

func BenchmarkConvert(b *testing.B) {
	var csv strings.Builder
	csv.WriteString("Id,Customer,Total,At,Note\n")
	for i := range 100_000 {
		fmt.Fprintf(&csv, "%d,customer-%d,%v,2026-01-05,\"note %d, x\"\n", i, i%997, float64(i)/4, i)
	}
	b.ReportAllocs()
	for b.Loop() {
		p, _ := convert.Inspect("x.csv", csv.String())
		c := p.Convert(p.Suggestions[0].Keys)
		for more := true; more; {
			_, more = c.Append(nil, 1<<16)
		}
	}
}

// TestChosen: a type that somebody chose is in the header, and one that no column has is an error.
func TestChosen(t *testing.T) {
	types, err := convert.ParseTypes("Total:string, Orders.N:Edm.Int64,Else.Paid:String")
	if err != nil {
		t.Fatal(err)
	}
	text := "PartitionKey,RowKey,Total,N,Paid\na,1,9.5,7,true\n"
	want := "PartitionKey,RowKey,Total:String,N:Int64,Paid:Boolean\na,1,9.5,7,true\n"
	if got := types.Typed("data/Orders.csv", text); got != want {
		t.Errorf("%s", got)
	}
	if err := types.Unused(); err == nil || !strings.Contains(err.Error(), "Else.Paid") {
		t.Error(err)
	}
	for _, wrong := range []string{"Total", "Total:Money", ":Double", ""} {
		if _, err := convert.ParseTypes(wrong); err == nil {
			t.Errorf("%q", wrong)
		}
	}
	p, _ := convert.Inspect("Orders.csv", "Id,Total\n1,9.5\n2,x\n")
	p.Choose("Total", table.Double)
	c := p.Convert(convert.Keys{PartitionKey: convert.Part{Text: "all"}, RowKey: convert.Part{Column: "Id"}})
	out, _ := c.Append(nil, 1000)
	if !strings.Contains(string(out), ",Total:Double\n") || c.Outcome().Refused != 1 {
		t.Errorf("%s %+v", out, c.Outcome())
	}
}

// TestTyped: data without types get those that an import gives them. Others are as they were.
func TestTyped(t *testing.T) {
	const rows = "a,1,9.5,7,007,true,open\na,2,,8,008,false,done\n"
	const header = "PartitionKey,RowKey,Total,N,Code,Paid,Status"
	want := "PartitionKey,RowKey,Total:Double,N:Int32,Code,Paid:Boolean,Status\n" + rows
	if got := convert.Typed("Orders.csv", header+"\n"+rows); got != want {
		t.Errorf("%s", got)
	}
	for _, same := range []string{want, "PartitionKey,RowKey,N\n# 3 times\na,{{$index}},{{$index}}\n", "N\n1\n",
		"", "PartitionKey;RowKey;N\na;1;1\n"} {
		if got := convert.Typed("Orders.csv", same); got != same {
			t.Errorf("%q became %q", same, got)
		}
	}
}
