package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// told is how a value came: with a type, or in one of these ways.
type told = table.Kind

const (
	anything told = 0   // text that can be anything
	asText   told = 255 // text alone
	nested   told = 254 // JSON of its own
)

// cell is the text of a cell. One that isn't set has no value.
type cell struct {
	text string
	set  bool
}

// rows reads the rows of a text in any format, one after another. Cells are in the order of the
// columns; those that are missing at the end have no value.
type rows struct {
	form  Form
	names []string // of the columns so far

	line    int
	cells   []cell
	told    []told
	bad     *data.Problem // with the row
	refusal *data.Problem // with the whole text, which ends there

	cellsIn func() bool // reads another row of cells, or of an object
	begun   bool
	types   []int // for each column, the one that has its types, or -1

	columns map[string]int // of JSON: the places of names
	values  []value
	members []value // of a document that is one row
}

func newRows(form Form, text string) *rows {
	r := &rows{form: form, columns: map[string]int{}}
	switch form.Format {
	case JSON, OData:
		r.cellsIn = r.documents(&pieces{text: text})
	case Lines:
		r.cellsIn = r.lines(text)
	case HTML:
		r.cellsIn = r.listed(html(text))
	case Markdown:
		r.cellsIn = r.listed(markdown(text))
	default:
		d := &delimited{text: text, delimiter: form.Delimiter}
		r.cellsIn = func() bool {
			if !d.next() {
				return false
			}
			if d.tooLong {
				r.refusal = tooLong(d.line)
				return false
			}
			r.row(d.line, d.cells, d.bad)
			for i := range r.cells { // a key can be the empty string, as "" in quotes
				r.cells[i].set = r.cells[i].set || d.quotes[i] && table.IsKey(r.names[i])
			}
			return true
		}
	}
	return r
}

func tooLong(line int) *data.Problem {
	return problem.New("Line "+strconv.Itoa(line)+" has more than 4 MB.", "An entity can have 1 MiB.")
}

// next reads a row. It's false behind the last one.
func (r *rows) next() bool {
	for r.cellsIn() && r.refusal == nil {
		if r.line > 0 {
			return true
		}
	}
	return false
}

func (r *rows) listed(all []raw) func() bool {
	i := 0
	return func() bool {
		if i == len(all) {
			return false
		}
		r.row(all[i].line, all[i].cells, nil)
		i++
		return true
	}
}

// row takes a row of cells. The first one can have the names of the columns, and is none then: its
// line is 0.
func (r *rows) row(line int, cells []string, bad *data.Problem) {
	r.line, r.cells, r.told, r.bad = line, r.cells[:0], r.told[:0], bad
	if !r.begun {
		if r.begin(cells); r.refusal != nil || r.form.Header {
			r.line = 0
			return
		}
	}
	if bad != nil {
		return
	}
	width := len(r.names)
	for i, text := range cells {
		if i >= width {
			if text != "" {
				r.cells, r.told = r.cells[:0], r.told[:0]
				r.bad = problem.New("There are "+strconv.Itoa(len(cells))+" cells, and "+strconv.Itoa(width)+
					" columns.", "Put quotes around a cell that has the delimiter in it.")
				return
			}
			continue
		}
		r.cells = append(r.cells, cell{text, text != ""})
	}
	for _, at := range r.types[:len(r.cells)] {
		kind := anything
		if at >= 0 && at < len(cells) {
			kind = data.KindOf(cells[at])
		}
		r.told = append(r.told, kind)
	}
}

func (r *rows) begin(cells []string) {
	if len(cells) > 2*table.MaxProperties+6 {
		r.refusal = problem.New("Line "+strconv.Itoa(r.line)+" has "+spelling.Number(len(cells))+" cells.",
			propertiesHint)
		return
	}
	r.begun = true
	for i, text := range cells {
		text = strings.TrimSpace(text)
		if !r.form.Header || text == "" {
			text = "Column" + strconv.Itoa(i+1)
		}
		r.names = append(r.names, text)
	}
	for _, name := range r.names {
		at := -1
		if r.form.Format == Explorer {
			at = slices.Index(r.names, name+"@type")
		}
		r.types = append(r.types, at)
	}
}

// documents reads the objects of a JSON document.
func (r *rows) documents(p *pieces) func() bool {
	member := r.form.Member
	return func() bool {
		if !p.next() {
			members := r.members
			if r.members = nil; len(members) == 0 {
				return false
			}
			r.object(1, members, nil)
			return true
		}
		r.line = 0
		switch own := member == "[" || member == p.piece.member; {
		case p.bad != nil:
			r.object(p.line, nil, p.bad)
		case p.item && own, !p.item && member == "{":
			var bad *data.Problem
			r.values = r.values[:0]
			if member == "{" {
				key := jsontext.Value{Type: jsontext.String, Raw: `""`, Str: p.piece.member}
				r.values = append(r.values, value{"Key", key})
			}
			r.values, bad = object(r.values, p.json)
			r.object(p.line, r.values, bad)
		case !p.item && member == "" && jsontext.Valid(p.json):
			r.members = append(r.members, value{p.piece.member, jsontext.Parse(p.json)})
		}
		return true
	}
}

// lines reads the lines of a text, each of which is an object.
func (r *rows) lines(text string) func() bool {
	n := 0
	return func() bool {
		if text == "" {
			return false
		}
		var json string
		json, text, _ = strings.Cut(text, "\n")
		n++
		switch r.line = 0; {
		case len(json) > maxRow:
			r.refusal = tooLong(n)
		case strings.TrimSpace(json) != "":
			var bad *data.Problem
			r.values, bad = object(r.values[:0], json)
			r.object(n, r.values, bad)
		}
		return true
	}
}

// object takes an object. Its new names become columns.
func (r *rows) object(line int, values []value, bad *data.Problem) {
	r.line, r.cells, r.told, r.bad = line, r.cells[:0], r.told[:0], bad
	if bad != nil {
		return
	}
	if len(values) > 4*table.MaxProperties {
		r.refusal = problem.New("The object in line "+strconv.Itoa(line)+" has "+
			spelling.Number(len(values))+" properties.", "An entity can have 252.")
		return
	}
	odata := r.form.Format == OData
	for _, v := range values {
		annotation := strings.HasPrefix(v.name, "odata.") || strings.Contains(v.name, "@odata.")
		if v.Type == jsontext.Null || annotation || odata && v.name == table.Timestamp {
			continue
		}
		at, known := r.columns[v.name]
		if !known {
			at = len(r.names)
			r.columns[strings.Clone(v.name)] = at
			r.names = append(r.names, strings.Clone(v.name))
		}
		for len(r.cells) <= at {
			r.cells, r.told = append(r.cells, cell{}), append(r.told, anything)
		}
		text := v.Raw
		if v.Type == jsontext.String {
			text = v.Str
		}
		r.cells[at], r.told[at] = cell{text, true}, toldOf(&v, values, odata)
	}
}

// toldOf says what JSON tells of a value's type.
func toldOf(v *value, all []value, odata bool) told {
	for i := range all {
		if of, types := strings.CutSuffix(all[i].name, "@odata.type"); types && of == v.name {
			if kind := data.KindOf(all[i].Str); kind != 0 {
				return kind
			}
		}
	}
	switch v.Type {
	case jsontext.Object, jsontext.Array:
		return nested
	case jsontext.String:
		if odata {
			return table.String
		}
		return asText
	}
	switch {
	case !odata:
		return anything
	case v.Type != jsontext.Number:
		return table.Boolean
	case is(table.Int32, v.Raw):
		return table.Int32
	}
	return table.Double
}
