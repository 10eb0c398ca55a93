package workbench

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/protocol"
)

// figures are those of a query that reads and returns so many entities.
func figures(read, returned float64) design.Figures {
	return design.Figures{Scale: 4000, Read: read, Wanted: 10, Returned: returned, Requests: 1, Transactions: 1}
}

// sample has two patterns under three designs.
func sample() *design.Matrix {
	f := &design.File{
		Patterns: []*design.Pattern{{Name: "latest", Line: 5}, {Name: "write", Line: 6}},
		Designs: []*design.Design{
			{Name: "by time", Line: 8}, {Name: "log tail", Line: 9}, {Name: `a "third"`, Line: 10},
		},
	}
	limit := &design.Limit{Figure: "read", Most: 10, Line: 12}
	point := design.Cell{
		Plan: design.Plan{Kind: design.PointQueries, Parallel: true, Requests: []design.Request{
			{
				Method: "GET", Path: "/Readings(PartitionKey='a',RowKey='b')",
				Headers: []string{"Accept: application/json"},
			},
			{Method: "POST", Path: "Readings", Body: `{"PartitionKey":"a"}`},
		}},
		Figures: figures(10, 10),
	}
	scan := design.Cell{
		Plan: design.Plan{
			Kind: design.TableScan, Steps: []string{"No term is on a key."},
			Client: []string{"sort 40 entities by At"},
		},
		Figures: figures(4000, 10.004),
		Marks:   []string{"4 pages"}, Missed: []*design.Limit{limit},
		Growth: []design.Growth{{Figures: design.Figures{Scale: 1e6, Computed: true, Read: 1e6},
			Marks: []string{"more than 5 s"}}},
	}
	write := design.Cell{
		Plan: design.Plan{Kind: design.Write}, Figures: design.Figures{Written: 1, Transactions: 1},
		Thresholds: []design.Threshold{{Scale: 30_000, Says: "9 pages"}},
		Lanes:      []design.Lane{{Table: "T", PartitionKey: "a", Read: 5, Returned: 2, First: "1", Last: "9"}},
	}
	return &design.Matrix{File: f, Cells: [][]design.Cell{{scan, point, point}, {write, write, write}}}
}

func TestReply(t *testing.T) {
	findings := []design.Finding{
		{Code: "time-first", Line: 8, Design: "by time", Says: "Says.", Guide: "log-tail"},
	}
	m := sample()
	m.File.Prices = design.Prices{Currency: "EUR", Transactions: 0.01, Date: "2026-01-05"}
	for _, p := range m.File.Patterns {
		p.Entity = &design.Entity{Name: "Reading"}
	}
	m.File.Patterns[0].Rate = 1
	for i, row := range m.Cells {
		for j := range row {
			row[j].Pattern, row[j].Design = m.File.Patterns[i], m.File.Designs[j]
		}
	}
	text := string(protocol.JSON(reply(&report.Report{Name: "a", Matrix: m, Findings: findings})))
	if !gjson.Valid(text) {
		t.Fatalf("not JSON: %s", text)
	}
	for path, want := range map[string]string{
		"patterns.#.name": `["latest","write"]`,
		"designs.2": `{"name":"a \"third\"","line":10,"meant":false,"verdict":"nothing to say",` +
			`"total":"reads 10 a second","month":{"transactions":"2,630,000, EUR 2.63","stored":"",` +
			`"sent":"","price":"EUR 2.63"}}`,
		"prices":                      `{"line":0,"currency":"EUR","date":"2026-01-05","each":[0.01,0,0]}`,
		"cells.0.#.kind":              `["Table scan","Point queries","Point queries"]`,
		"cells.0.#.glyph":             `["\u25a6","\u25cf","\u25cf"]`,
		"cells.0.#.class":             `["table-scan","point","point"]`,
		"cells.0.0.growth.0.read":     `4000`,
		"cells.0.0.figures.scale":     `1000000`,
		"cells.0.0.missed":            `[{"figure":"read","most":10,"line":12}]`,
		"cells.0.0.marks":             `["more than 5 s"]`,
		"cells.0.0.steps":             `["No term is on a key."]`,
		"cells.0.0.client":            `["sort 40 entities by At"]`,
		"cells.0.0.http":              `""`,
		"cells.0.1.parallel":          `true`,
		"cells.0.0.growth.1.read":     `1000000`,
		"cells.0.0.growth.#.computed": `[false,true]`,
		"findings.0.guide":            `"log-tail"`,
		// Figures are rounded. Of a row, all that cost least are best, unless all cost the same.
		"cells.0.0.growth.0.returned": `10`,
		"cells.0.#.best":              `[false,true,true]`,
		"cells.1.0.lanes": `[{"table":"T","key":"a","first":"1","last":"9",` +
			`"read":5,"returned":2,"written":0}]`,
		"cells.1.0.later": `[{"scale":30000,"says":"9 pages"}]`,
		"cells.1.#.best":  `[false,false,false]`,
	} {
		if got := gjson.Get(text, path).Raw; got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	const requests = `GET {{host}}/Readings(PartitionKey='a',RowKey='b')
Accept: application/json

###
POST {{host}}/Readings

{"PartitionKey":"a"}
`
	if diff := cmp.Diff(requests, gjson.Get(text, "cells.0.1.http").String()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

const goOn = `{"op":"goOn"}`

// TestAnswer: the call runs a file, and says what is wrong with one.
func TestAnswer(t *testing.T) {
	w := New()
	call := func(text, more string) gjson.Result {
		t.Helper()
		call := append(odata.AppendString([]byte(`{"op":"design","text":`), text), more+"}"...)
		for part := 0.; ; {
			reply := w.Answer(call)
			if !gjson.ValidBytes(reply) {
				t.Fatalf("not JSON: %s", reply)
			}
			r := gjson.ParseBytes(reply)
			if !r.Get("part").Exists() {
				return r
			}
			if part > r.Get("part").Float() || r.Get("part").Float() > 1 || r.Get("doing").String() == "" {
				t.Fatalf("after %g comes %s", part, reply)
			}
			part, call = r.Get("part").Float(), []byte(goOn)
		}
	}
	text := strings.Replace(rated, "patterns:\n",
		"patterns:\n  latest: {of: Reading, where: \"Device = ?\", sort: At desc, limit: 10, rate: 50/s}\n", 1)
	r := call(text, `,"at":1000000`)
	cells, patterns := r.Get("cells.#").Int(), r.Get("patterns.#").Int()
	if !r.Get("ok").Bool() || patterns == 0 || cells != patterns {
		t.Fatalf("%d rows for %d patterns: %.300s", cells, patterns, r.Raw)
	}
	r.Get("cells").ForEach(func(_, row gjson.Result) bool {
		row.ForEach(func(_, c gjson.Result) bool {
			if !c.Get("figures.computed").Bool() || c.Get("growth.0.computed").Bool() || c.Get("growth.#").Int() != 2 {
				t.Errorf("want a computed size beside the file's own, got %s", c.Get("growth").Raw)
			}
			if query := c.Get("class").String() != "write"; query && c.Get("steps.#").Int() == 0 {
				t.Errorf("no reason: %s", c.Raw)
			}
			if c.Get("http").String() == "" {
				t.Errorf("no requests: %s", c.Raw)
			}
			return true
		})
		return true
	})
	if got := string(w.Answer([]byte(`{"op":"open"}`))); !strings.HasPrefix(got, `{"error":`) {
		t.Errorf("another call is answered with %s", got)
	}
	r = call("entities: 1", "")
	if r.Get("ok").Bool() || r.Get("errors.0.line").Int() != 1 || r.Get("errors.0.hint").String() == "" {
		t.Errorf("a wrong file gives %s", r.Raw)
	}
}

// TestEnd: another call ends a run that isn't answered yet. To go on then begins the newest anew.
func TestEnd(t *testing.T) {
	text, err := os.ReadFile("../../../../patterns/designs/logs.rowkey.yaml")
	if err != nil {
		t.Fatal(err)
	}
	long := append(odata.AppendString([]byte(`{"op":"design","text":`), string(text)), `,"at":100000}`...)
	w := New()
	first := string(w.Answer(long))
	if !gjson.Get(first, "part").Exists() {
		t.Fatalf("want a part of the answer: %.100s", first)
	}
	for part := gjson.Get(first, "part").Float(); gjson.Get(first, "part").Float() == part; {
		part = gjson.GetBytes(w.Answer([]byte(goOn)), "part").Float()
	}
	wrong := w.Answer([]byte(`{"op":"design","text":"entities: 1"}`))
	if got := string(wrong); gjson.Get(got, "ok").Raw != "false" {
		t.Errorf("a wrong file gives %s", got)
	}
	if got := string(w.Answer([]byte(`{"op":"rest"}`))); got != `{}` {
		t.Errorf("a rest gives %s", got)
	}
	if got := string(w.Answer([]byte(goOn))); gjson.Get(got, "ok").Raw != "false" {
		t.Errorf("the newest file isn't run again: %s", got)
	}
	if again := w.Answer(long); !gjson.GetBytes(again, "part").Exists() {
		t.Errorf("the first call isn't run anew: %.100s", again)
	}
	if got := string(New().Answer([]byte(goOn))); !strings.HasPrefix(got, `{"error":`) {
		t.Errorf("without a run: %s", got)
	}
}

// TestLargeEntities: what is measured is bounded in bytes too, so that it fits into the memory of a page.
func TestLargeEntities(t *testing.T) {
	text, err := os.ReadFile("../../../../patterns/designs/documents.rowkey.yaml")
	if err != nil {
		t.Fatal(err)
	}
	call := append(odata.AppendString([]byte(`{"op":"design","text":`), string(text)), `,"at":100000}`...)
	w := New()
	reply := w.Answer(call)
	for gjson.GetBytes(reply, "part").Exists() {
		reply = w.Answer([]byte(goOn))
	}
	if got := gjson.GetBytes(reply, "cells.0.0.figures.computed").Raw; got != "true" {
		t.Errorf("the figures of 200 MB are measured: %.300s", reply)
	}
}

// TestForm: a form writes into a file that isn't complete yet, and hears what isn't right in it.
func TestForm(t *testing.T) {
	call := `{"op":"form","text":"entities:\n  A:\n    properties: {Id: guid}\n",` +
		`"changes":[{"section":"patterns","name":"","value":"one"},` +
		`{"section":"patterns","name":"one","field":"where","value":"No = ?"}]}`
	got := gjson.ParseBytes(New().Answer([]byte(call)))
	for path, want := range map[string]string{
		"ok": "true", "missing": `["designs"]`, "patterns.0.where": `"No = ?"`, "errors.0.line": "5",
		"entities.0.properties.0.type": `"guid"`,
		"text": `"entities:\n  A:\n    properties: {Id: guid}\npatterns:\n` +
			`  one: {of: A, rate: 1/s, where: \"No = ?\"}\n"`,
	} {
		if is := got.Get(path).Raw; is != want {
			t.Errorf("%s is %s, want %s", path, is, want)
		}
	}
	if got := string(New().Answer([]byte(`{"op":"form","text":"a: {"}`))); !strings.Contains(got, `"ok":false`) {
		t.Error(got)
	}
}

// TestSuggestFirst: a file without designs gets a plain one, beside which others are proposed, and the one to
// take is then the one that's meant.
func TestSuggestFirst(t *testing.T) {
	text := "entities:\n  Alarm: {count: 500, properties: {Id: guid, Hall: {type: string, values: 9}}}\n" +
		"patterns:\n  of hall: {of: Alarm, where: \"Hall = ?\"}\n"
	call := protocol.JSON(&protocol.SuggestCall{Text: text})
	got := gjson.ParseBytes(New().Answer(append([]byte(`{"op":"suggest",`), call[1:]...))).Get("suggestions")
	first, last := got.Get("0"), got.Get("@reverse.0")
	if !strings.HasPrefix(first.Get("why").String(), "Take this one: ") ||
		!strings.Contains(first.Get("text").String(), "\nchosen: keys for of hall\n") ||
		last.Get("design").String() != "plain" || !strings.Contains(last.Get("keys").String(), `"{Id}"`) {
		t.Error(got.Raw)
	}
}
