package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Order is that of rows by a column: numbers before strings, and rows without a value at the end.
type Order struct {
	Column     string // "" for the order of the answer
	Descending bool
}

// Rows shows at most limit of the entities or tables that a response holds, from index first on. total is how
// many it holds: 0 if it holds neither.
func Rows(r wire.Response, by Order, first, limit int) (shown Node, total int) {
	a, _ := readAnswer(r.Body)
	a.sort(by)
	total = len(a.rows)
	from := max(0, min(first, total))
	to := from + max(0, min(limit, total-from))
	if from == to {
		return Node{}, total
	}
	a.rows = a.rows[from:to]
	caption := Count(total, a.one, a.many)
	if to-from < total {
		caption = number(from+1) + " to " + number(to) + " of " + caption
	}
	return a.table(caption), total
}

// Cells writes all entities or tables that a response holds as lines of cells, with a line of their columns
// above. What parts the cells is a comma or a tab. null and a missing property are both an empty cell.
func Cells(r wire.Response, by Order, between string) string {
	a, _ := readAnswer(r.Body)
	a.sort(by)
	var b strings.Builder
	line := func(cells []string) {
		for i, cell := range cells {
			if i > 0 {
				b.WriteString(between)
			}
			b.WriteString(quotedCell(cell, between))
		}
		b.WriteString("\r\n")
	}
	line(a.columns)
	for _, row := range a.rows {
		cells := make([]string, len(a.columns))
		for i, m := range row {
			if m.value.Exists() && m.value.Type != jsontext.Null {
				cells[i] = m.value.String()
			}
		}
		line(cells)
	}
	return b.String()
}

// quotedCell puts a cell in quotes if it would be read differently without.
func quotedCell(cell, between string) string {
	if strings.ContainsAny(cell, "\"\r\n"+between) || strings.TrimSpace(cell) != cell {
		return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return cell
}

func (a *answer) sort(by Order) {
	at := slices.Index(a.columns, by.Column)
	if at < 0 {
		return
	}
	slices.SortStableFunc(a.rows, func(x, y []member) int {
		c := x[at].compare(y[at])
		if by.Descending && x[at].rank() == y[at].rank() {
			return -c
		}
		return c
	})
}

// rank puts numbers before strings and what isn't there at the end.
func (m member) rank() int {
	switch {
	case !m.value.Exists() || m.value.Type == jsontext.Null:
		return 2
	case m.numeric:
		return 0
	}
	return 1
}

func (m member) compare(other member) int {
	if c := cmp.Compare(m.rank(), other.rank()); c != 0 || m.rank() == 2 {
		return c
	}
	x, y := m.value.String(), other.value.String()
	if m.rank() == 1 {
		return table.CompareText(x, y)
	}
	i, errX := strconv.ParseInt(x, 10, 64)
	j, errY := strconv.ParseInt(y, 10, 64)
	if errX == nil && errY == nil { // as floating point, two large numbers can be equal
		return cmp.Compare(i, j)
	}
	f, _ := strconv.ParseFloat(x, 64)
	g, _ := strconv.ParseFloat(y, 64)
	return cmp.Compare(f, g)
}
