package convert

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
)

// Typed returns the data of a table with the types in its header that its values suggest, as if it had been
// imported. Data whose header names a type, or that has templates, is returned as it is.
func Typed(name, text string) string {
	p, bad := Inspect(name, text)
	if bad != nil || !p.Keyed || p.Form.Format != CSV || !p.Form.Header || p.Form.Delimiter != ',' {
		return text
	}
	header, rows, _ := strings.Cut(text, "\n")
	names := strings.Split(strings.TrimSuffix(header, "\r"), ",")
	for _, s := range p.Columns {
		if s.At < len(names) && names[s.At] == s.Name && s.Type != table.String && !s.Mixed &&
			!table.IsSystemProperty(s.Name) {
			names[s.At] += ":" + data.TypeName(s.Type)
		}
	}
	typed := strings.Join(names, ",") + "\n" + rows
	if t := data.Parse("Typed", typed, data.Whole(name)); len(t.Errors) > 0 {
		return text
	}
	return typed
}
