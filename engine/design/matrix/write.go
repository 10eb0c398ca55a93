package matrix

import (
	"math"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// writeMany adds the transactions for more entities than the plan has requests for: a hundred of a partition
// in each.
func (c *counter) writeMany(f *design.Figures) {
	ops := map[int32]float64{} // by partition
	for _, place := range c.part.places {
		writes := func(r design.Request) bool { return r.Writes > 0 && wire.EqualFold(r.Table, place.Table) }
		if place.Entity.Name != c.pattern.Entity.Name || !slices.ContainsFunc(c.plan.Requests, writes) {
			continue
		}
		all := c.matching(place)
		if c.pattern.Limit > 0 {
			all = all[:min(len(all), c.pattern.Limit)]
		}
		each := c.choice.in.PerRow(c.pattern, c.design, place)
		for _, row := range all {
			ops[c.stored.partitions[row]] += each
		}
	}
	for i, w := range c.pattern.With {
		for _, place := range c.part.places {
			if beside := c.choice.in.With[i]; place.Entity.Name == w.Entity.Name {
				key, _ := compile.Key(place, keys.Of(beside[0]))
				c.write(&design.Request{Table: place.Table, Key: key, Last: key.RowKey, Writes: len(beside)}, f)
			}
		}
	}
	for partition, all := range ops {
		n := int(math.Ceil(all))
		first := int(c.stored.begins[partition])
		r := design.Request{Table: c.stored.tables[c.stored.rows[first].place], Key: c.stored.key(first)}
		for r.Last = r.Key.RowKey; n > 0; n -= r.Writes {
			r.Writes = min(n, table.MaxTransaction)
			c.write(&r, f)
		}
	}
}

// The bytes of answers to writes, about: a transaction's has a part for each operation.
const (
	perTransaction = 268
	perOperation   = 572
	notFound       = 220
)

// write adds a request that writes.
func (c *counter) write(r *design.Request, f *design.Figures) {
	c.writes++
	t := c.tables.in(r.Table)
	t.Writes, t.Written = t.Writes+1, t.Written+float64(r.Writes)
	f.Requests++
	f.Transactions++
	f.Written += float64(r.Writes)
	if r.Writes > 1 {
		f.Bytes += float64(perTransaction + r.Writes*perOperation)
	}
	if c.wrote != nil {
		c.wrote(r)
	}
}
