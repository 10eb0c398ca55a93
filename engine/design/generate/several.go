package generate

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// list returns the values that entity number i has of a property of several, each once.
func (f *field) list(i int) table.Value {
	var chosen []int
	var texts []string
	for j := range min(f.several, f.Values) {
		n := f.number(i*f.several + j)
		for slices.Contains(chosen, n) {
			n = (n + 1) % f.Values
		}
		chosen, texts = append(chosen, n), append(texts, odata.Text(f.at(n)))
	}
	return table.StringValue(design.ListOf(texts))
}
