package data_test

import (
	"bytes"
	order "cmp"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/data"
)

var update = flag.Bool("update", false, "write testdata/vectors.json anew")

const vectors = "testdata/vectors.json"

// vector is a text and what Parse and Check make of it. The codec of the pages is tested with the same
// file.
type vector struct {
	Name    string   `json:"name"`
	Text    string   `json:"text"`
	Columns []column `json:"columns"`
	Rows    []row    `json:"rows"`
	Errors  []place  `json:"errors"`
}

type column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// row has null for a cell of a property that the entity doesn't have.
type row struct {
	Line  int     `json:"line"`
	Times int     `json:"times,omitempty"` // of a template
	Cells []*cell `json:"cells"`
}

type cell struct {
	Value string `json:"v"`
	Type  string `json:"t"`
}

type place struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// TestVectors reads every text of the vectors.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile(vectors)
	if err != nil {
		t.Fatal(err)
	}
	var want, got []vector
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for _, v := range want {
		now := vectorOf(v.Name, v.Text)
		got = append(got, now)
		if diff := cmp.Diff(v, now); diff != "" && !*update {
			t.Errorf("%s (-want +got):\n%s", v.Name, diff)
		}
	}
	if *update {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "\t")
		if err := e.Encode(got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(vectors, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func vectorOf(name, text string) vector {
	v := vector{Name: name, Text: text, Columns: []column{}, Rows: []row{}, Errors: []place{}}
	parsed := data.Parse("Employees", text, data.Whole("Employees.csv"))
	parsed.Check()
	for _, c := range parsed.Columns {
		v.Columns = append(v.Columns, column{c.Name, data.TypeName(c.Kind)})
	}
	for _, r := range parsed.Rows {
		line := row{Line: r.Line, Times: r.Times}
		for _, c := range r.Cells {
			if !c.Set {
				line.Cells = append(line.Cells, nil)
				continue
			}
			line.Cells = append(line.Cells, &cell{c.Text, data.TypeName(c.Kind)})
		}
		v.Rows = append(v.Rows, line)
	}
	for _, e := range parsed.Errors {
		v.Errors = append(v.Errors, place{e.Line, e.Column, e.Message})
	}
	slices.SortFunc(v.Errors, func(a, b place) int {
		return order.Or(order.Compare(a.Line, b.Line), order.Compare(a.Column, b.Column))
	})
	return v
}
