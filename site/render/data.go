package render

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/table"
)

// maxRows is how many rows of data a page shows before its reader opens them all.
const maxRows = 12

// data adds a fence of data: its entities as a table and, for the page's script, the text they come from.
func (n *live) data(b *builder) {
	e, t := n.example, n.example.Data
	b.add(`<rk-example id="`).text(e.Name).add(`" data-table="`)
	b.text(t.Name).add(`">` + "\n")
	b.heading(n.level, "", t.Name)
	b.add(`<div class="ex-bar"><p class="ex-status" role="status">`).text(summary(t)).add("</p>")
	b.add(`<button type="button" class="ex-edit">Edit</button>`)
	b.add(`<button type="button" class="ex-reset" hidden>Reset</button>`)
	b.add(`<button type="button" class="ex-copy">Copy</button></div>` + "\n")
	b.add(`<div class="ex-data"><div class="rs-table" tabindex="0" role="group" aria-label="Data of `)
	b.text(t.Name)
	b.add(`"><table class="entities">`)
	b.dataHead(t)
	b.add("<tbody>")
	for i := range t.Rows[:min(len(t.Rows), maxRows)] {
		b.dataRows(t, &t.Rows[i])
	}
	b.add("</tbody></table></div>")
	if rest := len(t.Rows) - maxRows; rest > 0 {
		b.add(`<p class="rs-more">… and `).number(rest).add(" more rows</p>")
	}
	b.add("</div>\n" + `<details class="ex-text"><summary>As text</summary><div class="ex-code">`)
	b.add(`<pre tabindex="0" role="group" aria-label="Data as text"><code>`).text(n.texts[0])
	b.add("</code></pre></div></details>\n</rk-example>\n")
}

func (b *builder) dataHead(t *data.Table) {
	b.add("<thead><tr>")
	for _, c := range t.Columns {
		b.add(`<th scope="col">`).text(c.Name)
		if c.Kind != table.String {
			b.add(` <span class="rs-type">`).text(c.Kind.String()[len("Edm."):]).add("</span>")
		}
		b.add("</th>")
	}
	b.add("</tr></thead>")
}

// maxMade is how many of the entities that a template makes are rows of their own.
const maxMade = 3

// started is the time of an account that has just been made.
func started() table.Ticks { return table.Date(2026, 1, 5) + 9*3600*table.Second }

// dataRows adds a row or, of a template, its first entities and how many more there are.
func (b *builder) dataRows(t *data.Table, row *data.Row) {
	shown := row.Count()
	if shown > maxMade+1 {
		shown = maxMade
	}
	for i := range shown {
		b.dataRow(t, row, t.Texts(row, i, started))
	}
	if rest := row.Count() - shown; rest > 0 {
		b.add(`<tr class="rs-times"><td colspan="`).number(len(t.Columns)).add(`">… and `).text(thousands(rest))
		b.add(" more like these</td></tr>")
	}
}

func (b *builder) dataRow(t *data.Table, row *data.Row, texts []string) {
	b.add("<tr>")
	for i, cell := range row.Cells {
		name := t.Columns[i].Name
		tag := "<td"
		end := "</td>"
		if name == table.PartitionKey || name == table.RowKey {
			tag, end = `<th scope="row"`, "</th>"
		}
		cell.Text = texts[i]
		b.add(tag).add(cellClass(cell)).add(">").text(cellText(cell)).add(end)
	}
	b.add("</tr>")
}

func cellClass(c data.Cell) string {
	switch {
	case !c.Set:
		return ""
	case c.Text == "":
		return ` class="null"`
	case c.Kind == table.Int32, c.Kind == table.Int64, c.Kind == table.Double:
		return ` class="num"`
	}
	return ""
}

func cellText(c data.Cell) string {
	if c.Set && c.Text == "" {
		return `""`
	}
	return c.Text
}

// summary says how many entities the data has and, unless templates make them, in how many partitions.
func summary(t *data.Table) string {
	words := thousands(t.Entities()) + " entities"
	if t.Entities() == 1 {
		words = "1 entity"
	}
	partitions := map[string]bool{}
	for _, row := range t.Rows {
		if row.Times > 0 {
			return words
		}
		for i, c := range row.Cells {
			if t.Columns[i].Name == table.PartitionKey {
				partitions[c.Text] = true
			}
		}
	}
	if len(partitions) == 1 {
		return words + " in 1 partition"
	}
	return words + " in " + thousands(len(partitions)) + " partitions"
}

// thousands writes a number with a comma after the thousands.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return thousands(n/1000) + "," + strconv.Itoa(1000 + n%1000)[1:]
}
