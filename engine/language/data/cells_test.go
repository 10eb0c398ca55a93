package data_test

import (
	"encoding/base64"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
)

const id = "a455c695-df98-5678-aaaa-81d3367e5a34"

// samples are values of each type, and texts that aren't.
var samples = map[table.Kind]struct{ right, wrong []string }{
	table.String: {right: []string{"", "x", "\x00", "😀"}},
	table.Int32: {
		[]string{"0", "-0", "+5", "007", "2147483647", "-2147483648", strings.Repeat("0", 31) + "1"},
		[]string{"", " 5", "5.0", "2147483648", "-2147483649", "1e3", "0x10", "1_000", "٣",
			strings.Repeat("9", 500)},
	},
	table.Int64: {
		[]string{"9223372036854775807", "-9223372036854775808", "9007199254740993"},
		[]string{"9223372036854775808", "-9223372036854775809", "1.5", ""},
	},
	table.Double: {
		[]string{"5", "5.", ".5", "-1.5e-7", "1E+300", "NaN", "Infinity", "-Infinity", "+1.5"},
		[]string{"", "1e999", "0x10", "INF", "nan", "1,5", "+Infinity", ".", "e5", "1 "},
	},
	table.Boolean: {[]string{"true", "FALSE", "True"}, []string{"", "1", "yes", "t"}},
	table.DateTime: {
		[]string{"2026-01-05", "2026-01-05T09:00", "2026-01-05t09:00:00z",
			"2026-01-05T09:00:00.1234567+14:00", "2024-02-29", "1601-01-01T00:00:00Z",
			"1601-01-01T02:00:00+02:00", "9999-12-31T23:59:59.9999999Z"},
		[]string{"", "today", "2026-13-01", "2025-02-29", "2026-01-05T24:00:00Z", "2026-01-05 09:00:00",
			"2026-01-05Z", "2026-01-05T09:00:00.Z", "1600-12-31T23:59:59Z", "1601-01-01T00:00:00+02:00",
			"9999-12-31T23:59:59-00:01", "05.01.2026"},
	},
	table.GUID: {
		[]string{id, strings.ToUpper(id)},
		[]string{"", "{" + id + "}", strings.ReplaceAll(id, "-", ""), id + "0"},
	},
	table.Binary: {
		[]string{"", "AQID", "AQI=", "AQ==", "+/+/"},
		[]string{"AQI", "A", "AQ=I", "-_-_", "AQI==="},
	},
}

func TestCheckValue(t *testing.T) {
	for kind, s := range samples {
		for _, text := range s.right {
			if _, bad := data.CheckValue("A", kind, text); bad != nil {
				t.Errorf("%v", bad)
			}
		}
		for _, text := range s.wrong {
			if _, bad := data.CheckValue("A", kind, text); bad == nil {
				t.Errorf("%q is a %v", text, kind)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	bytes := func(n int) string { return base64.StdEncoding.EncodeToString(make([]byte, n)) }
	for _, test := range []struct {
		kind table.Kind // 0 for a key
		text string
		want string
	}{
		{0, "", ""},
		{0, strings.Repeat("k", 512), ""},
		{0, "naïve 😀\u00a0100%", ""},
		{0, strings.Repeat("😀", 257), "The A has 514 characters."},
		{0, "a/b", `The A "a/b" has / in it.`},
		{0, "a\tb", `The A "a␉b" has ␉ in it.`},
		{0, "a\u0080b", `The A "a` + "\uFFFD" + `b" has ` + "\uFFFD" + ` in it.`},
		{table.String, strings.Repeat("x", 32_768), ""},
		{table.String, strings.Repeat("x", 32_769), "A has 32,769 characters."},
		{table.Binary, bytes(65_536), ""},
		{table.Binary, bytes(65_537), "A has 65,537 bytes."},
		{table.Int32, strings.Repeat("é", 70), `A: "` + strings.Repeat("é", 59) + `…" isn't an Int32.`},
		{table.GUID, "a\n\x7f", `A: "a↵␡" isn't a Guid.`},
	} {
		var bad *data.Problem
		if test.kind == 0 {
			bad = data.CheckKey("A", test.text)
		} else {
			_, bad = data.CheckValue("A", test.kind, test.text)
		}
		got := ""
		if bad != nil {
			got = bad.Message
		}
		if got != test.want {
			t.Errorf("got %s\nwant %s", got, test.want)
		}
	}
}

// TestFaults finds what is wrong with each cell of a row, and what somebody may have meant.
func TestFaults(t *testing.T) {
	const text = `PartitionKey,RowKey,I:Int32,L:Int64,D:Double,B:Boolean,T:DateTime,G:Guid,X:Binary
p,a/b#c," 52 ",52.00,"3,14",Yes,2026/1/5,{` + id + `},AQI
p,2,"1,234,567",x,"1 000.5",0,2026-01-05 09:00:00 UTC,` + id + `,-_-_
,3,3000000000,5.5,y,maybe,yesterday,,
# 2 times
p,{{$index}},a,b,,,,,
p,4
p,5,,,,,,,
p,5,1,,,,,,
`
	d := data.Parse("Orders", text, data.Whole("Orders.csv"))
	var got []string
	all, wrong := d.Faults()
	if wrong != 6 {
		t.Errorf("%d rows are wrong, want 6", wrong)
	}
	for _, f := range all {
		other := ""
		if f.Make != 0 {
			other = data.TypeName(f.Make)
		}
		got = append(got, strconv.Itoa(f.Line)+":"+strconv.Itoa(f.Column)+" "+f.Write+"|"+other)
	}
	want := []string{
		"7:1 |",
		"2:3 a-b-c|", "2:9 52|", "2:16 52|", "2:22 3.14|", "2:29 true|", "2:33 2026-01-05|", "2:42 " + id + "|",
		"2:81 AQI=|",
		"3:5 1234567|", "3:17 |String", "3:19 1000.5|", "3:29 false|", "3:31 2026-01-05T09:00:00|",
		"3:92 +/+/|",
		"4:1 |", "4:4 |Int64", "4:15 |Double", "4:19 |String", "4:21 |String", "4:27 |String",
		"6:14 |", "9:3 |",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
