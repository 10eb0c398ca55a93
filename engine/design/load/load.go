package load

import (
	"math"
	"slices"
	"strconv"
	"strings"

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

// each returns how many entities a pattern reads or writes once.
func each(m *design.Matrix, i, d int) float64 {
	p := m.File.Patterns[i]
	if p.Verb == design.Read {
		return max(1, math.Round(m.Cells[i][d].Figures.Read))
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

// loads returns a line for each size of request, such as "rate 200/s" or "reads 2/s of 300".
func (b *builder) loads(d int) (lines []string) {
	const page = 1000
	rates := map[[2]int]float64{} // by 1 for a read, and entities
	for i, p := range b.matrix.File.Patterns {
		if p.Entity != b.entity || p.Rate == 0 {
			continue
		}
		place := b.matrix.Cells[i][d].Plan.Place
		if place != nil && place.Copy != "" {
			b.note("What is written to and read from the copy " + place.Copy + " isn't in it.")
			continue
		}
		kind := 0
		if p.Verb == design.Read {
			kind = 1
			b.note("Reads go to the same PartitionKeys as writes do: that's an assumption.")
		}
		n := each(b.matrix, i, d)
		rate := p.Rate * b.times
		if n > page { // one request for each page
			rate, n = rate*n/page, page
		}
		rates[[2]int{kind, int(n)}] += rate
	}
	var order [][2]int
	for key := range rates {
		order = append(order, key)
	}
	slices.SortFunc(order, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	for _, key := range order {
		line := []string{"rate ", "reads "}[key[0]] + digits(rates[key]) + "/s"
		if key[1] > 1 {
			line += " of " + strconv.Itoa(key[1])
		}
		lines = append(lines, line)
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
	letters := []rune(strings.ReplaceAll(name, ":", ""))
	const most = 28
	text := strings.TrimSpace(string(letters[:min(len(letters), most)]))
	text = strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):]
	if strings.ToLower(text) == text {
		text = "Design " + strconv.Itoa(i+1) + " " + text
	}
	return strings.TrimSpace(text)
}
