package spelling

import "strings"

// Escaped keeps a text from being markup of Markdown, or from ending a line of it.
func Escaped(s string) string {
	var b strings.Builder
	for _, c := range strings.ReplaceAll(s, "\n", " ") {
		if strings.ContainsRune("\\`*_[]<>|#", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Code writes a text as code of Markdown, where it may be a cell of a table, too.
func Code(s string) string {
	return "`" + strings.NewReplacer("`", "'", "|", "\\|", "\n", " ").Replace(s) + "`"
}

// Table writes rows of Markdown as a table. The first are the heads, and those that begin with a colon are of
// columns of numbers.
func Table(rows [][]string) string {
	var b strings.Builder
	rule := "|"
	for i, head := range rows[0] {
		name, number := strings.CutPrefix(head, ":")
		rows[0][i] = name
		if rule += "---|"; number {
			rule = rule[:len(rule)-2] + ":|"
		}
	}
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString(rule + "\n")
		}
	}
	return b.String()
}
