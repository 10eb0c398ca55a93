package report

import (
	"math"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/protocol"
)

// JSON is the report as one line.
func (r *Report) JSON() string {
	x := &protocol.DesignReport{File: r.Name, OK: r.OK()}
	for i, row := range r.Matrix.Cells {
		p := r.Matrix.File.Patterns[i]
		of := protocol.PatternReport{Name: p.Name, Asks: asks(p), Line: p.Line}
		for k := range row {
			of.Designs = append(of.Designs, cell(&row[k]))
		}
		x.Patterns = append(x.Patterns, of)
	}
	for i, d := range r.Matrix.File.Designs {
		x.Bills = append(x.Bills, protocol.BillReport{Design: d.Name, Sizes: r.sizes(i)})
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		x.Findings = append(x.Findings, protocol.FindingReport{
			Code: f.Code, Severity: severity(f), Line: f.Line, Column: f.Column, Design: f.Design,
			Pattern: f.Pattern, Also: f.Also, Says: f.Says, Guide: f.Guide,
		})
	}
	return string(protocol.JSON(x)) + "\n"
}

func cell(c *design.Cell) protocol.CellReport {
	x := protocol.CellReport{
		Design: c.Design.Name, Kind: kind(c.Plan.Kind), Figures: protocol.DesignFigures(c.Figures),
		Steps: c.Plan.Steps, Parallel: c.Plan.Parallel, Client: c.Plan.Client, Marks: c.Marks,
	}
	if at := c.Plan.Place; at != nil {
		x.Table, x.Copy = at.Table, at.Copy
	}
	if to := c.Plan.Follow.Place; to != nil {
		x.Follows = to.Table
	}
	for _, q := range c.Plan.Requests {
		x.Requests = append(x.Requests,
			protocol.RequestReport{Method: q.Method, Path: q.Path, Filter: q.Filter, Top: q.Top})
	}
	for _, l := range c.Missed {
		x.Missed = append(x.Missed, protocol.DesignBudget(*l))
	}
	for _, g := range c.Growth {
		x.Growth = append(x.Growth,
			protocol.GrowthReport{DesignFigures: protocol.DesignFigures(g.Figures), Marks: g.Marks})
	}
	for _, l := range c.Thresholds {
		x.Later = append(x.Later, protocol.DesignLimit(l))
	}
	return x
}

// sizes is what a design makes of a month, at each size.
func (r *Report) sizes(column int) (all []protocol.SizeReport) {
	for k := range max(1, len(r.Matrix.Sizes)) {
		b := r.bill(column, k)
		all = append(all, protocol.SizeReport{
			Transactions: math.Round(b.transactions), Reads: b.reads, Scans: b.scans,
			Stored: math.Round(b.stored), Sent: math.Round(b.sent), Says: r.Bill(column, k),
		})
	}
	return all
}
