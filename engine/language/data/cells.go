package data

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// Fault is what is wrong with a cell, and what would make it right, if that can be told: another value, or
// another type for the column.
type Fault struct {
	*Error
	Write string
	Make  table.Kind
}

// Faults finds what is wrong with each cell, and counts the rows that something is wrong with. It lists at
// most MaxErrors. Of a template it tells only what Check does.
func (t *Table) Faults() (all []Fault, wrong int) {
	for _, e := range t.Errors {
		all = append(all, Fault{Error: e})
	}
	if len(t.Rows) > 0 {
		wrong = len(all) // each is of a row of its own
	}
	f := &finder{maker: maker{Table: t}, all: all, lines: map[table.Key]int{}}
	f.context.Now = someTime
	for i := range t.Rows {
		if f.row(&t.Rows[i]) {
			wrong++
		}
	}
	return f.all, wrong
}

// finder looks for what is wrong with rows.
type finder struct {
	maker
	all   []Fault
	lines map[table.Key]int // of the first row with these keys
}

func (f *finder) add(at int, bad *Problem) *Fault {
	if len(f.all) == MaxErrors {
		return &Fault{}
	}
	f.all = append(f.all, Fault{Error: f.errorAt(at, bad)})
	return &f.all[len(f.all)-1]
}

// row reports whether something is wrong with a row: with cells or, if they're right, with the whole.
func (f *finder) row(row *Row) (wrong bool) {
	key := 0 // where the RowKey is
	for i := range row.Cells {
		c, name := &row.Cells[i], f.Columns[i].Name
		if name == table.RowKey {
			key = c.at
		}
		if row.Times > 0 {
			continue
		}
		if bad := c.check(name); bad != nil {
			fault := f.add(c.at, bad)
			if wrong = true; c.Set {
				fault.Write, fault.Make = mend(name, c.Kind, c.Text)
			}
		}
	}
	if wrong {
		return true
	}
	f.index = 0
	at, bad := f.make(row)
	if bad == nil && row.Times == 0 {
		line, taken := f.lines[f.entity.Key]
		if !taken {
			f.lines[f.entity.Key] = row.Line
			return false
		}
		at, bad = key, problem.New("Another row has the same PartitionKey and RowKey.",
			"Change or delete one of them. The other one is in line "+strconv.Itoa(line)+".")
	}
	if bad != nil {
		f.add(at, bad)
	}
	return bad != nil
}

// check says what is wrong with a cell.
func (c *Cell) check(name string) (bad *Problem) {
	switch {
	case table.IsKey(name) && !c.Set:
		return MissingKey(name)
	case table.IsKey(name):
		return CheckKey(name, c.Text)
	case c.Set:
		_, bad = CheckValue(name, c.Kind, c.Text)
	}
	return bad
}

// mend proposes what would make a value right: another value or, if it could be none of this type, another
// type.
func mend(name string, kind table.Kind, text string) (value string, other table.Kind) {
	if table.IsKey(name) {
		if clean := CleanKey(text); clean != text {
			return clean, 0
		}
		return "", 0
	}
	if _, ok := Read(kind, text); ok {
		return "", 0
	}
	for _, value := range meant(kind, text) {
		if _, ok := Read(kind, value); ok {
			return value, 0
		}
	}
	for _, wider := range [...]table.Kind{table.Int64, table.Double} {
		if _, ok := Read(wider, text); ok && (kind == table.Int32 || kind == table.Int64) {
			return "", wider
		}
	}
	return "", table.String
}

// meant lists the values of a type that somebody may have meant by a text.
func meant(kind table.Kind, text string) []string {
	text = strings.TrimSpace(text)
	switch kind {
	case table.Int32, table.Int64:
		whole, zeros, _ := strings.Cut(text, ".")
		if strings.Trim(zeros, "0") != "" {
			whole = text
		}
		return []string{text, ungrouped(text), whole}
	case table.Double:
		return []string{text, strings.Replace(text, ",", ".", 1), ungrouped(text)}
	case table.Boolean:
		switch strings.ToLower(text) {
		case "1", "y", "yes", "on":
			return []string{"true"}
		case "0", "n", "no", "off":
			return []string{"false"}
		}
	case table.DateTime:
		return []string{dated(text)}
	case table.GUID:
		digits := without(text, "{}()-")
		if len(digits) == 32 {
			return []string{digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] +
				"-" + digits[20:]}
		}
	case table.Binary:
		text = strings.ReplaceAll(strings.ReplaceAll(without(text, "="), "-", "+"), "_", "/")
		return []string{text + strings.Repeat("=", (4-len(text)%4)%4)}
	}
	return []string{text}
}

// ungrouped leaves out what some people write between thousands.
func ungrouped(text string) string {
	for i := len(text) - 4; i > 0; i-- {
		if strings.IndexByte(" ,_'", text[i]) >= 0 && digitsAt(text, i-1, 1) && digitsAt(text, i+1, 3) {
			text = text[:i] + text[i+1:]
		}
	}
	return text
}

// without leaves out some characters.
func without(text, characters string) string {
	for i := range len(characters) {
		text = strings.ReplaceAll(text, characters[i:i+1], "")
	}
	return text
}

func digitsAt(text string, at, n int) bool {
	if at+n > len(text) {
		return false
	}
	for _, c := range []byte(text[at : at+n]) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// dated writes a time as the service does if it was written with other characters between its parts.
func dated(text string) string {
	date, clock, _ := strings.Cut(text, " ")
	date = strings.ReplaceAll(strings.ReplaceAll(date, "/", "-"), ".", "-")
	if len(date) > 6 && date[6] == '-' { // a month with one digit
		date = date[:5] + "0" + date[5:]
	}
	if len(date) == 9 {
		date = date[:8] + "0" + date[8:]
	}
	if len(date) != 10 {
		date, clock = text, ""
	}
	if clock = strings.TrimSpace(clock); clock != "" {
		date += "T" + strings.ReplaceAll(strings.TrimSuffix(clock, " UTC"), " ", "")
	}
	return date
}
