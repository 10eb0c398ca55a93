package load

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/partition"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// assumptions is a table of what the model assumes.
type assumptions struct{}

// Assumptions lists them in place of assumptions fences.
var Assumptions = fence.Kind{
	Word:  "assumptions",
	Place: func(*fence.Page, *ast.FencedCodeBlock) fence.Content { return assumptions{} },
}

// assumed returns the rows of the table: name, value, what it does, source.
func assumed() (rows [][4]string) {
	defaults := partition.Default()
	for _, a := range defaults.List() {
		value := strings.TrimSpace(loadNumber(*a.Value) + " " + a.Unit)
		value = strings.ReplaceAll(value, " %", "%")
		rows = append(rows, [4]string{a.Name, value, a.Why, a.Source})
	}
	return rows
}

// HTML writes the table.
func (assumptions) HTML() []byte {
	b := &markup.Builder{}
	b.Add(`<div class="table" tabindex="0" role="group" aria-label="Assumptions"><table>` + "\n<thead><tr>")
	for _, title := range []string{"Name", "Value", "What it does", "Source"} {
		b.Add(`<th scope="col">`).Add(title).Add("</th>")
	}
	b.Add("</tr></thead>\n<tbody>\n")
	for _, row := range assumed() {
		b.Add(`<tr><th scope="row"><code>`).Text(row[0]).Add("</code></th>")
		for _, cell := range row[1:] {
			b.Add("<td>").Text(cell).Add("</td>")
		}
		b.Add("</tr>\n")
	}
	return b.Add("</tbody></table></div>\n").Bytes()
}

// Plain is the same in Markdown.
func (assumptions) Plain() string {
	var b strings.Builder
	b.WriteString("| Name | Value | What it does | Source |\n|---|---|---|---|\n")
	for _, row := range assumed() {
		b.WriteString("| `" + row[0] + "` | " + strings.Join(row[1:], " | ") + " |\n")
	}
	return b.String()
}
