package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// model is the table service in fifty lines: what an entity's one property N holds, by key.
type model map[table.Key]int

func (m model) sorted(partition string, atLeast int) []table.Key {
	var found []table.Key
	for k, n := range m {
		if (partition == "" || k.PartitionKey == partition) && n >= atLeast {
			found = append(found, k)
		}
	}
	slices.SortFunc(found, func(a, b table.Key) int {
		if c := table.CompareText(a.PartitionKey, b.PartitionKey); c != 0 {
			return c
		}
		return table.CompareText(a.RowKey, b.RowKey)
	})
	return found
}

// TestModel drives an engine and the model with the same random operations and compares what each
// query returns, page by page and in order. A failed transaction must leave no trace.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := enginetest.New(t, nil)
		send(t, e, "POST", "/Tables", `{"TableName":"Things"}`, 201)
		m := model{}
		t.Repeat(map[string]func(*rapid.T){
			"insert": func(t *rapid.T) {
				k, n := drawKey(t), drawN(t)
				want := 201
				if _, found := m[k]; found {
					want = 409
				} else {
					m[k] = n
				}
				send(t, e, "POST", "/Things", entityJSON(k, n), want)
			},
			"replace": func(t *rapid.T) {
				k, n := drawKey(t), drawN(t)
				want := 404
				if _, found := m[k]; found {
					want, m[k] = 204, n
				}
				send(t, e, "PUT", entityPath(k), fmt.Sprintf(`{"N":%d}`, n), want, "If-Match", "*")
			},
			"insert or merge": func(t *rapid.T) {
				k, n := drawKey(t), drawN(t)
				m[k] = n
				send(t, e, "PATCH", entityPath(k), fmt.Sprintf(`{"N":%d}`, n), 204)
			},
			"delete": func(t *rapid.T) {
				k := drawKey(t)
				want := 404
				if _, found := m[k]; found {
					want = 204
					delete(m, k)
				}
				send(t, e, "DELETE", entityPath(k), "", want, "If-Match", "*")
			},
			"transaction": func(t *rapid.T) { transactBoth(t, e, m) },
			"": func(t *rapid.T) {
				partition, atLeast := rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "partition"), drawN(t)
				filter := fmt.Sprintf("N ge %d", atLeast)
				if partition != "" {
					filter += " and PartitionKey eq '" + partition + "'"
				}
				top := rapid.IntRange(1, 5).Draw(t, "top")
				got, want := readAll(t, e, filter, top), m.sorted(partition, atLeast)
				if !slices.Equal(got, want) {
					t.Fatalf("%s by %d: got %v, want %v", filter, top, got, want)
				}
			},
		})
	})
}

// transactBoth inserts several entities in one transaction. It fails when one exists already.
func transactBoth(t *rapid.T, e *engine.Engine, m model) {
	partition := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "partition")
	rows := rapid.SliceOfNDistinct(rapid.SampledFrom(rowKeys), 1, 4, rapid.ID[string]).Draw(t, "rows")
	conflict := slices.ContainsFunc(rows, func(r string) bool {
		_, found := m[table.Key{PartitionKey: partition, RowKey: r}]
		return found
	})
	var body strings.Builder
	body.WriteString("--b\nContent-Type: multipart/mixed; boundary=c\n\n")
	for i, r := range rows {
		k := table.Key{PartitionKey: partition, RowKey: r}
		fmt.Fprintf(&body, "--c\nContent-Type: application/http\n\nPOST /%s/Things HTTP/1.1\n"+
			"Accept: application/json\nContent-Type: application/json\n\n%s\n", enginetest.Account, entityJSON(k, i))
		if !conflict {
			m[k] = i
		}
	}
	body.WriteString("--c--\n--b--\n")
	answer := send(t, e, "POST", "/$batch", body.String(), 202, "Content-Type", "multipart/mixed; boundary=b")
	if failed := strings.Contains(answer, "EntityAlreadyExists"); failed != conflict {
		t.Fatalf("conflict %v, but the transaction answered:\n%s", conflict, answer)
	}
}

// readAll follows continuation tokens until there are none.
func readAll(t *rapid.T, e *engine.Engine, filter string, top int) (found []table.Key) {
	path := fmt.Sprintf("/Things?$filter=%s&$top=%d", wire.Escape(filter, ""), top)
	next := ""
	for {
		response, _ := e.Do(wire.Request{
			Method: "GET", URL: enginetest.Base + path + next,
			Headers: wire.Headers{{Name: "Accept", Value: "application/json"}},
		})
		if response.Status != 200 {
			t.Fatalf("%s%s: %d %s", path, next, response.Status, response.Body)
		}
		for _, item := range gjson.GetBytes(response.Body, "value").Array() {
			found = append(found, table.Key{
				PartitionKey: item.Get("PartitionKey").String(), RowKey: item.Get("RowKey").String(),
			})
		}
		pk := response.Headers.Get("x-ms-continuation-NextPartitionKey")
		if pk == "" {
			return found
		}
		next = "&NextPartitionKey=" + pk + "&NextRowKey=" +
			response.Headers.Get("x-ms-continuation-NextRowKey")
	}
}

func send(t *rapid.T, e *engine.Engine, method, path, body string, want int, headers ...string) string {
	t.Helper()
	req := wire.Request{Method: method, URL: enginetest.Base + path, Body: []byte(body)}
	req.Headers.Add("Accept", "application/json")
	if len(headers) == 0 || headers[0] != "Content-Type" {
		req.Headers.Add("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Headers.Add(headers[i], headers[i+1])
	}
	response, _ := e.Do(req)
	if response.Status != want {
		t.Fatalf("%s %s: got %d, want %d: %s", method, path, response.Status, want, response.Body)
	}
	return string(response.Body)
}

// rowKeys order differently by UTF-16 code unit than by code point: 😀 comes before U+E000.
var rowKeys = []string{"", "0", "1", "10", "2", "A", "a", "é", "\ue000", "😀", "it's"}

func drawKey(t *rapid.T) table.Key {
	return table.Key{
		PartitionKey: rapid.SampledFrom([]string{"a", "b", "ab"}).Draw(t, "PartitionKey"),
		RowKey:       rapid.SampledFrom(rowKeys).Draw(t, "RowKey"),
	}
}

func drawN(t *rapid.T) int { return rapid.IntRange(0, 5).Draw(t, "N") }

func entityJSON(k table.Key, n int) string {
	return fmt.Sprintf(`{"PartitionKey":%q,"RowKey":%q,"N":%d}`, k.PartitionKey, k.RowKey, n)
}

func entityPath(k table.Key) string {
	quote := func(s string) string { return wire.Escape(strings.ReplaceAll(s, "'", "''"), "") }
	return "/Things(PartitionKey='" + quote(k.PartitionKey) + "',RowKey='" + quote(k.RowKey) + "')"
}
