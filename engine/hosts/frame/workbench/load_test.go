package workbench

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// call makes a call whose members are texts.
func call(members ...string) string {
	b := []byte{'{'}
	for i := 0; i < len(members); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(odata.AppendString(b, members[i]), ':')
		b = odata.AppendString(b, members[i+1])
	}
	return string(New().Answer(append(b, '}')))
}

const rated = `entities:
  Reading:
    count: 100
    properties:
      Device: {type: string, values: 30}
      At: {type: datetime, every: 2s, from: 2026-01-05T00:00:00Z}
patterns:
  write: {insert: Reading, rate: 3000/s}
designs:
  one: {Reading: {PartitionKey: "all", RowKey: "{At:iso}"}}
  many: {Reading: {PartitionKey: "{Device}", RowKey: "{At:iso}"}}
`

// The rates of a design file become a load, which can be played.
func TestRatesAndLoad(t *testing.T) {
	text := gjson.Get(call("op", "rates", "text", rated), "load").String()
	if text != "rate: 3000/s\nfor: 10 min\nOne: one key\n" {
		t.Fatalf("the load is %q", text)
	}
	reply := call("op", "load", "text", text+"Many: 30 keys\n")
	if !gjson.Valid(reply) {
		t.Fatalf("not JSON: %s", reply)
	}
	if names := gjson.Get(reply, "results.#.label").String(); names != `["One","Many"]` {
		t.Errorf("the designs are %s", names)
	}
	one := gjson.Get(reply, "results.0")
	columns := int(one.Get("columns").Int())
	if one.Get("throttled").Float() < 0.3 || len(one.Get("times").Array()) != columns ||
		one.Get("begin").String() != "[[0,0,0]]" || one.Get("story").String() == "" {
		t.Errorf("one PartitionKey: %s", one.Raw[:200])
	}
	if n := len(gjson.Get(reply, "results.1.splits").Array()); n == 0 {
		t.Error("30 keys aren't split")
	}
	if n := gjson.Get(reply, `assume.#(name=="partition cap").value`).Int(); n != 2000 {
		t.Errorf("the cap of a partition is %d", n)
	}
	reply = call("op", "load", "text", "rate: 10/s\npartition cap: 500\nOne: one key\n")
	assumed := gjson.Get(reply, `assume.#(name=="partition cap")`)
	if assumed.Get("value").Int() != 500 || assumed.Get("usual").Int() != 2000 {
		t.Error(assumed.Raw)
	}
}

func TestBadLoad(t *testing.T) {
	reply := gjson.Parse(call("op", "load", "text", "rate: much\nOne: one key\n"))
	first := reply.Get("errors.0")
	if reply.Get("ok").Bool() || first.Get("line").Int() != 1 || first.Get("hint").String() == "" {
		t.Error(reply.Raw)
	}
	said := call("op", "rates", "text", strings.Replace(rated, ", rate: 3000/s", "", 1))
	if !strings.Contains(said, "Write rate: 50/s") {
		t.Error(said)
	}
}
