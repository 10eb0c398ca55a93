package convert

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// delimited reads rows of cells with a delimiter between them.
type delimited struct {
	text      string
	delimiter byte
	part      bool // the text goes on, so that its last row may not be whole
	at, lines int  // where the next row begins, and how many lines are before it

	line     int // of the row
	cells    []string
	quotes   []bool        // which cells are in quotes
	bad      *data.Problem // with the row
	tooLong  bool          // the row has more than maxRow
	unclosed bool          // there was a quote that nothing closes
}

// next reads a row. It's false behind the last one.
func (d *delimited) next() bool {
	for d.at < len(d.text) {
		from := d.at
		d.line, d.cells, d.quotes, d.bad = d.lines+1, d.cells[:0], d.quotes[:0], nil
		end, found := d.row(from)
		if !found {
			return false
		}
		d.tooLong = end-from > maxRow
		d.lines += strings.Count(d.text[from:end], "\n")
		d.at = end
		if d.bad != nil || len(d.cells) > 1 || d.cells[0] != "" {
			return true
		}
	}
	return false
}

// row reads the cells of a row, and returns where the next one begins. found is false if it may not
// be whole.
func (d *delimited) row(at int) (end int, found bool) {
	for from := at; ; at++ {
		cell, quoted := "", at < len(d.text) && d.text[at] == '"'
		if quoted {
			cell, at = d.quoted(at)
		} else {
			end := d.end(at)
			cell, at = d.text[at:end], end
		}
		if at == len(d.text) && d.part {
			return 0, false
		}
		if d.bad != nil { // Reading goes on in the next line.
			d.cells = d.cells[:0]
			if n := strings.IndexByte(d.text[from:], '\n'); n >= 0 {
				return from + n + 1, true
			}
			return len(d.text), true
		}
		d.cells, d.quotes = append(d.cells, cell), append(d.quotes, quoted)
		if at == len(d.text) {
			return at, true
		}
		if d.text[at] != d.delimiter {
			if strings.HasPrefix(d.text[at:], "\r\n") {
				at++
			}
			return at + 1, true
		}
	}
}

// quoted reads a cell in quotes, and returns where it ends.
func (d *delimited) quoted(at int) (cell string, end int) {
	text := d.text[at:]
	if d.unclosed { // so that a text full of such quotes isn't read to its end each time
		text = text[:min(len(text), headSize)]
	}
	n := data.Quoted(text)
	if n < 0 {
		d.unclosed = true
		d.bad = problem.New("A quote isn't closed.",
			"Close it with \" at the end of the cell, or write a quote inside a cell twice.")
		return "", len(d.text)
	}
	if end = d.end(at + n); end > at+n {
		d.bad = problem.New("There is text after the closing quote of a cell.",
			`Write a quote inside a cell twice: "6"" pipe".`)
	}
	return strings.ReplaceAll(text[1:n-1], `""`, `"`), end
}

// end returns where a cell ends: at a delimiter, a line break or the end.
func (d *delimited) end(at int) int {
	for ; at < len(d.text); at++ {
		if c := d.text[at]; c == d.delimiter || c == '\n' || c == '\r' {
			break
		}
	}
	return at
}

// delimiterOf finds the delimiter that divides the first lines into the same number of cells most
// often.
func delimiterOf(head string) (best byte) {
	const enough, lines = 20_000, 50
	part := len(head) > enough
	head = head[:min(len(head), enough)]
	best, most := ',', 0.0
	for _, delimiter := range []byte(",;\t|") {
		r := &delimited{text: head, delimiter: delimiter, part: part}
		width, same, n := 1, 0, 0
		for n < lines && r.next() {
			if n++; n == 1 {
				width = len(r.cells)
			}
			if len(r.cells) == width {
				same++
			}
		}
		if width < 2 || n == 0 {
			continue
		}
		if score := float64(same)/float64(n)*10 + float64(min(width, 9)); score > most {
			best, most = delimiter, score
		}
	}
	return best
}
