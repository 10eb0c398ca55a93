package odata_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

const base = "https://storagename.table.core.windows.net"

func writer(level odata.Level) odata.Writer {
	return odata.Writer{Base: base, Account: "storagename", Level: level}
}

func sample(t *testing.T) table.Entity {
	t.Helper()
	return table.Entity{
		Key:       table.Key{PartitionKey: "p:1", RowKey: "r'1"},
		Timestamp: ticks(t, "2020-07-24T14:34:46.3430940Z"),
		Properties: []table.Property{
			{Name: "age", Value: table.Int64Value(39)},
			{Name: "sex", Value: table.StringValue("male")},
			{Name: "married", Value: table.BooleanValue(true)},
			{Name: "ratio", Value: table.DoubleValue(3.1)},
			{Name: "evenratio", Value: table.DoubleValue(3)},
			{Name: "void", Value: table.DoubleValue(math.NaN())},
			{Name: "Birthday", Value: table.DateTimeValue(ticks(t, "1973-10-04T00:00:00Z"))},
			{Name: "binary", Value: table.BinaryValue("binary")},
			{Name: "other", Value: table.Int32Value(20)},
			{Name: "clsid", Value: table.GUIDValue(guid(t, "C9DA6455-213D-42C9-9A79-3E9149A57833"))},
		},
	}
}

const (
	etagMember = `"odata.etag":"W/\"datetime'2020-07-24T14%3A34%3A46.343094Z'\"",`
	keyMembers = `"PartitionKey":"p:1","RowKey":"r'1",`
	fullBefore = `"odata.type":"storagename.People","odata.id":"` + base +
		`/People(PartitionKey='p%3A1',RowKey='r''1')",` + etagMember +
		`"odata.editLink":"People(PartitionKey='p%3A1',RowKey='r''1')",`
	stamp  = `"Timestamp":"2020-07-24T14:34:46.343094Z",`
	values = `"age@odata.type":"Edm.Int64","age":"39","sex":"male","married":true,"ratio":3.1,"evenratio":3.0,` +
		`"void@odata.type":"Edm.Double","void":"NaN",` +
		`"Birthday@odata.type":"Edm.DateTime","Birthday":"1973-10-04T00:00:00Z",` +
		`"binary@odata.type":"Edm.Binary","binary":"YmluYXJ5","other":20,` +
		`"clsid@odata.type":"Edm.Guid","clsid":"c9da6455-213d-42c9-9a79-3e9149a57833"}`
	bareValues = `"age":"39","sex":"male","married":true,"ratio":3.1,"evenratio":3.0,"void":"NaN",` +
		`"Birthday":"1973-10-04T00:00:00Z","binary":"YmluYXJ5","other":20,` +
		`"clsid":"c9da6455-213d-42c9-9a79-3e9149a57833"}`
)

func TestEntity(t *testing.T) {
	e := sample(t)
	for _, c := range []struct {
		level odata.Level
		want  string
	}{
		{odata.Minimal, `{"odata.metadata":"` + base + `/$metadata#People/@Element",` +
			etagMember + keyMembers + stamp + values},
		{odata.None, `{` + keyMembers + stamp + bareValues},
		{
			odata.Full, `{"odata.metadata":"` + base + `/$metadata#People/@Element",` + fullBefore + keyMembers +
				`"Timestamp@odata.type":"Edm.DateTime",` + stamp + values,
		},
	} {
		if got := string(writer(c.level).Entity(nil, "People", e, odata.Select{})); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.level, got, c.want)
		}
	}
}

func TestEntities(t *testing.T) {
	one := sample(t)
	one.Properties = nil
	full := `{` + fullBefore + keyMembers + `"Timestamp@odata.type":"Edm.DateTime",` + stamp[:len(stamp)-1] + `}`
	for _, c := range []struct {
		level    odata.Level
		entities []table.Entity
		want     string
	}{
		{odata.Minimal, nil, `{"odata.metadata":"` + base + `/$metadata#People","value":[]}`},
		{odata.None, nil, `{"value":[]}`},
		{
			odata.Minimal, []table.Entity{one, one}, `{"odata.metadata":"` + base + `/$metadata#People","value":[{` +
				etagMember + keyMembers + stamp[:len(stamp)-1] + `},{` +
				etagMember + keyMembers + stamp[:len(stamp)-1] + `}]}`,
		},
		{odata.Full, []table.Entity{one}, `{"odata.metadata":"` + base + `/$metadata#People","value":[` +
			full + `]}`},
	} {
		got := string(writer(c.level).Entities(nil, "People", slices.Values(c.entities), odata.Select{}))
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.level, got, c.want)
		}
	}
}

func TestSelect(t *testing.T) {
	e := sample(t)
	for _, c := range []struct{ raw, collection, single string }{
		{
			"age, sex",
			`{"odata.metadata":"` + base + `/$metadata#People&$select=age,%20sex","value":[{` + etagMember +
				`"age@odata.type":"Edm.Int64","age":"39","sex":"male"}]}`,
			`{"odata.metadata":"` + base + `/$metadata#People/@Element&$select=age,%20sex",` + etagMember +
				`"age@odata.type":"Edm.Int64","age":"39","sex":"male"}`,
		},
		{
			"married,RowKey,PartitionKey,married",
			`{"odata.metadata":"` +
				base + `/$metadata#People&$select=married,RowKey,PartitionKey,married","value":[{` +
				etagMember + keyMembers + `"married":true}]}`,
			`{"odata.metadata":"` + base + `/$metadata#People/@Element&$select=married,RowKey,PartitionKey,married",` +
				etagMember + keyMembers + `"married":true}`,
		},
		{
			"Timestamp,nothing,café",
			`{"odata.metadata":"` + base + `/$metadata#People&$select=Timestamp,nothing,caf%C3%A9","value":[{` +
				etagMember + stamp + `"nothing":null,"caf\u00e9":null}]}`,
			`{"odata.metadata":"` + base + `/$metadata#People/@Element&$select=Timestamp,nothing,caf%C3%A9",` +
				etagMember + stamp + `"nothing":null,"caf\u00e9":null}`,
		},
	} {
		s, err := odata.ParseSelect(c.raw)
		if err != nil {
			t.Fatal(err)
		}
		page := slices.Values([]table.Entity{e})
		if got := string(writer(odata.Minimal).Entities(nil, "People", page, s)); got != c.collection {
			t.Errorf("%s\n got %s\nwant %s", c.raw, got, c.collection)
		}
		if got := string(writer(odata.Minimal).Entity(nil, "People", e, s)); got != c.single {
			t.Errorf("%s\n got %s\nwant %s", c.raw, got, c.single)
		}
	}
	s, _ := odata.ParseSelect("sex")
	if got, want := string(writer(odata.None).Entity(nil, "People", e, s)), `{"sex":"male"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestSelectEverything: each of these selects every property. The document repeats all except an empty one.
func TestSelectEverything(t *testing.T) {
	e := sample(t)
	for raw, echo := range map[string]string{"": "", " ": "", "*": "&$select=*", "age,*": "&$select=age,*"} {
		s, err := odata.ParseSelect(raw)
		if err != nil {
			t.Fatal(err)
		}
		want := `{"odata.metadata":"` + base + `/$metadata#People/@Element` + echo + `",` +
			etagMember + keyMembers + stamp + values
		if got := string(writer(odata.Minimal).Entity(nil, "People", e, s)); got != want {
			t.Errorf("%q\n got %s\nwant %s", raw, got, want)
		}
	}
}

func TestSelectFaults(t *testing.T) {
	for _, raw := range []string{",", "a,,b", "a b", "odata.etag", "a/b", names(256)} {
		_, err := odata.ParseSelect(raw)
		if !errors.Is(err, fault.InvalidInput) {
			t.Errorf("%.20q: got %v", raw, err)
		}
	}
	if s, err := odata.ParseSelect(names(255)); err != nil || len(s.Names) != 255 {
		t.Errorf("255 names: got %d, %v", len(s.Names), err)
	}
}

// names returns n names, separated by commas.
func names(n int) string {
	text := ""
	for i := range n {
		text += "," + string(rune('a'+i/26)) + string(rune('a'+i%26))
	}
	return text[1:]
}

func TestTables(t *testing.T) {
	for _, c := range []struct {
		level     odata.Level
		one, many string
	}{
		{
			odata.Minimal, `{"odata.metadata":"` + base + `/$metadata#Tables/@Element","TableName":"A"}`,
			`{"odata.metadata":"` + base + `/$metadata#Tables","value":[{"TableName":"A"},{"TableName":"b"}]}`,
		},
		{odata.None, `{"TableName":"A"}`, `{"value":[{"TableName":"A"},{"TableName":"b"}]}`},
		{
			odata.Full,
			`{"odata.metadata":"` + base + `/$metadata#Tables/@Element","odata.type":"storagename.Tables",` +
				`"odata.id":"` + base + `/Tables('A')","odata.editLink":"Tables('A')","TableName":"A"}`,
			`{"odata.metadata":"` + base + `/$metadata#Tables","value":[` +
				`{"odata.type":"storagename.Tables","odata.id":"` +
				base + `/Tables('A')","odata.editLink":"Tables('A')","TableName":"A"},` +
				`{"odata.type":"storagename.Tables","odata.id":"` +
				base + `/Tables('b')","odata.editLink":"Tables('b')","TableName":"b"}]}`,
		},
	} {
		if got := string(writer(c.level).Table(nil, "A")); got != c.one {
			t.Errorf("%s\n got %s\nwant %s", c.level, got, c.one)
		}
		if got := string(writer(c.level).Tables(nil, []string{"A", "b"})); got != c.many {
			t.Errorf("%s\n got %s\nwant %s", c.level, got, c.many)
		}
	}
	if got, want := string(writer(odata.None).Tables(nil, nil)), `{"value":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestURLs(t *testing.T) {
	for _, c := range []struct{ partitionKey, rowKey, want string }{
		{"contoso", "1", base + "/t(PartitionKey='contoso',RowKey='1')"},
		{"", "", base + "/t(PartitionKey='',RowKey='')"},
		{"partition-key:1", "a b", base + "/t(PartitionKey='partition-key%3A1',RowKey='a%20b')"},
		{`A'aaa_bbbb2"`, `"A'aaa_bbbb2`, base + "/t(PartitionKey='A''aaa_bbbb2%22',RowKey='%22A''aaa_bbbb2')"},
		{"PK", "RK'@*$!%", base + "/t(PartitionKey='PK',RowKey='RK''%40*%24!%25')"},
		{"PK", "你好", base + "/t(PartitionKey='PK',RowKey='%E4%BD%A0%E5%A5%BD')"},
	} {
		key := table.Key{PartitionKey: c.partitionKey, RowKey: c.rowKey}
		if got := odata.EntityURL(base, "t", key); got != c.want {
			t.Errorf("\n got %s\nwant %s", got, c.want)
		}
	}
	if got, want := odata.TableURL(base, "Orders"), base+"/Tables('Orders')"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDoubles(t *testing.T) {
	for text, want := range map[string]string{
		"5": "5.0", "3.0": "3.0", "16.100000000000001": "16.1", "100": "100.0", "-0": "-0.0", "0": "0.0",
		"1.23456789012346e+24": "1.23456789012346E+24", "9223372036854775808000": "9.2233720368547758E+21",
		"1e14": "100000000000000.0", "1e15": "1E+15", "1e20": "1E+20", "9007199254740992": "9007199254740992.0",
		"0.0001": "0.0001", "0.00001": "1E-05", "1e-7": "1E-07", "0.33333333333333333": "0.33333333333333331",
		"1.7976931348623157e308": "1.7976931348623157E+308", "5e-324": "4.94065645841247E-324",
	} {
		got, err := odata.DecodeUpdate([]byte(`{"V":` + text + `,"V@odata.type":"Edm.Double"}`))
		if err != nil {
			t.Fatal(err)
		}
		e := table.Entity{Properties: got}
		document := string(writer(odata.None).Entity(nil, "t", e, odata.Select{Names: []string{"V"}}))
		if want := `{"V":` + want + `}`; document != want {
			t.Errorf("%s: got %s, want %s", text, document, want)
		}
	}
}

func TestAppendString(t *testing.T) {
	for text, want := range map[string]string{
		"":                    `""`,
		"plain 'text' / <b>":  `"plain 'text' / <b>"`,
		"\"\\\b\f\n\r\t":      `"\"\\\b\f\n\r\t"`,
		"\x00\x1f\x7f":        "\"\\u0000\\u001f\x7f\"",
		"\u0080é\ua015\u2028": `"\u0080\u00e9\ua015\u2028"`,
		"😀":                   `"\ud83d\ude00"`,
		"a\xff":               `"a\ufffd"`,
	} {
		if got := string(odata.AppendString([]byte("x"), text)); got != "x"+want {
			t.Errorf("%q: got %s, want x%s", text, got, want)
		}
	}
}

func TestLevels(t *testing.T) {
	for level, want := range map[odata.Level]string{
		odata.Minimal: "minimalmetadata", odata.None: "nometadata", odata.Full: "fullmetadata",
	} {
		if got := level.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
