package live

import (
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/site/render/markup"
)

// maxRows is how many rows of data a page shows before its reader opens them all.
const maxRows = 12

// data adds a fence of data: its entities as a table and, for the page's script, the text they come
// from.
func (n *Live) data(b *markup.Builder) {
	e, t := n.Example, n.Example.Data
	b.Add(`<rk-example id="`).Text(e.Name).Add(`" data-table="`)
	b.Text(t.Name).Add(`">` + "\n")
	b.Heading(n.level, "", t.Name)
	b.Add(`<div class="ex-bar">`)
	endBar(b, summary(t))
	b.Add(`<div class="ex-data"><div class="rs-table" tabindex="0" role="group" aria-label="Data of `)
	b.Text(t.Name)
	b.Add(`"><table class="entities">`)
	head(b, t)
	b.Add("<tbody>")
	for i := range t.Rows[:min(len(t.Rows), maxRows)] {
		rows(b, t, &t.Rows[i])
	}
	b.Add("</tbody></table></div>")
	if rest := len(t.Rows) - maxRows; rest > 0 {
		b.Add(`<p class="rs-more">… and `).Number(rest).Add(" more rows</p>")
	}
	b.Add("</div>\n" + `<details class="ex-text"><summary>As text</summary><div class="ex-code">`)
	b.Add(`<pre tabindex="0" role="group" aria-label="Data as text"><code>`).Text(n.texts[0])
	b.Add("</code></pre></div></details>\n</rk-example>\n")
}

func head(b *markup.Builder, t *data.Table) {
	b.Add("<thead><tr>")
	for _, c := range t.Columns {
		b.Add(`<th scope="col">`).Text(c.Name)
		if c.Kind != table.String {
			b.Add(` <span class="rs-type">`).Text(c.Kind.String()[len("Edm."):]).Add("</span>")
		}
		b.Add("</th>")
	}
	b.Add("</tr></thead>")
}

// maxMade is how many of the entities that a template makes are rows of their own.
const maxMade = 3

// started is the time of an account that has just been made.
func started() table.Ticks { return table.Date(2026, 1, 5) + 9*3600*table.Second }

// rows adds a row or, of a template, its first entities and how many more there are.
func rows(b *markup.Builder, t *data.Table, r *data.Row) {
	shown := r.Count()
	if shown > maxMade+1 {
		shown = maxMade
	}
	for i := range shown {
		row(b, t, r, t.Texts(r, i, started))
	}
	if rest := r.Count() - shown; rest > 0 {
		b.Add(`<tr class="rs-times"><td colspan="`).Number(len(t.Columns)).Add(`">… and `).Text(view.Number(rest))
		b.Add(" more like these</td></tr>")
	}
}

func row(b *markup.Builder, t *data.Table, r *data.Row, texts []string) {
	b.Add("<tr>")
	for i, cell := range r.Cells {
		name := t.Columns[i].Name
		tag := "<td"
		end := "</td>"
		if name == table.PartitionKey || name == table.RowKey {
			tag, end = `<th scope="row"`, "</th>"
		}
		cell.Text = texts[i]
		b.Add(tag).Add(cellClass(cell)).Add(">").Text(cellText(cell)).Add(end)
	}
	b.Add("</tr>")
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

// summary says how many entities the data has and, unless templates make them, in how many
// partitions.
func summary(t *data.Table) string {
	words := view.Count(t.Entities(), "entity", "entities")
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
	return words + " in " + view.Count(len(partitions), "partition", "partitions")
}
