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
			requests, entities := once(m, i, d, e)
			sum += p.Rate * requests * entities
		}
		if sum > most {
			found, most = e, sum
		}
	}
	return found
}

// once returns how many requests for how many entities each a pattern makes of the originals of a type, if
// these are in partitions that it names.
func once(m *design.Matrix, i, d int, e *design.Entity) (requests, entities float64) {
	p, c := m.File.Patterns[i], &m.Cells[i][d]
	switch {
	case !p.IsOf(e):
		return 0, 0
	case p.Verb != design.Read:
		return 1, float64(max(p.Batch, 1))
	case c.Plan.Spread():
		return 0, 0
	case away(m.File.Designs[d], c.Plan.Place):
		return math.Ceil(c.Plan.Follow.Entities), 1
	}
	requests, entities = float64(max(1, c.Plan.Sent())), c.Figures.Read
	if p.Also != nil && requests > 1 {
		at := m.File.Designs[d].Original(e).Table
		requests, entities = 0, c.ReadIn(at)
		for _, r := range c.Plan.Requests {
			if strings.HasPrefix(r.Path, at+"(") {
				requests++
			}
		}
	}
	return requests, max(1, math.Round(entities/requests))
}

// away reports whether a place is that of copies which aren't in the partitions of their originals.
func away(d *design.Design, place *design.Place) bool {
	if place == nil || place.Copy == "" {
		return false
	}
	original := d.Original(place.Entity)
	return place.Table != original.Table || place.PartitionKey.Text != original.PartitionKey.Text
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

// beside returns how many copies are in the partitions of their originals.
func (b *builder) beside(d int) (copies int) {
	for _, p := range b.matrix.File.Designs[d].Places {
		if p.Entity == b.entity && p.Copy != "" && !away(b.matrix.File.Designs[d], p) {
			copies++
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
		if !p.IsOf(b.entity) || p.Rate == 0 {
			continue
		}
		plan := &b.matrix.Cells[i][d].Plan
		if plan.Spread() {
			b.note(p.Name + " reads through all partitions under " + b.matrix.File.Designs[d].Name +
				", so it isn't in it: no one partition has its load.")
			continue
		}
		if away(b.matrix.File.Designs[d], plan.Place) {
			b.note("What is written to and read from the copy " + plan.Place.Copy + " isn't in it.")
		}
		requests, n := once(b.matrix, i, d, b.entity)
		if requests == 0 {
			continue
		}
		name := "rate "
		if p.Verb == design.Read {
			name = "reads "
			b.note("Reads go to the same PartitionKeys as writes do: that's an assumption.")
		} else {
			n *= float64(1 + b.beside(d)) // the copies in the same partition are written with it
		}
		rate := p.Rate * b.times * requests
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
