package compile

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// Input is what a pattern is compiled for.
type Input struct {
	Params  []table.Value        // for each ? of the pattern's terms
	Entity  []table.Property     // of an insert: the new one; of an update or delete: one that is there
	More    [][]table.Property   // the others, or as many of them as one transaction has
	With    [][][]table.Property // of a write with others: these, by their type
	Changed []table.Property     // of an update: the new values
	Way     *design.Way          // in which a question has to be answered, if it can be; nil: the best
}

// By returns the input with a way.
func (in Input) By(way *design.Way) Input {
	in.Way = way
	return in
}

// Cost is what a plan is likely to cost.
func Cost(p *design.Plan) float64 {
	return Costs(p.Estimate, float64(p.Sent())+p.Follow.Entities)
}

// Costs is what is read, and requests, each of which takes as long as reading a few entities.
func Costs(read, requests float64) float64 {
	const each = 10
	return read + each*requests
}

// Compile returns how a pattern is answered under a design.
func Compile(p *design.Pattern, d *design.Design, in Input) design.Plan {
	switch {
	case p.Verb != design.Read:
		return write(p, d, in)
	case p.Also != nil:
		return several(p, d, in)
	default:
		return read(p, d, in)
	}
}
