package watched

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/spelling"
)

// Report is what a program's requests took, by their shapes: those that read most first.
type Report struct {
	Shapes []*Shape `json:"shapes"`
	Other  int      `json:"other"`           // requests of shapes that there was no room for
	Apart  int      `json:"apart,omitempty"` // requests of captures that weren't to tables

	kept []infer.Request // see Options.Keep
}

// Text returns the report for a terminal: a line for each shape.
func (r *Report) Text() string {
	if len(r.Shapes) == 0 {
		return "No request came. Does the program take its connection string from the environment? " +
			"If it's in JavaScript, add --https.\n"
	}
	rows := [][]string{{"requests", "plan", "read", "most", "×10 larger", "×100", "×10 more", "×100", "shape"}}
	for _, s := range r.Shapes {
		rows = append(rows, slices.Concat([]string{spelling.Number(s.Requests), s.Plan},
			s.figures(spelling.Number), []string{s.Name + bracketed(r.asides(s))}))
	}
	text := aligned(rows) + "\n" + r.sum() + " The columns × are what one query reads at most when " +
		"partitions are larger, or when there are more of them.\n"
	if slices.ContainsFunc(r.Shapes, func(s *Shape) bool { return s.Unread && s.Plan != "" }) {
		text += "A ? is what a capture doesn't say.\n"
	}
	if r.Apart > 0 {
		text += spelling.Count(r.Apart, "request isn't", "requests aren't") + " to tables, and not in it.\n"
	}
	if r.Other > 0 {
		text += spelling.Count(r.Other, "further request has", "further requests have") +
			" more shapes than are told apart.\n"
	}
	return text
}

// sum is what all requests took, as a sentence.
func (r *Report) sum() string {
	var sum Shape
	for _, s := range r.Shapes {
		sum.Read += s.Read
		sum.Requests += s.Requests
		sum.Transactions += s.Transactions
		sum.Received += s.Received
		sum.Unread = sum.Unread || s.Unread
	}
	text := spelling.Count(sum.Requests, "request", "requests") + " of " +
		spelling.Count(len(r.Shapes), "shape", "shapes")
	if !sum.Unread {
		text += ", " + spelling.Count(sum.Read, "entity", "entities") + " read, " +
			spelling.Count(sum.Transactions, "transaction", "transactions")
	}
	return text + ", " + view.Size(int(sum.Received)) + " of answers."
}

// columns are the names of figures.
var columns = [...]string{"read", "most", "×10 larger", "×100 larger", "×10 more", "×100 more"}

// figures are what a query reads: in all, at most, and of more data. Other requests have none.
func (s *Shape) figures(number func(int) string) []string {
	all := []string{"", "", "", "", "", ""}
	switch {
	case s.Plan == "":
	case s.Unread:
		for i := range all {
			all[i] = "?"
		}
	default:
		all = append(all[:0], number(s.Read), number(s.Most))
		for _, growth := range []map[int]int{s.Larger, s.More} {
			for _, factor := range factors {
				all = append(all, number(growth[factor]))
			}
		}
	}
	return all
}

// asides are what else there is to say of a shape. Where in the program it's from is among it unless that's
// the same for all.
func (r *Report) asides(s *Shape) (all []string) {
	if s.Conflicts > 0 {
		all = append(all, spelling.Count(s.Conflicts, "conflict", "conflicts"))
	}
	if s.Missing > 0 {
		all = append(all, spelling.Number(s.Missing)+" not there")
	}
	if s.Refused > 0 {
		all = append(all, spelling.Number(s.Refused)+" refused")
	}
	if s.Retries > 0 {
		all = append(all, spelling.Count(s.Retries, "retry", "retries"))
	}
	if slices.ContainsFunc(r.Shapes, func(other *Shape) bool { return !slices.Equal(other.From, s.From) }) &&
		len(s.From) > 0 {
		all = append(all, "from "+strings.Join(s.From, ", "))
	}
	return all
}

func bracketed(all []string) (text string) {
	for _, one := range all {
		text += "  (" + one + ")"
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
func (r *Report) Markdown() string {
	heads := []string{":requests", "plan"}
	for _, name := range columns {
		heads = append(heads, ":"+name)
	}
	rows := [][]string{append(heads, "shape")}
	for _, s := range r.Shapes {
		rows = append(rows, slices.Concat([]string{strconv.Itoa(s.Requests), s.Plan}, s.figures(strconv.Itoa),
			[]string{spelling.Code(s.Name) + bracketed(r.asides(s))}))
	}
	return spelling.Table(rows)
}

// UnmarshalJSON reads what JSON has written.
func (r *Report) UnmarshalJSON(text []byte) error {
	type plain Report
	if err := json.Unmarshal(text, (*plain)(r)); err != nil {
		return err
	}
	for _, s := range r.Shapes {
		if s == nil {
			return errors.New("a shape is null")
		}
		s.Kind = plan.Named(s.Plan)
	}
	return nil
}

// JSON returns the report for programs, on one line.
func (r *Report) JSON() string {
	text, _ := json.Marshal(r) // strings and numbers always can be
	return string(text) + "\n"
}
