package convert

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
)

// Format is what a text is.
type Format string

// The formats.
const (
	Data     Format = "data" // ours
	HTTP     Format = "http" // requests
	Explorer Format = "explorer"
	CSV      Format = "csv"
	JSON     Format = "json"
	OData    Format = "odata"
	Lines    Format = "jsonl"
	HTML     Format = "html"
	Markdown Format = "markdown"
)

// Form says how a text is read.
type Form struct {
	Format    Format
	Delimiter byte
	Header    bool // the first row has the names of the columns
	// Member is for JSON: the member whose items are the rows; "[" for an array, "{" if the members
	// are the rows, and "" if the document is.
	Member string
}

func (f *Form) words() string {
	first := "there is no line with names."
	if f.Header {
		first = "the first line has the names."
	}
	switch f.Format {
	case Data:
		return "Data in the format of Rowkey."
	case HTTP:
		return "Requests in an .http file."
	case Explorer:
		return "CSV of Azure Storage Explorer."
	case JSON:
		switch f.Member {
		case "{":
			return "JSON, an object of objects."
		case "":
			return "JSON, one object."
		}
		return "JSON, an array of objects."
	case OData:
		return "JSON as the service answers."
	case Lines:
		return "JSON lines."
	case HTML:
		return "A table in HTML; " + first
	case Markdown:
		return "A table in Markdown."
	}
	between := map[byte]string{',': "commas", ';': "semicolons", '\t': "tabs", '|': "bars"}
	return "CSV with " + between[f.Delimiter] + " between the cells; " + first
}

// headSize is how much of a text tells what it is.
const headSize = 1 << 16

// formOf finds out what a text is.
func formOf(name, text string) Form {
	head := strings.TrimLeft(text[:min(len(text), headSize)], " \t\r\n")
	form := Form{Delimiter: ',', Header: true}
	lower := strings.ToLower(name)
	first, rest, _ := strings.Cut(head, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	switch {
	case strings.HasSuffix(lower, ".http"), strings.HasSuffix(lower, ".rest"), isRequests(head):
		form.Format = HTTP
	case strings.HasPrefix(head, "<") && strings.Contains(strings.ToLower(head), "<table"):
		form.Format = HTML
	case strings.HasPrefix(head, "[") || strings.HasPrefix(head, "{"):
		formOfJSON(&form, head, text)
	case strings.Contains(first, "|") && strings.Contains(second, "-") && isRule(second):
		form.Format = Markdown
	default:
		formOfRows(&form, head, len(text) <= headSize)
	}
	return form
}

// isRule reports whether a line of Markdown is between the header of a table and its rows.
func isRule(line string) bool { return strings.Trim(line, "-|: \t\r") == "" }

// isRequests reports whether a text begins with a request, above which there can be comments and
// variables.
func isRequests(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		before, _, assigned := strings.Cut(line, "=")
		switch {
		case line == "", line[0] == '#':
		case line[0] == '@' && assigned && !strings.Contains(strings.TrimSpace(before), " "):
		default:
			method, target, _ := strings.Cut(line, " ")
			target = strings.TrimLeft(target, " ")
			return method != "" && strings.Trim(method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" &&
				(strings.HasPrefix(target, "{{") || strings.HasPrefix(target, "http:") ||
					strings.HasPrefix(target, "https:"))
		}
	}
	return false
}

func formOfRows(form *Form, head string, whole bool) {
	form.Delimiter = delimiterOf(head)
	r := &delimited{text: head, delimiter: form.Delimiter, part: !whole}
	names, rows := []string(nil), [][]string(nil)
	for r.next() {
		cells := append([]string(nil), r.cells...)
		rows = append(rows, cells)
		if names == nil && len(cells) > 0 && !strings.HasPrefix(cells[0], "#") {
			names = cells
		}
	}
	form.Header = hasHeader(rows)
	keys, typed, types := 0, false, false
	for _, n := range names {
		if table.IsKey(n) {
			keys++
		}
		_, told, _ := strings.Cut(n, ":")
		typed = typed || data.KindOf(told) != 0
		types = types || isTypes(n)
	}
	switch {
	case keys >= 2 && form.Delimiter == ',' && (typed || data.HasTemplates(head)):
		form.Format = Data
	case types:
		form.Format = Explorer
	default:
		form.Format = CSV
	}
}

// isTypes reports whether a column has the types of another one, as Azure Storage Explorer writes
// them.
func isTypes(name string) bool { return strings.HasSuffix(name, "@type") }

// hasHeader reports whether the first row looks like names rather than values.
func hasHeader(rows [][]string) bool {
	if len(rows) == 0 {
		return false
	}
	names := map[string]bool{}
	for _, cell := range rows[0] {
		if cell == "" {
			continue
		}
		if names[cell] || looksLikeValue(cell) && !isTypes(cell) {
			return false
		}
		names[cell] = true
	}
	for _, cells := range rows[1:] {
		for i, cell := range cells {
			if cell != "" && i < len(rows[0]) && cell == rows[0][i] {
				return false
			}
		}
	}
	return len(names) > 0
}

func looksLikeValue(cell string) bool {
	return is(table.Double, cell) || is(table.GUID, cell) || is(table.Boolean, cell) ||
		strings.Contains(cell, "@") || like(cell, "0000-00")
}

// is reports whether a text is a value of a type.
func is(kind table.Kind, text string) bool {
	_, ok := data.Read(kind, text)
	return ok
}

// like reports whether a text begins as a pattern does, in which 0 stands for any digit.
func like(text, pattern string) bool {
	if len(text) < len(pattern) {
		return false
	}
	for i := range len(pattern) {
		c := text[i]
		if pattern[i] == '0' && c >= '0' && c <= '9' {
			c = '0'
		}
		if c != pattern[i] {
			return false
		}
	}
	return true
}
