package report_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/script"
)

// TestExcerpt: of a long line there is what surrounds the error, with an ellipsis where it is cut and the
// caret under the place.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("a", 90) + "X" + strings.Repeat("b", 90)
	for name, test := range map[string]struct {
		source string
		column int
		want   string
	}{
		"short":  {"aXb", 2, "    aXb\n     ^\n"},
		"begins": {long[90:], 1, "    X" + strings.Repeat("b", 90) + "\n    ^\n"},
		"cut at both ends": {long, 91, "    …" + strings.Repeat("a", 60) + "X" +
			strings.Repeat("b", 39) + "…\n    " + strings.Repeat(" ", 61) + "^\n"},
		"cut at its end": {long[60:] + long[60:], 31, "    " + strings.Repeat("a", 30) + "X" +
			strings.Repeat("b", 69) + "…\n    " + strings.Repeat(" ", 30) + "^\n"},
	} {
		e := &script.Error{File: "a.http", Line: 1, Column: test.column, Message: "wrong", Source: test.source}
		r := report.Report{Files: []report.File{{Errors: []*script.Error{e}}}}
		_, got, _ := strings.Cut(string(r.AppendErrors(nil)), "\n")
		if got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
}
