package workbench

import (
	"math"
	"strconv"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// writer appends JSON. A comma goes between what is at the same depth.
type writer struct{ b []byte }

// name begins a member of an object.
func (w *writer) name(name string) *writer {
	w.comma()
	w.b = append(append(append(w.b, '"'), name...), `":`...)
	return w
}

// comma separates what follows from what is before it.
func (w *writer) comma() {
	switch w.b[len(w.b)-1] {
	case '{', '[', ':':
	default:
		w.b = append(w.b, ',')
	}
}

func (w *writer) text(s string) { w.comma(); w.b = odata.AppendString(w.b, s) }

func (w *writer) bool(b bool) { w.b = strconv.AppendBool(w.b, b) }

// number writes a figure with at most two decimals.
func (w *writer) number(f float64) {
	w.b = strconv.AppendFloat(w.b, math.Round(f*100)/100, 'f', -1, 64)
}

// list writes an array of n items.
func (w *writer) list(n int, item func(i int)) {
	w.comma()
	w.b = append(w.b, '[')
	for i := range n {
		item(i)
	}
	w.b = append(w.b, ']')
}

func (w *writer) texts(all []string) { w.list(len(all), func(i int) { w.text(all[i]) }) }

// object writes the members that a function adds.
func (w *writer) object(members func()) {
	w.comma()
	w.b = append(w.b, '{')
	members()
	w.b = append(w.b, '}')
}

// reply writes a matrix, what its designs cost in a month, the findings, and the same as Markdown
// and as JSON.
func reply(r *report.Report) []byte {
	m, findings := r.Matrix, r.Findings
	w := &writer{b: []byte(`{"ok":true`)}
	w.name("patterns").list(len(m.File.Patterns), func(i int) {
		w.object(func() {
			w.name("name").text(m.File.Patterns[i].Name)
			w.name("line").number(float64(m.File.Patterns[i].Line))
		})
	})
	w.name("designs").list(len(m.File.Designs), func(i int) {
		w.object(func() {
			w.name("name").text(m.File.Designs[i].Name)
			w.name("line").number(float64(m.File.Designs[i].Line))
			w.name("total").text(r.Total(i, max(0, len(m.Sizes)-1)))
			w.name("bill").text(r.Bill(i, max(0, len(m.Sizes)-1)))
		})
	})
	w.name("cells").list(len(m.Cells), func(i int) {
		row := m.Cells[i]
		least := cheapest(row)
		w.list(len(row), func(j int) {
			best := least != nil && row[j].Plan.Kind != design.TableScan && compare(shown(&row[j]), least) == 0
			w.cell(&row[j], best)
		})
	})
	p := m.File.Prices
	w.name("prices").object(func() {
		w.name("line").number(float64(p.Line))
		w.name("currency").text(p.Currency)
		w.name("date").text(p.Date)
		w.name("each").list(3, func(i int) {
			w.comma()
			w.b = strconv.AppendFloat(w.b, []float64{p.Transactions, p.Storage, p.Sent}[i], 'f', -1, 64)
		})
	})
	w.name("findings").list(len(findings), func(i int) { w.finding(&findings[i]) })
	w.name("markdown").text(r.Markdown())
	w.name("json").text(r.JSON())
	return append(w.b, '}')
}

func (w *writer) cell(c *design.Cell, best bool) {
	glyph, words, class := c.Plan.Kind.Shown()
	w.object(func() {
		w.name("kind").text(words)
		w.name("glyph").text(glyph)
		w.name("class").text(class)
		w.name("best").bool(best)
		w.name("figures")
		w.figures(shown(c))
		if n := len(c.Growth); n > 0 {
			w.name("marks").texts(c.Growth[n-1].Marks)
		} else {
			w.name("marks").texts(c.Marks)
		}
		w.name("later").list(len(c.Later), func(i int) {
			w.object(func() {
				w.name("scale").number(float64(c.Later[i].Scale))
				w.name("says").text(c.Later[i].Says)
			})
		})
		w.name("missed").list(len(c.Missed), func(i int) {
			l := c.Missed[i]
			w.object(func() {
				w.name("figure").text(l.Figure)
				w.name("most").number(l.Most)
				w.name("line").number(float64(l.Line))
			})
		})
		w.name("steps").texts(c.Plan.Steps)
		w.name("http").text(script(&c.Plan))
		w.name("parallel").bool(c.Plan.Parallel)
		w.name("client").texts(c.Plan.Client)
		w.name("lanes").list(len(c.Lanes), func(i int) {
			l := &c.Lanes[i]
			w.object(func() {
				w.name("table").text(l.Table)
				w.name("key").text(l.PartitionKey)
				w.name("first").text(l.First)
				w.name("last").text(l.Last)
				w.name("read").number(float64(l.Read))
				w.name("returned").number(float64(l.Returned))
				w.name("written").number(float64(l.Written))
			})
		})
		growth := append([]design.Growth{{Figures: c.Figures}}, c.Growth...)
		w.name("growth").list(len(growth), func(i int) { w.figures(&growth[i].Figures) })
	})
}

func (w *writer) figures(f *design.Figures) {
	w.object(func() {
		w.name("scale").number(float64(f.Scale))
		w.name("computed").bool(f.Computed)
		for _, each := range []struct {
			name string
			is   float64
		}{
			{"read", f.Read}, {"wanted", f.Wanted}, {"returned", f.Returned}, {"requests", f.Requests},
			{"transactions", f.Transactions}, {"bytes", f.Bytes}, {"written", f.Written},
		} {
			w.name(each.name).number(each.is)
		}
	})
}

func (w *writer) finding(f *design.Finding) {
	w.object(func() {
		w.name("code").text(f.Code)
		w.name("error").bool(f.Error)
		w.name("line").number(float64(f.Line))
		w.name("column").number(float64(f.Column))
		w.name("design").text(f.Design)
		w.name("pattern").text(f.Pattern)
		w.name("says").text(f.Says)
		w.name("guide").text(f.Guide)
	})
}

// shown returns the figures of a cell at the size that was asked for.
func shown(c *design.Cell) *design.Figures {
	if n := len(c.Growth); n > 0 {
		return &c.Growth[n-1].Figures
	}
	return &c.Figures
}

// cheapest returns the figures of the cell of a row that costs least, or nil if there's nothing to choose:
// one cell, or cells that all cost the same.
func cheapest(row []design.Cell) *design.Figures {
	least, differ := shown(&row[0]), false
	for i := range row {
		order := compare(shown(&row[i]), least)
		differ = differ || order != 0
		if order < 0 {
			least = shown(&row[i])
		}
	}
	if !differ {
		return nil
	}
	return least
}

// compare compares what two cells cost: first what is read, then what is written, then what is billed.
func compare(a, b *design.Figures) int {
	for _, each := range [][2]float64{
		{a.Read, b.Read}, {a.Written, b.Written}, {a.Transactions, b.Transactions},
	} {
		switch {
		case each[0] < each[1]:
			return -1
		case each[0] > each[1]:
			return 1
		}
	}
	return 0
}
