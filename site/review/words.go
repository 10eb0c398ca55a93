package review

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/outcome"
	"github.com/rowkey/rowkey/engine/spelling"
)

// Text returns the review for a terminal: a line for each change, those to look at first before the others.
func (r *Review) Text() string {
	var b strings.Builder
	for _, c := range r.Changes {
		fmt.Fprintf(&b, "%s%s: %s.\n", strings.ToUpper(string(c.Verdict[:1])), c.Verdict[1:], c.Says())
	}
	b.WriteString(r.findings(":\n", "  ", plain))
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	b.WriteString(r.summary() + "\n")
	for _, m := range r.months() {
		b.WriteString(m + "\n")
	}
	return b.String()
}

// Markdown returns the review for a pull request.
func (r *Review) Markdown() string {
	var b strings.Builder
	b.WriteString(r.summary() + "\n")
	for _, m := range r.months() {
		b.WriteString("\n" + spelling.Escaped(m) + "\n")
	}
	if len(r.Changes) > 0 {
		b.WriteString("\n" + r.table())
	}
	b.WriteString(r.findings(":\n\n", "- ", spelling.Escaped))
	return b.String()
}

// findings lists what a reviewer says now, and what not any more, below headings that end in the first text.
func (r *Review) findings(ends, begin string, write func(string) string) (text string) {
	list := func(heading string, all []Finding) {
		for i, f := range all {
			if i == 0 {
				text += "\n" + heading + ends
			}
			text += begin + write(f.line()) + "\n"
		}
	}
	list("A reviewer says now", r.Said)
	list("And not any more", r.Settled)
	return text
}

func (r *Review) table() string {
	var names []string // of the figures that differ; what is read comes first, and is there in any case
	prices := false
	for _, c := range r.Changes {
		q := c.one()
		prices = prices || q.Currency != ""
		for i, f := range q.Figures {
			moved := i == 0 || slices.ContainsFunc(c.Figures, func(m Moved) bool { return m.Name == f.Name })
			if moved && !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	heads := []string{"", "what is asked", "plan"}
	for _, name := range names {
		heads = append(heads, ":"+name)
	}
	if prices {
		heads = append(heads, ":a month")
	}
	rows := [][]string{heads}
	for _, c := range r.Changes {
		plan := c.turned(func(q *Question) string { return q.Plan })
		cells := []string{string(c.Verdict), c.asked(spelling.Code), plan}
		for _, name := range names {
			cells = append(cells, c.turned(func(q *Question) string {
				if f, known := q.Figure(name); known {
					return design.Number(f.Value)
				}
				return ""
			}))
		}
		if prices {
			cells = append(cells, spelling.Escaped(c.turned((*Question).cash)))
		}
		rows = append(rows, cells)
	}
	return spelling.Table(rows)
}

// Says says in a clause what changed.
func (c Change) Says() string {
	parts := []string{}
	add := func(what, words string) {
		switch {
		case words == "":
		case what == "":
			parts = append(parts, words)
		default:
			parts = append(parts, what+" "+words)
		}
	}
	if c.Old == nil || c.Now == nil {
		add("", c.turned(func(q *Question) string { return q.Plan }))
		q := c.one()
		for _, f := range q.Figures {
			if f.Value != 0 {
				add(f.Name, design.Number(f.Value))
			}
		}
		add("a month", q.cash())
		return c.asked(plain) + ": " + strings.Join(parts, ", ")
	}
	if c.Old.Plan != c.Now.Plan {
		add("", c.turned(func(q *Question) string { return q.Plan }))
	}
	for _, f := range c.Figures {
		add(f.Name, f.says())
	}
	for _, m := range lacking(c.Now.Missed, c.Old.Missed) {
		add("", "it misses its budget of "+m+" now")
	}
	for _, m := range lacking(c.Old.Missed, c.Now.Missed) {
		add("", "it doesn't miss its budget of "+m+" any more")
	}
	if c.Old.Currency != "" && c.Now.Currency != "" && c.Old.cash() != c.Now.cash() {
		add("a month", c.turned((*Question).cash))
	}
	if len(parts) == 0 {
		return c.asked(plain)
	}
	return c.asked(plain) + ": " + strings.Join(parts, ", ")
}

// says is a figure, old and new, and how many times as much that is.
func (m Moved) says() string {
	s := design.Number(m.Old) + " → " + design.Number(m.Now)
	if least := min(m.Old, m.Now); least > 0 && max(m.Old, m.Now)/least >= 2 {
		word := " times less)"
		if m.Now > m.Old {
			word = " times as much)"
		}
		s += " (" + design.Number(math.Round(max(m.Old, m.Now)/least*10)/10) + word
	}
	return s
}

// one is the question, or what it was.
func (c Change) one() *Question {
	if c.Now == nil {
		return c.Old
	}
	return c.Now
}

// turned is something of the question: old → new, or once if it's the same or there's only one version.
func (c Change) turned(of func(*Question) string) string {
	if c.Old == nil || c.Now == nil {
		return of(c.one())
	}
	old, now := of(c.Old), of(c.Now)
	if old == now {
		return now
	}
	return nothing(old) + " → " + nothing(now)
}

func nothing(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// asked names the question: where it is, its name, and what is sent if that isn't the name.
func (c Change) asked(write func(string) string) string {
	q := c.one()
	s := ""
	if q.File != "" {
		s = write(q.File) + ": "
	}
	name := c.turned(func(q *Question) string { return write(q.Name) })
	shape := c.turned(func(q *Question) string { return write(q.Shape) })
	switch {
	case q.Shape == "":
		return s + name
	case shape == name, name == write(q.Shape), c.Old != nil && name == write(c.Old.Shape):
		return s + shape
	}
	return s + name + ", " + shape
}

func plain(s string) string { return s }

// cash is what it costs in a month; "" if nothing is known of that.
func (q *Question) cash() string {
	if q.Currency == "" {
		return ""
	}
	return report.Cash(q.Currency, q.Price)
}

func (f Finding) line() string {
	s := f.Code + ": "
	if f.File != "" {
		s += f.File + ": "
	}
	if f.About != "" {
		s += f.About + ": "
	}
	return s + f.Says
}

// summary counts the changes.
func (r *Review) summary() string {
	if len(r.Changes) == 0 {
		return fmt.Sprintf("No plan has changed, of %d.", r.Same)
	}
	count := map[Verdict]int{}
	for _, c := range r.Changes {
		count[c.Verdict]++
	}
	var parts []string
	for _, v := range order {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	return strings.Join(parts, ", ") + fmt.Sprintf("; %d as before.", r.Same)
}

// months are what is paid in a month, old and new.
func (r *Review) months() (lines []string) {
	of := func(all []Month, name string) string {
		for _, m := range all {
			if m.Of == name {
				return m.Price
			}
		}
		return ""
	}
	same := 0
	for _, m := range r.Now.Months {
		price := m.Price
		switch was := of(r.Old.Months, m.Of); was {
		case price:
			same++
			continue
		case "":
		default:
			price = was + " → " + price
		}
		what := "A month"
		if m.Of != "" {
			what += " of " + m.Of
		}
		if n := len(lines); n > 0 && lines[n-1] == m.Rests {
			lines = lines[:n-1] // it's said once of several
		}
		lines = append(lines, what+": "+price+".", m.Rests)
	}
	switch {
	case len(r.Changes) == 0:
		return lines
	case lines == nil && same > 0 && math.Abs(sum(r.Old)-sum(r.Now)) > 1e-9:
		return []string{"What a month costs hardly changes."}
	case lines == nil && same > 0:
		says := "A month costs what it did: the bill counts requests, not entities read."
		if r.Now.Months[0].Of == "" { // a test has few entities
			says = "With these data a month costs what it did: the bill counts requests, not entities read. " +
				"In a larger table a scan has more pages, and each of them is a request."
		}
		return []string{says}
	case r.Now.Unpriced != "":
		lines = append(lines, r.Now.Unpriced)
	}
	return lines
}

func sum(v Version) (price float64) {
	for _, q := range v.Questions {
		price += q.Price
	}
	return price
}

// Outcomes returns how each change and each finding went.
func (r *Review) Outcomes(file string) (all []outcome.Outcome) {
	for _, c := range r.Changes {
		q := c.one()
		o := outcome.Outcome{File: path.Join(file, q.File), Name: q.Name,
			Says: string(c.Verdict) + ": " + c.Says() + ".", Warning: !c.Fails}
		if c.Now != nil {
			o.Line = c.Now.Line
		}
		if c.Verdict != Worse && c.Verdict != Mixed && !c.Fails {
			o.Says = ""
		}
		all = append(all, o)
	}
	for _, f := range r.Said {
		all = append(all, outcome.Outcome{File: path.Join(file, f.File), Line: f.Line, Name: f.Code,
			Says: f.line(), Warning: !f.Fails})
	}
	return all
}
