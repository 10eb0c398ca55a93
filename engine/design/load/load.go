package load

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Load is a load as text, and what there is to say of it beside.
type Load struct {
	Text  string
	Notes []string
}

// Of returns the load that a file's rates make on one or two of its designs, at so many times these rates. Of
// each it's the load on one table: that which has the hottest partition. What is said first is about all
// tables. ok is false if no pattern has a rate.
func Of(m *design.Matrix, designs []int, times float64) (l Load, ok bool) {
	b := &builder{matrix: m, times: times}
	var all [][]string
	var places []*design.Place
	for _, d := range designs {
		v := VerdictOf(m, d, times)
		if v.Requests == 0 {
			return l, false
		}
		b.note(v.Says(m.File.Designs[d].Name))
		place := b.busiest(d, v)
		places = append(places, place)
		all = append(all, b.loads(d, place.Table))
	}
	for _, line := range all[0] {
		if !slices.ContainsFunc(all, func(one []string) bool { return !slices.Contains(one, line) }) {
			b.text.WriteString(strings.Replace(line, " ", ": ", 1) + "\n")
		}
	}
	b.text.WriteString("for: 10 min\n")
	for i, d := range designs {
		clauses := b.keys(places[i])
		for _, line := range all[i] {
			if slices.ContainsFunc(all, func(one []string) bool { return !slices.Contains(one, line) }) {
				clauses = append(clauses, line)
			}
		}
		b.text.WriteString(label(m.File.Designs[d].Name, i) + ": " + strings.Join(clauses, ", ") + "\n")
	}
	return Load{b.text.String(), b.notes}, true
}

// Verdict is how a design's load compares with the service's targets. Every pattern is in it, so another one
// can only make it worse.
type Verdict struct {
	Table, PartitionKey string
	Entities            float64 // a second, in the hottest partition
	Requests            float64 // a second, in all
}

// VerdictOf adds up what all patterns do under a design, at so many times their rates.
func VerdictOf(m *design.Matrix, d int, times float64) (v Verdict) {
	heat := map[[2]string]float64{}
	for i, p := range m.File.Patterns {
		c := &m.Cells[i][d]
		v.Requests += times * p.Rate * c.Figures.Transactions
		for _, h := range c.Heat {
			key := [2]string{h.Table, h.PartitionKey}
			heat[key] += times * p.Rate * h.Entities
			if n := heat[key]; n > v.Entities {
				v.Table, v.PartitionKey, v.Entities = h.Table, h.PartitionKey, n
			}
		}
	}
	return v
}

// Exceeds says whether it's beyond one of the targets.
func (v Verdict) Exceeds() bool {
	return v.Entities > table.PartitionTarget || v.Requests > table.AccountTarget
}

// Says is the verdict in a sentence or two.
func (v Verdict) Says(name string) string {
	s := "Under “" + name + "”, all patterns together send " + design.Number(math.Ceil(v.Requests)) +
		" requests a second"
	if v.Requests > table.AccountTarget {
		s += ", and the target for an account is " + design.Number(table.AccountTarget)
	}
	s += ". The partition “" + v.PartitionKey + "” of " + v.Table + " has most of it: " +
		design.Number(math.Ceil(v.Entities)) + " entities a second"
	switch {
	case v.Entities > table.PartitionTarget:
		refused := max(1, math.Round(100*(1-table.PartitionTarget/v.Entities)))
		s += ". The target for one is " + design.Number(table.PartitionTarget) + ", so about " +
			design.Number(refused) + " percent of that can be refused."
	case v.Requests > table.AccountTarget:
		s += "."
	default:
		s += ", which is within the target of " + design.Number(table.PartitionTarget) + "."
	}
	return s
}

type builder struct {
	matrix *design.Matrix
	times  float64
	text   strings.Builder
	notes  []string
}

func (b *builder) note(words string) {
	if !slices.Contains(b.notes, words) {
		b.notes = append(b.notes, words)
	}
}

// busiest returns the first place of the table that has the hottest partition.
func (b *builder) busiest(d int, v Verdict) *design.Place {
	places := b.matrix.File.Designs[d].Places
	i := max(0, slices.IndexFunc(places, func(p *design.Place) bool { return wire.EqualFold(p.Table, v.Table) }))
	at := places[i]
	if slices.ContainsFunc(places, func(p *design.Place) bool { return !wire.EqualFold(p.Table, at.Table) }) {
		b.note("The picture for “" + b.matrix.File.Designs[d].Name + "” is of the table " + at.Table +
			", which has that partition. Others would be on the same servers.")
	}
	return at
}

// loads returns a line for each size of request to a table, such as "rate 200/s" or "reads 2/s of 300".
func (b *builder) loads(d int, tbl string) (lines []string) {
	type size struct {
		name     string
		entities int
		rate     float64
	}
	var sizes []size
	add := func(name string, requests, entities float64) {
		if requests == 0 {
			return
		}
		n := int(min(max(1, math.Round(entities/requests)), table.MaxPage))
		if read := entities / requests; read > float64(n) {
			requests *= read / float64(n) // a request that reads more than a page's worth is as much load as several
		}
		at := slices.IndexFunc(sizes, func(s size) bool { return s.name == name && s.entities == n })
		if at < 0 {
			at, sizes = len(sizes), append(sizes, size{name: name, entities: n})
		}
		sizes[at].rate += requests
	}
	for i, p := range b.matrix.File.Patterns {
		for _, t := range b.matrix.Cells[i][d].Tables {
			if !wire.EqualFold(t.Table, tbl) || p.Rate == 0 {
				continue
			}
			rate := p.Rate * b.times
			add("rate ", rate*t.Writes, rate*t.Written)
			add("reads ", rate*t.Reads, rate*t.Read)
			if t.Reads > 0 {
				b.note("Reads go to the same PartitionKeys as writes do, and each is as long as the mean: that's an " +
					"assumption of the picture. The entities a second above are counted without it.")
			}
		}
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
	return strconv.FormatFloat(math.Ceil(rate*scale-1e-6)/scale, 'f', -1, 64)
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
