package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/design"
)

// Text is the report for a terminal of 110 columns.
func (r *Report) Text() string {
	var b strings.Builder
	b.WriteString(r.Name + "\n\n")
	r.summaries(func(d *design.Design, at, says string) {
		if at != "" {
			wrapped(&b, "  "+at+": "+says, "    ")
		} else {
			wrapped(&b, r.called(d)+": "+says, "    ")
		}
	})
	for i, row := range r.Matrix.Cells {
		p := r.Matrix.File.Patterns[i]
		b.WriteString("\n" + cut(p.Name+": "+asks(p), wide) + "\n")
		r.written(&b, row)
	}
	if len(r.Findings) > 0 {
		b.WriteString("\nWhat a reviewer would say:\n")
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		text := r.Name + ":" + strconv.Itoa(f.Line) + ":1 " + f.Code + " " + severity(f) + ": "
		text += subject(f) + f.Says
		if f.Guide != "" {
			text += " Guide: /guides/" + f.Guide + "/"
		}
		wrapped(&b, text, "    ")
	}
	if r.Explained {
		b.WriteString("\nWhat the figures rest on:\n")
		for _, line := range r.explained() {
			wrapped(&b, "  "+line, "    ")
		}
	}
	return b.String()
}

// written writes the cells of a pattern as a table.
func (r *Report) written(b *strings.Builder, row []design.Cell) {
	used := shown(row)
	lines := [][]string{{"", ""}}
	for _, c := range used {
		lines[0] = append(lines[0], c.head)
	}
	var below [][]string // what is written under each line
	for k := range row {
		c := &row[k]
		kind := Plan(c)
		if c.Figures.Computed {
			kind += ", computed"
		}
		lines = append(lines, line(cut(c.Design.Name, longName), kind, &c.Figures, used))
		notes := notesOn(c, "MISSED: ")
		if r.Explained {
			notes = append(notes, why(c)...)
		}
		below = append(below, notes)
		for g := range c.Growth {
			f := &c.Growth[g].Figures
			lines = append(lines, line("  at "+design.Number(float64(f.Scale)), how(f), f, used))
			below = append(below, slices.Clone(c.Growth[g].Marks))
		}
		below[len(below)-1] = append(below[len(below)-1], later(c)...)
	}
	aligned(b, lines, below)
}

// notesOn says what a cell misses and exceeds, and what its client does.
func notesOn(c *design.Cell, missed string) (all []string) {
	for _, l := range c.Missed {
		all = append(all, missed+exceeded(l, &c.Figures)+" (line "+strconv.Itoa(l.Line)+")")
	}
	return slices.Concat(all, spread(c), c.Marks, c.Plan.Client)
}

// The widths of a page of text.
const (
	wide     = 110
	longName = 24
)

// later says what a cell exceeds at larger sizes.
func later(c *design.Cell) (all []string) {
	for _, l := range c.Thresholds {
		all = append(all, l.Text())
	}
	return all
}

// how says where the figures of another scale come from.
func how(f *design.Figures) string {
	if f.Computed {
		return "computed"
	}
	return "measured"
}

// line is a row of a table of text.
func line(name, kind string, f *design.Figures, used []column) []string {
	cells := []string{name, kind}
	for _, c := range used {
		cells = append(cells, c.text(c.of(f)))
	}
	return cells
}

// aligned writes a table: the first two columns to the left, numbers to the right. Below has notes for each
// line after the first.
func aligned(b *strings.Builder, lines, below [][]string) {
	widths := make([]int, len(lines[0]))
	for _, l := range lines {
		for i, cell := range l {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for n, l := range lines {
		var text strings.Builder
		for i, cell := range l {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if text.WriteString("  "); i < 2 {
				text.WriteString(cell + space)
			} else {
				text.WriteString(space + cell)
			}
		}
		b.WriteString(strings.TrimRight(text.String(), " ") + "\n")
		if n > 0 {
			for _, note := range below[n-1] {
				wrapped(b, "    - "+note, "      ")
			}
		}
	}
}

// wrapped writes text in lines of a page, and indents all but the first.
func wrapped(b *strings.Builder, text, indent string) {
	for utf8.RuneCountInString(text) > wide {
		runes := []rune(text)
		at := wide
		for at > len(indent)+1 && runes[at] != ' ' {
			at--
		}
		if runes[at] != ' ' {
			break
		}
		b.WriteString(string(runes[:at]) + "\n")
		text = indent + string(runes[at+1:])
	}
	b.WriteString(text + "\n")
}

func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

func severity(f *design.Finding) string {
	if f.Error {
		return "error"
	}
	return "warning"
}

// subject is what a finding is about.
func subject(f *design.Finding) string {
	switch {
	case f.Design != "" && f.Pattern != "":
		return f.Pattern + " under " + f.Design + ": "
	case f.Design != "" || f.Pattern != "":
		return f.Design + f.Pattern + ": "
	}
	return ""
}
