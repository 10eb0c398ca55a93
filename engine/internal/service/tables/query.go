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

// query is what a query of entities parsed.
type query struct {
	plan  plan.Plan
	limit int
}

// parseQuery makes a plan of the filter. It narrows the plan to what comes after earlier pages, and
// to what the sender can read.
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

// resume narrows the plan to what comes after earlier pages, if the request has their continuation
// token.
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

// maxWork ends a page before table.MaxExamined entities, if that's much work: a write waits until
// it ends. The work on an entity is the filter's comparisons times what each has to look through.
// This is that of 100,000 entities with eight properties in 256 bytes and a filter with six
// comparisons. It takes less than 50 ms: BenchmarkDearestPage.
const maxWork = 12_000_000

// maxBytes ends a page after this much of entities, by their billed size: an answer is made in memory, where
// characters that JSON escapes take three times as much. An account with a limit gives a quarter of it.
const maxBytes = 16 << 20

func pageBytes(tx *store.Tx) int {
	if limit := tx.Limit(); limit > 0 {
		return int(min(maxBytes, limit/4))
	}
	return maxBytes
}

// checkEvery is after how many entities a scan looks whether it has to end.
const checkEvery = 1024

// queryEntities reads one page: it tests the entities of the key range with the residual, in order,
// until the page is full and it has found one more match, or until the page has taken too long.
// Then it's short, or even empty. The key of the entity at which it ends is the continuation token;
// it counts as read by the page that begins with it.
// https://learn.microsoft.com/rest/api/storageservices/query-timeout-and-pagination
func queryEntities(tx *store.Tx, r *request) (result, error) {
	if err := InUse(tx, r.Call, r.table); err != nil {
		return result{}, err
	}
	q := r.query
	r.Trace.Plan, r.Trace.Cost.Pages = q.plan, 1
	p := page{
		request: r, matches: filter.Compile(q.plan.Residual), comparisons: filter.Comparisons(q.plan.Residual),
		limit: r.PageSize(q.limit), isOver: r.Patience(), most: pageBytes(tx), passed: passed{trace: r.Trace},
	}
	if q.limit > 0 {
		tx.Batches(q.plan.Range, p.read)
		p.passed.end()
	}
	return result{status: 200, next: p.next, content: func(dst []byte) []byte {
		return writer(r).Entities(dst, r.table, decode(p.rows, selects(r.selected)), r.selected)
	}}, nil
}

// page is a page that is being read.
type page struct {
	request        *request
	matches        filter.Predicate
	comparisons    int
	limit          int         // entities
	isOver         func() bool // the page has taken long enough
	rows           []store.Row
	examined, work int // so far
	bytes, most    int // of rows
	next           *table.Key
	passed         passed
}

// read reads the next entities, and reports whether the page goes on.
func (p *page) read(rows []store.Row) bool {
	p.passed.begin(rows)
	for i := range rows {
		row := &rows[i]
		if p.examined == table.MaxExamined || p.work >= maxWork ||
			p.examined%checkEvery == checkEvery-1 && p.isOver() {
			return p.endAt(row)
		}
		p.examined++
		p.work += p.comparisons * row.Width()
		if !p.matches(row) {
			p.passed.add(row)
			continue
		}
		if len(p.rows) == p.limit || p.bytes >= p.most {
			return p.endAt(row)
		}
		p.passed.end()
		p.request.Trace.Record(row.Key(), trace.Returned, row.Size())
		p.rows = append(p.rows, *row)
		p.bytes += p.request.returned(row, p.most/table.MaxPage)
	}
	return true
}

// endAt ends the page. The next one begins with the row.
func (p *page) endAt(row *store.Row) bool {
	key := row.Key()
	p.next = &key
	return false
}

// returned says what an answer has of an entity, in bytes. Those that can't matter aren't decoded for it.
func (r *request) returned(row *store.Row, little int) int {
	selected := selects(r.selected)
	if selected == nil || row.Size() <= little {
		return row.Size()
	}
	e := row.Entity(nil, selected)
	return e.Size()
}

// passed is the current run of entities in one partition that a scan has read and didn't return.
// Adding an entity to it decodes and allocates nothing.
type passed struct {
	trace           *trace.Trace
	first, last     store.Row
	partition       string // the prefix of the run's store keys
	together        bool   // all of the rows that are being read are in it
	entities, bytes int
}

// begin tells that these rows are read next. They are in order, so the last one says that no other is in
// another partition.
func (p *passed) begin(rows []store.Row) {
	p.together = p.partition != "" && rows[len(rows)-1].In(p.partition)
}

func (p *passed) add(row *store.Row) {
	if !p.together && p.entities > 0 && !row.In(p.partition) {
		p.end()
	}
	if p.entities == 0 {
		p.first, p.partition = *row, row.Partition()
	}
	p.last = *row
	p.entities++
	p.bytes += row.Size()
}

// end records the run in the trace, and starts a new one.
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

// decode yields the entities of a page. Each reuses the memory of the one before.
func decode(page []store.Row, selected func(name string) bool) iter.Seq[table.Entity] {
	return func(yield func(table.Entity) bool) {
		var e table.Entity
		for _, row := range page {
			e = row.Entity(e.Properties[:0], selected)
			if !yield(e) {
				return
			}
		}
	}
}

// selects returns a function that reports whether an answer has a property; nil means every
// property.
func selects(s odata.Select) func(name string) bool {
	if len(s.Names) == 0 {
		return nil
	}
	return func(name string) bool { return slices.Contains(s.Names, name) }
}
