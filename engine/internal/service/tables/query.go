package tables

import (
	"iter"
	"slices"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
)

// query is what a query of entities asks for.
type query struct {
	plan  plan.Plan
	limit int
}

// parseQuery makes a plan of the filter, and narrows it to what earlier pages have left and to what the
// sender may see.
func parseQuery(r *request) error {
	source, _ := r.Param("$filter")
	expr, err := filter.Parse(source)
	if err != nil {
		return err
	}
	q := &query{plan: plan.Build(r.table, expr, source)}
	r.query = q
	raw, _ := r.Param("$select")
	if r.selected, err = odata.ParseSelect(raw); err != nil {
		return err
	}
	if q.limit, err = top(r); err != nil {
		return err
	}
	if err := q.resume(r); err != nil {
		return err
	}
	if !r.Grant.IsOwner() {
		q.plan = q.plan.Within(reach(r))
	}
	return nil
}

// resume narrows the plan to what earlier pages have left.
func (q *query) resume(r *request) error {
	partition, hasPartition := r.Param("NextPartitionKey")
	row, hasRow := r.Param("NextRowKey")
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
	q.plan = q.plan.StartAt(r.table, next)
	return nil
}

// queryEntities reads one page: every entity of the key range is read and tested by the residual until the page
// is full and one more match is known to follow. That match is the continuation token; it counts as read
// by the page that it begins.
func queryEntities(tx *store.Tx, r *request) (result, error) {
	if err := InUse(tx, r.Call, r.table); err != nil {
		return result{}, err
	}
	q := r.query
	r.Trace.Plan, r.Trace.Cost.Pages = q.plan, 1
	wanted := filter.Compile(q.plan.Residual)
	res := result{status: 200}
	var page []store.Row
	if q.limit > 0 {
		var row store.Row // one for all, as it escapes into the predicate
		passed := passed{trace: &r.Trace}
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
			r.Trace.Record(key, trace.Returned, row.Size())
			page = append(page, row)
		}
		passed.end()
	}
	res.content = func(dst []byte) []byte {
		return writer(r).Entities(dst, r.table, decode(page, wants(r.selected)), r.selected)
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
func decode(page []store.Row, wanted func(name string) bool) iter.Seq[table.Entity] {
	return func(yield func(table.Entity) bool) {
		var e table.Entity
		for _, row := range page {
			e = row.Entity(e.Properties[:0], wanted)
			if !yield(e) {
				return
			}
		}
	}
}

// wants says which properties of an entity go into the answer; nil for all.
func wants(s odata.Select) func(name string) bool {
	if len(s.Names) == 0 {
		return nil
	}
	return func(name string) bool { return slices.Contains(s.Names, name) }
}
