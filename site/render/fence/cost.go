package fence

import (
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
)

// Total is what one or several requests cost together.
type Total struct {
	Kinds    []string // HTML
	Words    []string // the same as plain text
	Cost     trace.Cost
	Measures []Measure // of each of them
}

// Sum adds up requests: "one" or "one + another".
func (p *Page) Sum(names string) (sum Total, err error) {
	runs := map[string]bool{}
	times := map[string]int{}
	for name := range strings.SplitSeq(names, "+") {
		name = strings.TrimSpace(name)
		m, ok := p.Measure(name)
		if !ok {
			return sum, fmt.Errorf("no request with the name %q ran on this page", name)
		}
		if runs[m.Run] {
			continue
		}
		runs[m.Run] = true
		sum.Cost.Add(m.Cost)
		sum.Measures = append(sum.Measures, m)
		kind := string(m.Label.AppendHTML(nil))
		if times[kind] == 0 {
			sum.Kinds = append(sum.Kinds, kind)
			sum.Words = append(sum.Words, wordsOf(m.Label))
		}
		times[kind] += max(1, m.Cost.Transactions) // a loop sends its request more than once
	}
	for i, kind := range sum.Kinds {
		if times[kind] > 1 {
			sum.Kinds[i] = fmt.Sprintf("%s × %s", view.Number(times[kind]), kind)
			sum.Words[i] = fmt.Sprintf("%s × %s", view.Number(times[kind]), sum.Words[i])
		}
	}
	return sum, nil
}

// Measure returns what a named request cost.
func (p *Page) Measure(name string) (Measure, bool) {
	for _, e := range p.Examples {
		if m, ok := e.Measures[name]; ok {
			return m, true
		}
	}
	return Measure{}, false
}

// Factor compares a number with the first of its group: "4× fewer", where less is the word for a
// smaller one. It returns "" if they differ by less than half, or without that word.
func Factor(first, value int, less string) string {
	if first == 0 || value == 0 || less == "" {
		return ""
	}
	most, least, word := first, value, "× "+less
	if value > first {
		most, least, word = value, first, "× more"
	}
	tenths := (most*10 + least/2) / least
	switch {
	case tenths < 15:
		return ""
	case tenths < 100 && tenths%10 != 0:
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10) + word
	}
	return view.Number((tenths+5)/10) + word
}

// wordsOf returns the text of a node without decorative symbols.
func wordsOf(n view.Node) string {
	if n.Tag == "" {
		return n.Text
	}
	for _, a := range n.Attrs {
		if a.Name == "aria-hidden" {
			return ""
		}
	}
	var b strings.Builder
	for _, c := range n.Children {
		b.WriteString(wordsOf(c))
	}
	return strings.TrimSpace(b.String())
}
