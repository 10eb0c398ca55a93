package data_test

import (
	"encoding/base64"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/tables"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// awkward are pieces of text that a cell, a line or a file could be confused by.
var awkward = []string{
	"", " ", ",", `"`, `""`, "\n", "\r", "\r\n", "#", "# 3 times", "{{", "}}", "{{$index}}", "\uFEFF", "\t",
	"a", "é", "😀", "ключ", "\x00", "'", "Edm.Int32", "@type", ":",
}

func drawText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(awkward), 0, 5).Draw(t, label), "")
}

func drawKey(t *rapid.T, label string) string {
	return strings.Map(func(r rune) rune {
		if !table.ValidKey(string(r)) {
			return '_'
		}
		return r
	}, drawText(t, label))
}

func drawValue(t *rapid.T) table.Value {
	switch k := rapid.IntRange(int(table.Binary), int(table.String)).Draw(t, "kind"); table.Kind(k) {
	case table.Binary:
		return table.BinaryValue(string(rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "bytes")))
	case table.Boolean:
		return table.BooleanValue(rapid.Bool().Draw(t, "boolean"))
	case table.DateTime:
		at := rapid.Int64Range(int64(table.MinTicks), int64(table.MaxTicks)).Draw(t, "ticks")
		return table.DateTimeValue(table.Ticks(at))
	case table.Double:
		special := []float64{math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), math.MaxFloat64, 5e-324}
		return table.DoubleValue(rapid.OneOf(rapid.Float64(), rapid.SampledFrom(special)).Draw(t, "double"))
	case table.GUID:
		return table.GUIDValue([16]byte(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "guid")))
	case table.Int32:
		return table.Int32Value(rapid.Int32().Draw(t, "int32"))
	case table.Int64:
		return table.Int64Value(rapid.Int64().Draw(t, "int64"))
	default:
		return table.StringValue(drawText(t, "string"))
	}
}

var propertyNames = []string{"A", "B", "Name", "ключ", "_", "etag"}

func drawEntities(t *rapid.T) (all []table.Entity) {
	for range rapid.IntRange(0, 6).Draw(t, "entities") {
		e := table.Entity{Key: table.Key{PartitionKey: drawKey(t, "PartitionKey"), RowKey: drawKey(t, "RowKey")}}
		for _, name := range propertyNames {
			if rapid.Bool().Draw(t, "has "+name) {
				e.Properties = append(e.Properties, table.Property{Name: name, Value: drawValue(t)})
			}
		}
		all = append(all, e)
	}
	return all
}

// sorted returns an entity with its properties in order, without its Timestamp.
func sorted(e table.Entity) table.Entity {
	p := slices.SortedFunc(slices.Values(e.Properties), func(a, b table.Property) int {
		return strings.Compare(a.Name, b.Name)
	})
	return table.Entity{Key: e.Key, Properties: append([]table.Property{}, p...)}
}

var sameValues = cmp.Comparer(func(a, b table.Value) bool { return a == b })

// TestRoundTrip: what is written is read as the same entities, in both formats of csv.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entities := drawEntities(t)
		w := &data.Writer{Format: rapid.SampledFrom([]data.Format{data.CSV, data.Explorer}).Draw(t, "format")}
		for i := range entities {
			w.Add(&entities[i])
		}
		text := w.AppendHeader(nil)
		for i := range entities {
			text = w.AppendEntity(text, &entities[i], i == 0)
		}
		read := data.Parse("Orders", string(text), data.Whole("Orders.csv"))
		want, got := []table.Entity{}, []table.Entity{}
		for _, e := range entities {
			want = append(want, sorted(e))
		}
		read.Each(noon, func(_ *data.Row, e *table.Entity, bad *data.Error) bool {
			if bad != nil {
				t.Fatalf("%v\n%s", bad, text)
			}
			got = append(got, sorted(*e))
			return true
		})
		if diff := cmp.Diff(want, got, sameValues); diff != "" || len(read.Errors) > 0 {
			t.Fatalf("%s (-want +got):\n%s%v", text, diff, read.Errors)
		}
	})
}

// TestAsInsert: data accepts an entity if the service accepts an insert of it, and stores the same values.
func TestAsInsert(t *testing.T) {
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	a := account.Open(s, account.Options{
		Name: "a", Clock: func() table.Ticks { return table.TicksOf(now) }, NewID: func() string { return "id" },
		Services: []service.Service{tables.Service()},
	})
	send := func(method, path, body string, headers ...string) wire.Response {
		r := wire.Request{Method: method, URL: "http://h/a/" + path, Body: []byte(body)}
		r.Headers.Add("Accept", "application/json;odata=nometadata")
		r.Headers.Add("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			r.Headers.Add(headers[i], headers[i+1])
		}
		response, _ := a.Do(grant.Table, r)
		return response
	}
	if r := send("POST", "Tables", `{"TableName":"Orders"}`); r.Status != 201 {
		t.Fatal(r.Status)
	}
	long := strings.Repeat("x", table.MaxKeyLength)
	for _, c := range []struct{ pk, rk, kind, text string }{
		{"a", "b", "String", "text"},
		{"", "", "String", ""},
		{long, long, "String", ""},
		{long + "x", "b", "String", ""},
		{"a", long + "é", "String", ""},
		{"a/b", "b", "String", ""},
		{"a", "b?", "String", ""},
		{"a", "b\x7f", "String", ""},
		{"a", "b", "String", strings.Repeat("x", table.MaxStringLength)},
		{"a", "b", "String", strings.Repeat("x", table.MaxStringLength+1)},
		{"a", "b", "String", strings.Repeat("😀", table.MaxStringLength/2)},
		{"a", "b", "String", strings.Repeat("😀", table.MaxStringLength/2+1)},
		{"a", "b", "Binary", base64.StdEncoding.EncodeToString(make([]byte, table.MaxBinarySize))},
		{"a", "b", "Binary", base64.StdEncoding.EncodeToString(make([]byte, table.MaxBinarySize+1))},
		{"a", "b", "Binary", "AQI"},
		{"a", "b", "Int32", "2147483647"},
		{"a", "b", "Int32", "2147483648"},
		{"a", "b", "Int64", "9223372036854775807"},
		{"a", "b", "Int64", "9223372036854775808"},
		{"a", "b", "Int64", ""},
		{"a", "b", "Double", "1e308"},
		{"a", "b", "Double", "1e309"},
		{"a", "b", "Double", "NaN"},
		{"a", "b", "Double", "nan"},
		{"a", "b", "Boolean", "TRUE"},
		{"a", "b", "Boolean", "1"},
		{"a", "b", "DateTime", "1601-01-01T00:00:00Z"},
		{"a", "b", "DateTime", "1600-12-31T23:59:59Z"},
		{"a", "b", "DateTime", "2026-02-30"},
		{"a", "b", "DateTime", "2026-01-05T09:00:00+02:00"},
		{"a", "b", "Guid", "a455c695-df98-5678-aaaa-81d3367e5a34"},
		{"a", "b", "Guid", "a455c695"},
	} {
		body := append(odata.AppendString(append(odata.AppendString(append(odata.AppendString(append(
			odata.AppendString([]byte(`{"PartitionKey":`), c.pk), `,"RowKey":`...), c.rk),
			`,"V@odata.type":`...), "Edm."+c.kind), `,"V":`...), c.text), '}')
		accepted := send("POST", "Orders", string(body)).Status == 201
		text := "PartitionKey,RowKey,V:" + c.kind + "\n" +
			cellOf(c.pk) + "," + cellOf(c.rk) + "," + cellOf(c.text) + "\n"
		parsed := data.Parse("Orders", text, data.Whole(""))
		parsed.Check()
		if good := len(parsed.Errors) == 0; good != accepted {
			t.Errorf("%.20q %.20q %s %.40q: an insert is accepted: %t; the data: %v", c.pk, c.rk, c.kind, c.text,
				accepted, parsed.Errors)
		}
		if accepted {
			_ = s.Update(func(tx *store.Tx) error {
				return tx.Delete("Orders", table.Key{PartitionKey: c.pk, RowKey: c.rk})
			})
		}
	}
	many := "PartitionKey,RowKey"
	cells := "a,b"
	for i := range table.MaxProperties + 1 {
		many += ",P" + string(rune('a'+i/26)) + string(rune('a'+i%26))
		cells += ",1"
	}
	empty := "a,c" + strings.Repeat(",", table.MaxProperties+1)
	parsed := data.Parse("Orders", many+"\n"+cells+"\n"+empty+"\n", data.Whole(""))
	parsed.Check()
	if len(parsed.Errors) != 1 || parsed.Errors[0].Line != 2 {
		t.Errorf("253 properties: %v", parsed.Errors)
	}
}

func cellOf(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

// FuzzParse: no text makes the parser panic or hang, and every error has a place in the text.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "\uFEFF", "#", "# 2 times", "PartitionKey,RowKey\na,b", "PartitionKey,RowKey,A@type,A:Int32\r\n\"a\r",
		"PartitionKey,RowKey\n# 1000000 times\na,{{$pad $index 100000}}\n", "PartitionKey,RowKey\n# 3 times\n{{,}}",
		"A,PartitionKey,RowKey,Timestamp,A\n\"\"\"\",,\"\n", "PartitionKey,RowKey\n# 2 times\n{{}},{{$}}\n\xff",
		"PartitionKey,RowKey\n# 2 times\n{{$datetime \"\"}},{{$sas tn=a}}{{$guid}}{{$index*1000000+9}}\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed := data.Parse("Orders", text, data.Whole("Orders.csv"))
		lines := 1 + strings.Count(text, "\n")
		check := func(e *data.Error) {
			if e.Line < 1 || e.Line > lines || e.Column < 1 || e.Message == "" {
				t.Errorf("%q: %+v", text, e)
			}
		}
		n := 0
		parsed.Each(noon, func(row *data.Row, e *table.Entity, bad *data.Error) bool {
			if bad != nil {
				check(bad)
			} else if !table.ValidKey(e.PartitionKey) || !table.ValidKey(e.RowKey) || e.Size() > table.MaxEntitySize {
				t.Errorf("%q: %+v", text, e)
			}
			n++
			return n < 1000
		})
		parsed.Check()
		for _, e := range parsed.Errors {
			check(e)
		}
		if len(parsed.Errors) > data.MaxErrors {
			t.Errorf("%d errors", len(parsed.Errors))
		}
		_ = parsed.AppendRequests(nil)
	})
}

// noon is the time for templates.
func noon() table.Ticks { return table.Date(2026, 1, 5) + table.Day/2 }
