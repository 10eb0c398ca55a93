package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/spelling"
)

// Markdown is the report for a review: a table for each pattern, then findings and changes as lists.
func (r *Report) Markdown() string {
	var b strings.Builder
	b.WriteString("## " + spelling.Escaped(r.Name) + "\n\n")
	r.summaries(func(d *design.Design, at, says string) {
		if at != "" {
			b.WriteString("  - " + at + ": " + says + "\n")
		} else {
			b.WriteString("- **" + spelling.Escaped(r.called(d)) + "**: " + says + "\n")
		}
	})
	for i, row := range r.Matrix.Cells {
		p := r.Matrix.File.Patterns[i]
		b.WriteString("\n### " + spelling.Escaped(p.Name) + "\n\n`" + asks(p) + "`\n\n")
		b.WriteString(cells(row))
	}
	if len(r.Findings) > 0 {
		b.WriteString("\n### What a reviewer would say\n\n")
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		b.WriteString("- **" + severity(f) + " " + f.Code + "** (line " + strconv.Itoa(f.Line) + "): " +
			spelling.Escaped(subject(f)+f.Says))
		if f.Guide != "" {
			b.WriteString(" Guide: " + f.Guide + ".")
		}
		b.WriteByte('\n')
	}
	if r.Explained {
		b.WriteString("\n### What the figures rest on\n\n")
		for _, line := range r.explained() {
			b.WriteString("- " + line + "\n")
		}
	}
	return b.String()
}

func cells(row []design.Cell) string {
	used := shown(row)
	heads := []string{"design", "kind"}
	for _, c := range used {
		heads = append(heads, ":"+c.head)
	}
	rows := [][]string{append(heads, "notes")}
	write := func(name, kind string, f *design.Figures, notes []string) {
		cells := line(spelling.Escaped(name), kind, f, used)
		rows = append(rows, append(cells, spelling.Escaped(strings.Join(notes, "; "))))
	}
	for i := range row {
		c := &row[i]
		notes := notesOn(c, "missed: ")
		if len(c.Growth) == 0 {
			notes = append(notes, later(c)...)
		}
		write(c.Design.Name, Plan(c), &c.Figures, notes)
		for g := range c.Growth {
			f := &c.Growth[g].Figures
			notes := c.Growth[g].Marks
			if g == len(c.Growth)-1 {
				notes = slices.Concat(notes, later(c))
			}
			write("at "+design.Number(float64(f.Scale)), how(f), f, notes)
		}
	}
	return spelling.Table(rows)
}
