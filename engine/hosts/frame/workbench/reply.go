package workbench

import (
	"cmp"
	"math"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/export"
	"github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/protocol"
)

// reply has a matrix, what its designs cost in a month, the findings, and the same as Markdown and as JSON.
func reply(r *report.Report) protocol.Reply {
	m := r.Matrix
	x := &protocol.DesignMatrix{Markdown: r.Markdown(), JSON: r.JSON()}
	for _, p := range m.File.Patterns {
		x.Patterns = append(x.Patterns, protocol.DesignName{Name: p.Name, Line: p.Line})
	}
	last := max(0, len(m.Sizes)-1)
	for i, d := range m.File.Designs {
		month := r.Month(i, last)
		x.Designs = append(x.Designs, protocol.DesignColumn{
			DesignName: protocol.DesignName{Name: d.Name, Line: d.Line},
			Meant:      d == m.File.Meant(), Verdict: r.Verdict(i), Total: r.Total(i, last),
			Month: protocol.DesignMonth{
				Transactions: month.Transactions.String(), Stored: month.Stored.String(), Sent: month.Sent.String(),
				Price: month.Price,
			},
		})
	}
	for _, row := range m.Cells {
		least := cheapest(row)
		cells := make([]protocol.DesignCell, len(row))
		for j := range row {
			cells[j] = cell(&row[j])
			cells[j].Best = least != nil && row[j].Plan.Kind != design.TableScan &&
				compare(shown(&row[j]), least) == 0
		}
		x.Cells = append(x.Cells, cells)
	}
	p := m.File.Prices
	x.Prices = protocol.DesignPrices{
		Line: p.Line, Currency: p.Currency, Date: p.Date,
		Each: protocol.Prices{Transactions: p.Transactions, Storage: p.Storage, Sent: p.Sent},
	}
	for _, f := range r.Findings {
		x.Findings = append(x.Findings, protocol.DesignFinding{
			Code: f.Code, Error: f.Error, Line: f.Line, Column: f.Column,
			Design: f.Design, Pattern: f.Pattern, Says: f.Says, Guide: f.Guide,
		})
	}
	return x
}

func cell(c *design.Cell) protocol.DesignCell {
	glyph, words, class := c.Plan.Kind.Shown()
	x := protocol.DesignCell{
		Kind: words, Glyph: glyph, Class: class, Figures: figuresOf(shown(c)), Worst: c.Worst, Marks: c.Marks,
		Steps: c.Plan.Steps, HTTP: export.Script(&c.Plan), Parallel: c.Plan.Parallel, Client: c.Plan.Client,
		Growth: []protocol.DesignFigures{figuresOf(&c.Figures)},
	}
	if n := len(c.Growth); n > 0 {
		x.Marks = c.Growth[n-1].Marks
	}
	for _, l := range c.Thresholds {
		x.Later = append(x.Later, protocol.DesignLimit(l))
	}
	for _, l := range c.Missed {
		x.Missed = append(x.Missed, protocol.DesignBudget{Figure: l.Figure, Most: rounded(l.Most), Line: l.Line})
	}
	for _, l := range c.Lanes {
		x.Lanes = append(x.Lanes, protocol.DesignLane{
			Table: l.Table, Key: l.PartitionKey, First: l.First, Last: l.Last,
			Read: l.Read, Returned: l.Returned, Written: l.Written,
		})
	}
	for i := range c.Growth {
		x.Growth = append(x.Growth, figuresOf(&c.Growth[i].Figures))
	}
	return x
}

func figuresOf(f *design.Figures) protocol.DesignFigures {
	return protocol.DesignFigures{
		Scale: f.Scale, Computed: f.Computed, Read: rounded(f.Read), Wanted: rounded(f.Wanted),
		Returned: rounded(f.Returned), Requests: rounded(f.Requests),
		Transactions: rounded(f.Transactions), Bytes: rounded(f.Bytes), Written: rounded(f.Written),
		Most: rounded(f.Most), MostPages: rounded(f.MostPages),
	}
}

// rounded is a figure with at most two decimals.
func rounded(f float64) float64 { return math.Round(f*100) / 100 }

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
	return cmp.Or(cmp.Compare(a.Read, b.Read), cmp.Compare(a.Written, b.Written),
		cmp.Compare(a.Transactions, b.Transactions))
}
