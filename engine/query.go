package engine

import (
	"iter"
	"slices"
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
)

// query is what a query of entities asks for.
type query struct {
	plan  plan.Plan
	limit int
}

func parseQuery(c *call) error {
	source, _ := c.param("$filter")
	expr, err := filter.Parse(source)
	if err != nil {
		return err
	}
	c.query = &query{plan: plan.Build(c.table, expr, source)}
	raw, _ := c.param("$select")
	if c.selected, err = odata.ParseSelect(raw); err != nil {
		return err
	}
	if c.query.limit, err = c.top(); err != nil {
		return err
	}
	return c.resume()
}

// resume narrows the plan to what earlier pages have left.
func (c *call) resume() error {
	partition, hasPartition := c.param("NextPartitionKey")
	row, hasRow := c.param("NextRowKey")
	if !hasPartition && !hasRow {
		return nil
	}
	var next table.Key
	var ok bool
	if next.PartitionKey, ok = odata.DecodeToken(partition); !ok {
		return badToken("NextPartitionKey")
	}
	if hasRow {
		if next.RowKey, ok = odata.DecodeToken(row); !ok {
			return badToken("NextRowKey")
		}
	}
	c.query.plan = c.query.plan.StartAt(c.table, next)
	return nil
}

func badToken(name string) error {
	return &fault.Error{
		Code: fault.InvalidInput, Stage: fault.Validation,
		Hint: name + " must be what an earlier answer gave in its continuation header; leave it out " +
			"when that answer gave none.",
	}
}

// queryEntities reads one page: every entity of the key range is read and held against the residual
// until the page is full and one more match is known to follow. That match is the continuation
// token; it counts as read by the page that it begins.
func queryEntities(tx *store.Tx, c *call) (result, error) {
	if err := c.inUse(tx); err != nil {
		return result{}, err
	}
	q := c.query
	c.trace.Plan, c.trace.Cost.Pages = q.plan, 1
	wanted := filter.Compile(q.plan.Residual)
	res := result{status: 200}
	var page []store.Row
	if q.limit > 0 {
		var row store.Row // one for all, as it escapes into the predicate
		passed := passed{trace: &c.trace}
		for row = range tx.Scan(q.plan.Range) {
			if !wanted(&row) {
				passed.add(row)
				continue
			}
			key := row.Key()
			if len(page) == q.limit {
				res.next = &key
				break
			}
			passed.end()
			c.trace.Record(key, trace.Returned, row.Size())
			page = append(page, row)
		}
		passed.end()
	}
	res.content = func(dst []byte) []byte {
		return c.writer().Entities(dst, c.table, c.decode(page), c.selected)
	}
	return res, nil
}

// passed is the run of entities that a scan has read and passed over since the last one it wanted,
// as far as they are in one partition. Nothing is decoded or allocated for an entity in it.
type passed struct {
	trace           *trace.Trace
	first, last     store.Row
	partition       string // what begins the store keys of the run
	entities, bytes int
}

func (p *passed) add(row store.Row) {
	if p.entities > 0 && !row.In(p.partition) {
		p.end()
	}
	if p.entities == 0 {
		p.first, p.partition = row, row.Partition()
	}
	p.last = row
	p.entities++
	p.bytes += row.Size()
}

// end puts the run into the trace and begins another.
func (p *passed) end() {
	if p.entities == 0 {
		return
	}
	first := p.first.Key()
	p.trace.RecordRun(trace.Run{
		PartitionKey: first.PartitionKey,
		First:        first.RowKey,
		Last:         p.last.Key().RowKey,
		Entities:     p.entities,
		Bytes:        p.bytes,
	})
	p.entities, p.bytes = 0, 0
}

// decode yields the entities of a page, each in the place of the one before.
func (c *call) decode(page []store.Row) iter.Seq[table.Entity] {
	return func(yield func(table.Entity) bool) {
		var e table.Entity
		for _, row := range page {
			e = row.Entity(e.Properties[:0], c.wants())
			if !yield(e) {
				return
			}
		}
	}
}

// wants says which properties of an entity go into the answer; nil for all.
func (c *call) wants() func(name string) bool {
	if len(c.selected.Names) == 0 {
		return nil
	}
	return func(name string) bool { return slices.Contains(c.selected.Names, name) }
}

// top reads $top: the size of a page, not of the whole result.
func (c *call) top() (int, error) {
	raw, ok := c.param("$top")
	if !ok {
		return table.MaxPage, nil
	}
	n, err := strconv.Atoi(raw)
	if err != nil || n < 0 || n > table.MaxPage {
		return 0, &fault.Error{
			Code: fault.InvalidInput, Stage: fault.Validation,
			Hint: "$top is a whole number from 0 to 1000: the entities of one page.",
		}
	}
	return n, nil
}
