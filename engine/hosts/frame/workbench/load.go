package workbench

import (
	"github.com/rowkey/rowkey/engine/design/load"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/partition"
	"github.com/rowkey/rowkey/engine/protocol"
)

// rates writes the rates of a design file as a load.
func (w *Workbench) rates(c *protocol.RatesCall) protocol.Reply {
	f, errors := read.File(fileName, c.Text)
	if len(errors) > 0 {
		return wrong(errors)
	}
	var designs []int
	for _, i := range c.Designs {
		if i >= 0 && i < len(f.Designs) && len(designs) < 2 {
			designs = append(designs, i)
		}
	}
	if len(designs) == 0 {
		designs = []int{0}
	}
	m, err := w.bench.Run(f, matrix.Options{Most: mostEntities, Bytes: mostBytes})
	if err != nil {
		return protocol.Refuse(err.Error())
	}
	l, ok := load.Of(m, designs, float64(max(1, c.Times)))
	if !ok {
		return protocol.Refuse("No pattern of this file has a rate. Write rate: 50/s in one of them, for example.")
	}
	return &protocol.Rates{Load: l.Text, Notes: l.Notes}
}

// simulate runs a load.
func simulate(c *protocol.LoadCall) protocol.Reply {
	scenarios, errors := partition.Parse(c.Text)
	if errors != nil {
		w := &protocol.Wrong{}
		for _, e := range errors {
			w.Errors = append(w.Errors,
				protocol.ScriptError{Line: e.Line, Column: e.Column, Message: e.Message, Hint: e.Hint})
		}
		return w
	}
	reply := &protocol.LoadResults{Cap: scenarios[0].Assume.PartitionCap}
	usual := partition.Default()
	for i, a := range scenarios[0].Assume.List() {
		reply.Assume = append(reply.Assume, protocol.Assumption{
			Name: a.Name, Unit: a.Unit, Source: a.Source, Why: a.Why, Least: a.Least, Most: a.Most,
			Usual: *usual.List()[i].Value, Value: *a.Value,
		})
	}
	for i := range scenarios {
		reply.Results = append(reply.Results, result(partition.Run(scenarios[i])))
	}
	return reply
}

// result is what happened to a design.
func result(r *partition.Result) protocol.LoadResult {
	x := protocol.LoadResult{
		Label: r.Label, Seconds: r.Seconds, Slots: r.Slots, Rows: r.Rows, Columns: r.Columns,
		Requests: r.Requests, Attempts: r.Attempts, GivenUp: r.GivenUp, Throttled: r.Throttled(),
		Median: r.Median, P95: r.P95, P99: r.P99, Shape: r.Shape().Says(), Story: r.Story(),
		Begin: changes(r.Begin()), Splits: changes(r.Splits), Moves: changes(r.Moves),
		Cells: make([][]float64, r.Rows),
	}
	for _, t := range r.ByTime {
		x.Times = append(x.Times, protocol.LoadTimes(t))
	}
	for row := range r.Rows {
		for column := range r.Columns {
			c := r.Cell(row, column)
			x.Cells[row] = append(x.Cells[row], c.Served, c.Refused)
		}
	}
	return x
}

func changes(of []partition.Change) []protocol.Change {
	all := make([]protocol.Change, len(of))
	for i, c := range of {
		all[i] = protocol.Change(c)
	}
	return all
}
