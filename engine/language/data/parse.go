package data

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// Parse reads the data of a table.
func Parse(name, text string, at *Place) *Table {
	p := &parser{Table: &Table{Name: name, text: text, place: at}}
	p.at = len(text) - len(strings.TrimPrefix(text, "\uFEFF")) // some programs put this mark before UTF-8
	switch n := len(name); {
	case !table.ValidName(name) || n < table.MinTableName || n > table.MaxTableName:
		p.fail(0, "A table can't be called "+problem.Quote(name)+".",
			"Its name is a letter, then letters and digits, 3 to 63 in all.")
	case !utf8.ValidString(text):
		p.fail(0, "The data isn't UTF-8.", "Save it as UTF-8.")
	case !p.next():
		p.fail(0, "The data has no header.", headerHint)
	case p.record():
		p.header()
	}
	for len(p.layout) > 0 && p.next() {
		from, line := p.at, p.lines
		if p.record() {
			p.row(from, line)
		} else {
			p.Refused += max(1, p.times)
		}
		p.times = 0
	}
	if p.times > 0 {
		p.fail(p.timesAt, "There is no row after this line.", "")
	}
	p.settle()
	return p.Table
}

const headerHint = "Begin with a line such as PartitionKey,RowKey,LastName,Age:Int32."

// parser reads a text from top to bottom.
type parser struct {
	*Table
	at      int
	lines   int // how many are before at
	times   int // of the template that begins here; 0 for a row
	timesAt int
	layout  []int  // for each cell of a row: the number of its column, from 1; negative for its type; or 0
	cells   []cell // of the current row
}

// cell is a piece of a line.
type cell struct {
	text string
	at   int
	set  bool
}

// next moves to the next line that isn't blank and isn't a comment. It is false at the end.
func (p *parser) next() bool {
	for p.at < len(p.text) {
		line, _, _ := strings.Cut(p.text[p.at:], "\n")
		if strings.HasPrefix(line, "#") {
			p.comment(line)
		} else if strings.TrimSpace(line) != "" {
			return true
		}
		p.move(p.at + len(line) + 1)
	}
	return false
}

// move goes on at another place.
func (p *parser) move(to int) {
	to = min(to, len(p.text))
	p.lines += strings.Count(p.text[p.at:to], "\n")
	p.at = to
}

// maxTimes limits a template.
const maxTimes = 1_000_000

// comment reads a line that begins with #. # N times makes the next row a template.
func (p *parser) comment(line string) {
	digits, ok := timesOf(line)
	if !ok {
		return
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > maxTimes {
		p.fail(p.at, "Expected a number from 1 to 1000000 before times"+problem.Found(digits)+".",
			"Write # 10 times.")
		n = 1
	}
	p.times, p.timesAt = n, p.at
}

// timesOf returns the digits of a comment that makes the next row a template.
func timesOf(line string) (digits string, ok bool) {
	if !strings.HasPrefix(line, "#") {
		return "", false
	}
	words := strings.Fields(line[1:])
	if len(words) != 2 || strings.TrimSuffix(words[1], "s") != "time" || !lex.IsDigits(words[0]) {
		return "", false
	}
	return words[0], true
}

// HasTemplates reports whether a text has rows that are generated.
func HasTemplates(text string) bool {
	for line := range strings.Lines(text) {
		if _, ok := timesOf(line); ok {
			return true
		}
	}
	return false
}

// record reads the cells of a row, and moves behind it. ok is false if something is wrong with them.
func (p *parser) record() (ok bool) {
	p.cells = p.cells[:0]
	at := p.at
	for {
		rest := p.text[at:]
		c := cell{at: at}
		if n := Quoted(rest); n > 0 {
			c.text, c.set = strings.ReplaceAll(rest[1:n-1], `""`, `"`), true
			rest = rest[n:]
		} else if n < 0 {
			p.fail(at, "This quote isn't closed.", `Close it with " at the end of the cell.`)
			p.move(len(p.text))
			return false
		} else {
			if n = strings.IndexAny(rest, ",\n"); n < 0 {
				n = len(rest)
			}
			c.text, rest = rest[:n], rest[n:]
			if !strings.HasPrefix(rest, ",") {
				c.text = strings.TrimSuffix(c.text, "\r")
			}
			c.set = c.text != ""
		}
		p.cells = append(p.cells, c)
		at = len(p.text) - len(rest) + 1
		if strings.HasPrefix(rest, ",") {
			continue
		}
		rest = strings.TrimPrefix(rest, "\r")
		ok = rest == "" || rest[0] == '\n'
		if !ok {
			p.fail(at-1, "Expected a comma after the closing quote.",
				`Write a quote inside a cell twice: "6"" pipe".`)
		}
		line, _, _ := strings.Cut(rest, "\n")
		p.move(len(p.text) - len(rest) + len(line) + 1)
		return ok
	}
}

// Quoted returns the length of the quoted cell at the beginning of a text, 0 if the cell there has no
// quotes, or -1 if they aren't closed.
func Quoted(text string) int {
	if !strings.HasPrefix(text, `"`) {
		return 0
	}
	for at := 1; ; at++ {
		n := strings.IndexByte(text[at:], '"')
		if n < 0 {
			return -1
		}
		if at += n + 1; !strings.HasPrefix(text[at:], `"`) {
			return at
		}
	}
}

// header reads the names and types of the columns. A column Name@type has the types of the column Name before
// it, as Azure Storage Explorer writes them.
func (p *parser) header() {
	layout := make([]int, len(p.cells))
	for i := range p.cells {
		layout[i] = p.column(&p.cells[i])
	}
	for _, key := range [...]string{table.PartitionKey, table.RowKey} {
		if p.find(key) == 0 && len(p.Errors) == 0 {
			p.fail(p.cells[0].at, "There is no column "+key+".", headerHint)
		}
	}
	if len(p.Errors) == 0 {
		p.layout = layout
	}
}

// maxColumns is more than any table needs, and keeps find quick.
const maxColumns = 2000

// column adds the column that a cell of the header describes. It returns what the cells below are about, as
// layout has it.
func (p *parser) column(c *cell) int {
	name, typed, _ := strings.Cut(c.text, ":")
	name, types := strings.CutSuffix(strings.TrimSpace(name), "@type")
	kind, known, key := KindOf(typed), p.find(name), table.IsKey(name)
	switch {
	case name == table.Timestamp, types && key:
	case types && known == 0:
		p.fail(c.at, "There is no column "+name+" before these types.", "")
	case types:
		return -known
	case known > 0:
		p.fail(c.at, "There are two columns "+name+".", "Delete one of them.")
	case !table.ValidPropertyName(name) || table.Length(name) > table.MaxPropertyName:
		p.fail(c.at, "A property can't be called "+problem.Quote(name)+".",
			"A name is a letter or _, then letters, digits and _, 255 at most.")
	case typed != "" && (kind == 0 || key && kind != table.String):
		p.fail(c.at, "There is no such type"+problem.Found(typed)+".", typeHint)
	case len(p.Columns) == maxColumns:
		p.fail(c.at, "There are more than 2000 columns.", "")
	default:
		p.Columns = append(p.Columns, Column{Name: name, Kind: kind})
		return len(p.Columns)
	}
	return 0
}

// find returns the number of a column, from 1, or 0 if there is none.
func (p *parser) find(name string) int {
	for i := range p.Columns {
		if p.Columns[i].Name == name {
			return i + 1
		}
	}
	return 0
}

const typeHint = "Types: String, Int32, Int64, Double, Boolean, DateTime, Guid, Binary. A key is a String."

const edm = "Edm."

// TypeName returns the name of a type in a header.
func TypeName(k table.Kind) string { return strings.TrimPrefix(k.String(), edm) }

// KindOf returns the type of a name, with or without Edm. It returns 0 if there is no such type.
func KindOf(text string) table.Kind {
	text = strings.TrimSpace(text)
	for k := table.String; k > 0; k-- {
		if strings.EqualFold(text, k.String()) || strings.EqualFold(edm+text, k.String()) {
			return k
		}
	}
	return 0
}

// row adds a row.
func (p *parser) row(from, line int) {
	row := Row{Line: p.line(line), Times: p.times, at: from, Cells: make([]Cell, len(p.Columns))}
	if n := len(p.cells); n != len(p.layout) {
		p.fail(from, "Expected "+strconv.Itoa(len(p.layout))+" cells, one for each column, found "+
			strconv.Itoa(n)+".", "Write a comma for each empty cell.")
		p.Refused += row.Count()
		return
	}
	for i, c := range p.cells {
		at := p.layout[i]
		if at > 0 {
			row.Cells[at-1].at = c.at
		}
		switch {
		case c.text == "" && (at <= 0 || !c.set) || at == 0:
		case at > 0:
			to := &row.Cells[at-1]
			to.Text, to.Set = c.text, true
		default:
			kind, of := KindOf(c.text), &p.Columns[-at-1]
			if kind == 0 {
				p.fail(c.at, "There is no such type"+problem.Found(c.text)+".", typeHint)
				p.Refused += row.Count()
				return
			}
			row.Cells[-at-1].Kind = kind
			if of.Kind == 0 {
				of.Kind = kind
			}
		}
	}
	p.Rows = append(p.Rows, row)
}

// settle gives each column and each cell its type.
func (p *parser) settle() {
	for i := range p.Columns {
		kind := &p.Columns[i].Kind
		if *kind == 0 {
			*kind = table.String
		}
		for _, r := range p.Rows {
			if c := &r.Cells[i]; c.Kind == 0 {
				c.Kind = *kind
			}
		}
	}
}
