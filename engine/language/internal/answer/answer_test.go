package answer_test

import (
	"slices"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestFind has what a path leads to in a body, "-" for nothing.
func TestFind(t *testing.T) {
	const body = `{"value":[{"RowKey":"1","N":1},{"RowKey":"2"},{"N":3}],"odata.error":{"code":"C"}}`
	a := answer.Of(wire.Response{Status: 200, Body: []byte(body)}, nil)
	for path, want := range map[string]string{
		"$":                        body,
		"$.value[1].RowKey":        `"2"`,
		"$.value[*].RowKey":        `["1","2"]`,
		"$.value[*]['N']":          "[1,3]",
		`$["odata.error"].code`:    `"C"`,
		"$.value[3]":               "-",
		"$.value.RowKey":           "-",
		"$.value[0].RowKey.length": "-",
	} {
		p, bad := answer.ParsePath(path)
		if bad != nil {
			t.Errorf("%s: %s", path, bad.Message)
			continue
		}
		found, ok := a.Find(p)
		got := found.Raw
		if !found.Exists() {
			got = "-"
		}
		if got != want || !ok {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// TestPart: what is read of the reply to a failed transaction is the part that failed.
func TestPart(t *testing.T) {
	failed := wire.Response{Status: 404, Body: []byte(`{"odata.error":{"code":"TableNotFound"}}`)}
	reply := wire.Response{Status: 202, Body: batch.Append(nil, "A", "B",
		slices.Values([]batch.Part{{Response: failed}}))}
	reply.Headers.Add("Content-Type", batch.MediaType("A"))
	a := answer.Of(reply, nil)
	if a.Own().Status != 404 || a.Code() != "TableNotFound" ||
		a.Outline() != "The response was 404 TableNotFound." {
		t.Errorf("got %d, %q, %q", a.Own().Status, a.Code(), a.Outline())
	}
	if a := answer.Of(failed, nil); a.Part != nil || a.Code() != "TableNotFound" {
		t.Errorf("outside a transaction: %+v", a)
	}
}
