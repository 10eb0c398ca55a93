package watched

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/spelling"
)

// Text returns the report for a terminal: a line for each shape, those that read most first.
func (r *Requests) Text() string {
	all, other := r.Shapes()
	if len(all) == 0 {
		return "No request came. Does the program take its connection string from the environment?\n"
	}
	rows := [][]string{{"requests", "plan", "read", "most", "×10 larger", "×10 more", "shape"}}
	var read, requests int
	for _, s := range all {
		at := s.At(10)
		row := []string{spelling.Number(s.Requests), s.Plan, "", "", "", "", s.Name + asides(s)}
		if s.Plan != "" {
			row[2], row[3] = spelling.Number(s.Read), spelling.Number(s.Most)
			row[4], row[5] = spelling.Number(at.Larger), spelling.Number(at.More)
		}
		rows = append(rows, row)
		read += s.Read
		requests += s.Requests
	}
	text := aligned(rows)
	const columns = "The columns ×10 are what one request reads at most when partitions are ten times larger, " +
		"or ten times as many."
	text += fmt.Sprintf("\n%s of %s, %s read. "+columns+"\n", spelling.Count(requests, "request", "requests"),
		spelling.Count(len(all), "shape", "shapes"), spelling.Count(read, "entity", "entities"))
	if other > 0 {
		text += spelling.Count(other, "further request has", "further requests have") +
			" more shapes than are told apart.\n"
	}
	return text
}

// asides are what else there is to say of a shape.
func asides(s *Shape) (text string) {
	if s.Conflicts > 0 {
		text += "  (" + spelling.Count(s.Conflicts, "conflict", "conflicts") + ")"
	}
	if s.Refused > 0 {
		text += "  (" + spelling.Number(s.Refused) + " refused)"
	}
	return text
}

// aligned writes rows as columns: numbers to the right, the plan and the shape to the left.
func aligned(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-len([]rune(cell)))
			switch i {
			case len(row) - 1:
				b.WriteString(cell)
			case 1:
				b.WriteString(cell + pad + "  ")
			default:
				b.WriteString(pad + cell + "  ")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Markdown returns the report for a pull request.
func (r *Requests) Markdown() string {
	all, _ := r.Shapes()
	text := "| requests | plan | read | most | ×10 larger | ×10 more | shape |\n|--:|---|--:|--:|--:|--:|---|\n"
	for _, s := range all {
		at := s.At(10)
		text += fmt.Sprintf("| %d | %s | %d | %d | %d | %d | `%s`%s |\n", s.Requests, s.Plan, s.Read, s.Most,
			at.Larger, at.More, strings.ReplaceAll(s.Name, "|", "\\|"), asides(s))
	}
	return text
}

// JSON returns the report for programs, on one line.
func (r *Requests) JSON() string {
	all, other := r.Shapes()
	text, _ := json.Marshal(map[string]any{"shapes": all, "other": other}) // strings and numbers always can be
	return string(text) + "\n"
}
