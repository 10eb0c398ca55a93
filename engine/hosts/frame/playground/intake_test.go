package playground_test

import (
	"strconv"
	"strings"
	"testing"
)

// bring hands over a file in parts of a few bytes, and returns what would become of it.
func (p page) bring(text string) string {
	p.Helper()
	for i := 0; i < len(text); i += 7 {
		p.call("receive", fields{"text": text[i:min(i+7, len(text))], "first": i == 0})
	}
	return p.call("inspect", fields{"name": "orders.csv"}).Raw
}

func TestIntake(t *testing.T) {
	p := open(t)
	const text = "Id,Region,Age\n1,north,5\n2,north,x\n3,south,x\n4,south,x\n4,south,x\n"
	want := `{"format":"csv","words":"CSV with commas between the cells; the first line has the names.",` +
		`"rows":5,"refused":0,"notes":["Age is stored as a String: 4 of 5 values aren't an Int32, ` +
		`such as \"x\" in line 3."],"suggestions":[` +
		`{"keys":"Region / number of the row","words":"Region makes 2 partitions, the largest with 3 of ` +
		`5 rows. No column tells the rows apart, so they're numbered."},` +
		`{"keys":"Age / number of the row","words":"Age makes 2 partitions, the largest with 4 of ` +
		`5 rows. No column tells the rows apart, so they're numbered."},` +
		`{"keys":"\"all\" / number of the row","words":"One partition for all 5 rows. ` +
		`No column tells the rows apart, so they're numbered."}],"columns":[{"name":"Id","type":"Int32"},` +
		`{"name":"Region","type":"String"},{"name":"Age","type":"String"}]}`
	if got := p.bring(text); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	reply := p.call("convert", fields{"keys": 0, "first": true})
	if got := reply.Get("text").String(); got != "PartitionKey,RowKey,Id:Int32,Age\nnorth,1,1,5\n"+
		"north,2,2,x\nsouth,3,3,x\nsouth,4,4,x\nsouth,5,4,x\n" {
		t.Errorf("got %s", got)
	}
	p.bring(text)
	types := []fields{{"name": "Id", "type": "Int64"}, {"name": "Age", "type": "Int32"}}
	reply = p.call("convert", fields{"keys": 0, "first": true, "types": types})
	if got := reply.Get("text").String(); !strings.HasSuffix(got, ",Id:Int64,Age:Int32\nnorth,1,1,5\n") ||
		reply.Get("refused").Int() != 4 {
		t.Errorf("got %s", reply.Raw)
	}
	if e := p.ask("convert", fields{"keys": 0}).Get("error").String(); e != "the file has to be read again" {
		t.Errorf("got %q", e)
	}
}

func TestIntakeInParts(t *testing.T) {
	p := open(t)
	var rows strings.Builder
	rows.WriteString("PartitionKey,RowKey,N\np,1,5\np,1,5\n")
	for i := range 30_000 {
		rows.WriteString(strconv.Itoa(i) + ",1,word\n")
	}
	p.call("receive", fields{"first": true, "text": rows.String()})
	p.call("receive", fields{"text": "/,3,z\n"})
	if reply := p.call("inspect", nil); !reply.Get("keyed").Bool() {
		t.Fatal(reply)
	}
	parts := 0
	for first := true; ; first = false {
		parts++
		if reply := p.call("convert", fields{"keys": -1, "first": first}); !reply.Get("more").Bool() {
			if n := reply.Get("refused").Int(); n != 1 {
				t.Errorf("%d rows are refused", n)
			}
			if got := reply.Get("bad.0").Raw; got != `{"line":3,"message":"Line 2 has the same PartitionKey and `+
				`RowKey, \"p and 1\".","hint":"Choose a RowKey that's different in every row of a partition."}` {
				t.Error(got)
			}
			break
		}
	}
	if parts != 2 {
		t.Errorf("the data has %d parts", parts)
	}
	p.call("receive", fields{"first": true, "text": strings.Repeat("x", 5_000_000)})
	if got := p.call("inspect", nil).Get("refusal").Raw; got !=
		`{"message":"Line 1 has more than 4 MB.","hint":"An entity can have 1 MiB."}` {
		t.Error(got)
	}
}
