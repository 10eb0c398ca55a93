package load

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rowkey/rowkey/engine/design"
)

// Load is a load as text, and what it leaves out.
type Load struct {
	Text  string
	Notes []string
}

// Of returns the load that a file's rates make on one or two of its designs, at so many times these rates.
// It's the load on one table: that of the type which has most. ok is false if no pattern has a rate.
func Of(m *design.Matrix, designs []int, times float64) (l Load, ok bool) {
	e := busiest(m, designs[0])
	if e == nil {
		return l, false
	}
	b := &builder{matrix: m, entity: e, times: times}
	var all [][]string
	for _, d := range designs {
		all = append(all, b.loads(d))
	}
	for _, line := range all[0] {
		if !slices.ContainsFunc(all, func(one []string) bool { return !slices.Contains(one, line) }) {
			b.text.WriteString(strings.Replace(line, " ", ": ", 1) + "\n")
		}
	}
	b.text.WriteString("for: 10 min\n")
	for i, d := range designs {
		clauses := b.keys(m.File.Designs[d])
		for _, line := range all[i] {
			if slices.ContainsFunc(all, func(one []string) bool { return !slices.Contains(one, line) }) {
				clauses = append(clauses, line)
			}
		}
		b.text.WriteString(label(m.File.Designs[d].Name, i) + ": " + strings.Join(clauses, ", ") + "\n")
	}
	if len(m.File.Entities) > 1 {
		b.note("This is the load on " + e.Name + ", the type with the most. Others would be on the same servers.")
	}
	return Load{b.text.String(), b.notes}, true
}

// busiest returns the type of which most entities a second are read and written, or nil if there is none.
func busiest(m *design.Matrix, d int) (found *design.Entity) {
	most := 0.0
	for _, e := range m.File.Entities {
		sum := 0.0
		for i, p := range m.File.Patterns {
			if p.Entity == e {
				sum += p.Rate * each(m, i, d)
			}
		}
		if sum > most {
			found, most = e, sum
		}
	}
	return found
}

// each returns how many entities a pattern reads or writes once, in partitions that it names.
func each(m *design.Matrix, i, d int) float64 {
	p, c := m.File.Patterns[i], &m.Cells[i][d]
	switch {
	case p.Verb == design.Read && c.Plan.Spread():
		return 0
	case p.Verb == design.Read:
		return max(1, math.Round(c.Figures.Read))
	}
	return float64(max(p.Batch, 1))
}

type builder struct {
	matrix *design.Matrix
	entity *design.Entity
	times  float64
	text   strings.Builder
	notes  []string
}

func (b *builder) note(words string) {
	if !slices.Contains(b.notes, words) {
		b.notes = append(b.notes, words)
	}
}

// beside returns the copies that are in the partitions of their originals.
func (b *builder) beside(d int) (copies []*design.Place) {
	var original *design.Place
	for _, p := range b.matrix.File.Designs[d].Places {
		switch {
		case p.Entity != b.entity:
		case p.Copy == "":
			original = p
		case p.Table == original.Table && p.PartitionKey.Text == original.PartitionKey.Text:
			copies = append(copies, p)
		}
	}
	return copies
}

// loads returns a line for each size of request, such as "rate 200/s" or "reads 2/s of 300".
func (b *builder) loads(d int) (lines []string) {
	const page = 1000
	type size struct {
		name     string
		entities int
		rate     float64
	}
	var sizes []size
	for i, p := range b.matrix.File.Patterns {
		if p.Entity != b.entity || p.Rate == 0 {
			continue
		}
		plan := &b.matrix.Cells[i][d].Plan
		if plan.Spread() {
			b.note(p.Name + " reads through all partitions under " + b.matrix.File.Designs[d].Name +
				", so it isn't in it: no one partition has its load.")
			continue
		}
		place := plan.Place
		beside := b.beside(d)
		if place != nil && place.Copy != "" && !slices.Contains(beside, place) {
			b.note("What is written to and read from the copy " + place.Copy + " isn't in it.")
			continue
		}
		name := "rate "
		if p.Verb == design.Read {
			name = "reads "
			b.note("Reads go to the same PartitionKeys as writes do: that's an assumption.")
		}
		n := each(b.matrix, i, d)
		if p.Verb != design.Read {
			n *= float64(1 + len(beside)) // the copies in the same partition are written with it
		}
		rate := p.Rate * b.times
		if requests := float64(len(plan.Requests)); p.Verb == design.Read && requests > 1 {
			rate, n = rate*requests, max(1, math.Round(n/requests))
		}
		if n > page { // one request for each page
			rate, n = rate*n/page, page
		}
		at := slices.IndexFunc(sizes, func(s size) bool { return s.name == name && s.entities == int(n) })
		if at < 0 {
			at, sizes = len(sizes), append(sizes, size{name: name, entities: int(n)})
		}
		sizes[at].rate += rate
	}
	for _, s := range sizes {
		line := s.name + digits(s.rate) + "/s"
		if s.entities > 1 {
			line += " of " + strconv.Itoa(s.entities)
		}
		lines = append(lines, line)
	}
	if lines == nil {
		return []string{"rate 0/s"}
	}
	return lines
}

// digits writes a rate, with three digits that count if it's small.
func digits(rate float64) string {
	if rate >= 100 {
		return strconv.FormatFloat(math.Round(rate), 'f', -1, 64)
	}
	scale := 1000.0
	return strconv.FormatFloat(math.Ceil(rate*scale)/scale, 'f', -1, 64)
}

// label makes a name of a design fit for a load: it begins with a capital letter, and has no colon.
func label(name string, i int) string {
	letters := []rune(strings.TrimSpace(strings.ReplaceAll(name, ":", "")))
	const most = 28
	letters = letters[:min(len(letters), most)]
	if len(letters) > 0 {
		letters[0] = unicode.ToUpper(letters[0])
	}
	text := string(letters)
	if strings.ToLower(text) == text {
		text = "Design " + strconv.Itoa(i+1) + " " + text
	}
	return strings.TrimSpace(text)
}
