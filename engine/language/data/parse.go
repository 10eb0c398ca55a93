package data

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// Parse reads the data of a table. header is the number of the first line, and rows the number of the
// second: a part of a file repeats the header of the file.
func Parse(name, text string, header, rows int) *Table {
	t := &Table{Name: name, text: text, header: header, rows: rows}
	if !table.ValidName(name) || len(name) < table.MinTableName || len(name) > table.MaxTableName ||
		strings.EqualFold(name, "tables") {
		t.fail(0, 0, problem.New("A table can't be called "+problem.Quote(name)+".",
			"Its name is a letter, then letters and digits, 3 to 63 in all."))
		return t
	}
	p := &parser{Table: t}
	if at := invalid(text); at < len(text) {
		t.fail(at, 0, problem.New("The data isn't UTF-8.", "Save it as UTF-8."))
		return t
	}
	p.skipMark()
	for p.next() {
		from := p.at
		cells, ok := p.record()
		switch {
		case !ok:
			t.Refused += max(1, p.times)
		case p.layout == nil:
			p.readHeader(cells)
			if len(t.Errors) > 0 {
				p.settle()
				return t
			}
		default:
			p.row(from, cells)
		}
		p.times = 0
	}
	switch {
	case p.layout == nil && len(t.Errors) == 0:
		t.fail(0, 0, problem.New("The data has no header.", headerHint))
	case p.times > 0:
		t.fail(p.timesAt, 0, problem.New("There is no row after this line.", ""))
	}
	p.settle()
	return t
}

const headerHint = "Begin with a line such as PartitionKey,RowKey,LastName,Age:Int32."

// invalid returns where a text stops being UTF-8, or its length.
func invalid(text string) int {
	if utf8.ValidString(text) {
		return len(text)
	}
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return i
		}
	}
	return len(text)
}

// parser reads a text from top to bottom.
type parser struct {
	*Table
	at      int
	line    int // how many lines are before at
	counted int // the byte up to which line counts
	times   int // of the template that begins here; 0 for a row
	timesAt int
	layout  []slot
	cells   []cell // of the current row; reused
	slab    []Cell // room for the cells of the rows to come
}

// slot is what a column of the text is about.
type slot struct {
	column int  // in Columns; -1 if the column is left out
	types  bool // it has the types of that column, not its values
}

// cell is a piece of a line.
type cell struct {
	text string
	at   int
	set  bool
}

// skipMark skips the mark that some programs put before UTF-8.
func (p *parser) skipMark() { p.at = len(p.text) - len(strings.TrimPrefix(p.text, "\uFEFF")) }

// next moves to the next line that isn't blank and isn't a comment. It is false at the end.
func (p *parser) next() bool {
	for p.at < len(p.text) {
		line := p.text[p.at:]
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		if strings.HasPrefix(line, "#") {
			p.comment(line)
		} else if strings.TrimSpace(line) != "" {
			return true
		}
		p.at = min(p.at+len(line)+1, len(p.text))
	}
	return false
}

// maxTimes limits a template.
const maxTimes = 1_000_000

// comment reads a line that begins with #. # N times makes the next row a template.
func (p *parser) comment(line string) {
	words := strings.Fields(line[1:])
	if len(words) != 2 || words[1] != "times" && words[1] != "time" || !lex.IsDigits(words[0]) {
		return
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 1 || n > maxTimes {
		p.fail(p.at, 0, problem.New(
			"Expected a number from 1 to 1000000 before times"+problem.Found(words[0])+".", "Write # 10 times."))
		n = 1
	}
	p.times, p.timesAt = n, p.at
}

// record reads the cells of a row, and moves behind it. ok is false if something is wrong with them.
func (p *parser) record() (cells []cell, ok bool) {
	p.cells = p.cells[:0]
	for {
		c, ok := p.cell()
		if !ok {
			rest := p.text[p.at:]
			p.at += len(rest)
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				p.at += n + 1 - len(rest)
			}
			return nil, false
		}
		p.cells = append(p.cells, c)
		if p.at < len(p.text) && p.text[p.at] == ',' {
			p.at++
			continue
		}
		if strings.HasPrefix(p.text[p.at:], "\r") {
			p.at++
		}
		p.at = min(p.at+1, len(p.text)) // behind the line break
		return p.cells, true
	}
}

// cell reads a cell up to the comma or the line break behind it.
func (p *parser) cell() (c cell, ok bool) {
	from := p.at
	if strings.HasPrefix(p.text[from:], `"`) {
		return p.quoted()
	}
	for p.at < len(p.text) && p.text[p.at] != ',' && !p.ends() {
		p.at++
	}
	return cell{p.text[from:p.at], from, p.at > from}, true
}

// quoted reads a cell in quotes.
func (p *parser) quoted() (c cell, ok bool) {
	from, escaped := p.at, false
	for p.at++; ; p.at++ {
		n := strings.IndexByte(p.text[p.at:], '"')
		if n < 0 {
			p.at = len(p.text)
			p.fail(from, 0, problem.New("This quote isn't closed.", `Close it with " at the end of the cell.`))
			return c, false
		}
		p.at += n + 1
		if !strings.HasPrefix(p.text[p.at:], `"`) {
			break
		}
		escaped = true
	}
	text := p.text[from+1 : p.at-1]
	if escaped {
		text = strings.ReplaceAll(text, `""`, `"`)
	}
	if p.at < len(p.text) && p.text[p.at] != ',' && !p.ends() {
		p.fail(p.at, 0, problem.New("Expected a comma after the closing quote.",
			`Write a quote inside a cell twice: "6"" pipe".`))
		return c, false
	}
	return cell{text, from, true}, true
}

// ends reports whether the line ends here.
func (p *parser) ends() bool {
	rest := p.text[p.at:]
	return rest[0] == '\n' || rest[0] == '\r' && (len(rest) == 1 || rest[1] == '\n')
}

// typeSuffix ends the name of a column that has the types of another one, as Azure Storage Explorer writes
// it.
const typeSuffix = "@type"

// readHeader reads the names and types of the columns.
func (p *parser) readHeader(cells []cell) {
	at := map[string]int{}
	for _, c := range cells {
		p.layout = append(p.layout, slot{column: -1})
		name := strings.TrimSpace(c.text)
		if name == table.Timestamp || strings.HasSuffix(name, typeSuffix) {
			continue
		}
		column, bad := p.column(name)
		if _, known := at[column.Name]; known && bad == nil {
			bad = problem.New("There are two columns "+column.Name+".", "Delete one of them.")
		}
		if bad != nil {
			p.fail(c.at, 0, bad)
			continue
		}
		at[column.Name] = len(p.Columns)
		p.layout[len(p.layout)-1].column = len(p.Columns)
		p.Columns = append(p.Columns, column)
	}
	for i, c := range cells {
		of, ok := strings.CutSuffix(strings.TrimSpace(c.text), typeSuffix)
		if !ok || of == table.Timestamp {
			continue
		}
		column, known := at[of]
		if !known {
			p.fail(c.at, 0, problem.New("There is no column "+of+" for these types.",
				"Delete the column, or add "+of+"."))
		}
		p.layout[i] = slot{column, true}
	}
	for _, key := range [...]string{table.PartitionKey, table.RowKey} {
		if _, known := at[key]; !known && len(p.Errors) == 0 {
			hint := headerHint
			for _, c := range p.Columns {
				if strings.EqualFold(c.Name, key) {
					hint = "Write " + key + " with the same capital letters."
				}
			}
			p.fail(cells[0].at, 0, problem.New("There is no column "+key+".", hint))
		}
	}
}

// column reads Name or Name:Type.
func (p *parser) column(text string) (c Column, bad *problem.Problem) {
	name, kind, typed := strings.Cut(text, ":")
	c = Column{Name: strings.TrimSpace(name)}
	if typed {
		if c.Kind, bad = parseKind(kind); bad != nil {
			return c, bad
		}
	}
	switch {
	case c.Name == table.PartitionKey || c.Name == table.RowKey:
		if typed && c.Kind != table.String {
			bad = problem.New("The "+c.Name+" is always a String.", "Delete the type.")
		}
		c.Kind = table.String
	case !table.ValidPropertyName(c.Name):
		bad = problem.New("A property can't be called "+problem.Quote(c.Name)+".",
			"A name is a letter or _, then letters, digits and _.")
	case table.Length(c.Name) > table.MaxPropertyName:
		bad = problem.New("The name of a property has at most 255 characters.", "")
	}
	return c, bad
}

// edm begins the names of types elsewhere.
const edm = "Edm."

// TypeName returns the name of a type in a header.
func TypeName(k table.Kind) string { return strings.TrimPrefix(k.String(), edm) }

// parseKind reads the name of a type, with or without Edm.
func parseKind(text string) (table.Kind, *problem.Problem) {
	name := strings.TrimSpace(text)
	if len(name) > len(edm) && strings.EqualFold(name[:len(edm)], edm) {
		name = name[len(edm):]
	}
	var names []string
	for k := table.Binary; k <= table.String; k++ {
		if strings.EqualFold(name, TypeName(k)) {
			return k, nil
		}
		names = append(names, TypeName(k))
	}
	return 0, problem.New("There is no type "+problem.Quote(name)+".",
		problem.DidYouMean(name, names, problem.List("Types", names)))
}

// row adds a row.
func (p *parser) row(from int, cells []cell) {
	p.line += strings.Count(p.text[p.counted:from], "\n")
	p.counted = from
	row := Row{Line: p.header, Times: p.times, at: from}
	if p.line > 0 {
		row.Line = p.rows + p.line - 1
	}
	if len(cells) != len(p.layout) {
		at := from
		if len(cells) > len(p.layout) {
			at = cells[len(p.layout)].at
		}
		p.fail(at, row.Count(), problem.New("The header has "+strconv.Itoa(len(p.layout))+
			" columns, and this row has "+strconv.Itoa(len(cells))+" cells.", "Write a comma for each empty cell."))
		return
	}
	row.Cells = p.room(len(p.Columns))
	for i, c := range cells {
		s := p.layout[i]
		if s.column < 0 || !c.set {
			continue
		}
		to := &row.Cells[s.column]
		var bad *problem.Problem
		switch {
		case s.types && c.text == "":
		case s.types:
			to.Kind, bad = parseKind(c.text)
			if of := &p.Columns[s.column]; of.Kind == 0 {
				of.Kind = to.Kind
			}
		default:
			to.Text, to.Set, to.at = c.text, true, c.at
			if p.times > 0 {
				to.template, bad = parseTemplate(c.text)
			}
		}
		if bad != nil {
			p.fail(c.at, row.Count(), bad)
			return
		}
	}
	p.Rows = append(p.Rows, row)
}

// room returns cells for a row.
func (p *parser) room(n int) []Cell {
	const usual = 1024
	if len(p.slab) < n {
		p.slab = make([]Cell, max(n, usual))
	}
	cells := p.slab[:n:n]
	p.slab = p.slab[n:]
	return cells
}

// settle gives each cell its type.
func (p *parser) settle() {
	for i := range p.Columns {
		if c := &p.Columns[i]; c.Kind == 0 {
			c.Kind = table.String
		}
	}
	for _, r := range p.Rows {
		for i := range r.Cells {
			if c := &r.Cells[i]; c.Kind == 0 {
				c.Kind = p.Columns[i].Kind
			}
		}
	}
}
