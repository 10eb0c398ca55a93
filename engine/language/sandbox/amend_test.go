package sandbox_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestAmend: entities change as their rows do. Others stay as requests have left them.
func TestAmend(t *testing.T) {
	const head = "PartitionKey,RowKey,Total:Double\n"
	rows := func(text string) *data.Table { return data.Parse("Orders", head+text, data.Whole("")) }
	a := full.Sandbox().Open()
	defer a.Close()
	if err := a.Amend(rows(""), rows("a,1,1\n")); err != nil || count(a) != 0 {
		t.Errorf("there is no table: %v, %d entities", err, count(a))
	}
	fill(a, head+"a,1,1\na,2,2\na,3,3\n", sandbox.Keep)
	get := func(key string) string {
		response, _, _ := a.Do(wire.Request{
			Method:  "GET",
			URL:     sandbox.Host + "/Orders(PartitionKey='a',RowKey='" + key + "')?$select=Total",
			Headers: wire.Headers{{Name: "Accept", Value: "application/json;odata=nometadata"}},
		})
		return string(response.Body)
	}
	merged, _, _ := a.Do(wire.Request{
		Method: "MERGE", URL: sandbox.Host + "/Orders(PartitionKey='a',RowKey='3')",
		Body: []byte(`{"Total":9.5}`),
		Headers: wire.Headers{
			{Name: "Content-Type", Value: "application/json"}, {Name: "If-Match", Value: "*"},
		},
	})
	if merged.Status != 204 {
		t.Fatalf("%d %s", merged.Status, merged.Body)
	}
	// One changes, one isn't a row any more, one stays, one is new, one can't be stored, one has keys that
	// another has.
	err := a.Amend(rows("a,1,1\na,2,2\na,3,3\n"), rows("a,1,5.5\na,3,3\na,4,4\na,5,x\na,1,6.5\n"))
	if err != nil || count(a) != 3 {
		t.Errorf("%v, %d entities, want 3", err, count(a))
	}
	for key, want := range map[string]string{
		"1": `{"Total":5.5}`, "3": `{"Total":9.5}`, "4": `{"Total":4.0}`,
	} {
		if got := get(key); got != want {
			t.Errorf("entity %s: %s, want %s", key, got, want)
		}
	}
}
