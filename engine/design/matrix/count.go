package matrix

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
)

// counter counts what the requests of a plan cost, as the service does, without sending them.
type counter struct {
	*run
	part    *part
	stored  *stored
	pattern *design.Pattern
	choice  *choice
	plan    *design.Plan
	matches map[*design.Place][]int32 // the rows of what the pattern is about, in order
	writes  float64                   // requests that write
	tables  loads
	last    *filtered // that was tested, which is often the same for the next choice

	read  func(from, to int, found rows) // hears which rows are read, and which of them are sent
	wrote func(r *design.Request)        // and which request writes
}

// matches are the rows of what a pattern is about with some parameters, which the next choice often has, too.
type matches struct {
	params []table.Value
	rows   map[*design.Place][]int32
}

// filtered is what a $filter lets through.
type filtered struct {
	table, filter string
	list          []int32
}

// rows are some rows in order: all from one on, or a list.
type rows struct {
	first, n int
	list     []int32
}

func (r rows) at(i int) int {
	if r.list != nil {
		return int(r.list[i])
	}
	return r.first + i
}

// cost counts all of the plan.
func (c *counter) cost() (f design.Figures, err error) {
	p := c.plan
	round, followed, enough := max(1, p.Round), 0, false
	many := c.pattern.Verb > design.Insert &&
		c.choice.wanted > float64(1+len(c.choice.in.More)+c.pattern.Beside())
	for i := range p.Requests {
		r := &p.Requests[i]
		if r.Method != "GET" {
			if !many && (c.pattern.Verb == design.Insert || c.choice.wanted > 0) {
				c.write(r, &f)
			}
			continue
		}
		if enough = enough || p.Until > 0 && i%round == 0 && f.Returned >= float64(p.Until); enough {
			continue
		}
		found, err := c.get(r, &f)
		if err != nil {
			return f, err
		}
		if p.Follows(r) {
			followed += c.follow(found, &f, followed)
		}
	}
	if many {
		c.writeMany(&f)
	}
	return f, nil
}

// get adds a request that reads, with those for its further pages, and returns what it finds.
func (c *counter) get(r *design.Request, f *design.Figures) (found rows, err error) {
	if r.Point {
		key := keys.Entity(r.Table, r.Key)
		found.first = c.stored.search(key)
		if found.first < len(c.stored.rows) && c.stored.rows[found.first].key == key {
			found.n = 1
		}
		f.Bytes += float64(notFound*(1-found.n)) + c.bytes(r.Places[0], r.Select, found)
		c.add(f, r.Table, float64(found.n), float64(found.n), 1)
		if c.read != nil {
			c.read(found.first, found.first+found.n, found)
		}
		return found, nil
	}
	expr, err := filter.Parse(r.Filter)
	if err != nil {
		return found, err
	}
	how := plan.Build(r.Table, expr, r.Filter)
	from, to := c.stored.search(how.Range.From), c.stored.search(how.Range.To)
	to = max(from, to)
	found = c.found(r, how.Residual, from, to)
	end, sent, pages := paged(found, from, to, r.Top)
	found.n = sent
	const empty = 12 // {"value":[]}
	f.Bytes += float64(pages*empty+max(0, sent-pages)) + c.bytes(r.Places[0], r.Select, found)
	c.add(f, r.Table, float64(end-from), float64(sent), float64(pages))
	if c.read != nil {
		c.read(from, end, found)
	}
	return found, nil
}

// loads are what is done in each table.
type loads []design.TableLoad

// in returns what is done in one, which may be the first time.
func (l *loads) in(name string) *design.TableLoad {
	i := slices.IndexFunc(*l, func(t design.TableLoad) bool { return t.Table == name })
	if i < 0 {
		i, *l = len(*l), append(*l, design.TableLoad{Table: name})
	}
	return &(*l)[i]
}

func (c *counter) add(f *design.Figures, tbl string, read, returned, requests float64) {
	t := c.tables.in(tbl)
	t.Reads, t.Read = t.Reads+requests, t.Read+read
	f.Read += read
	f.Returned += returned
	f.Requests += requests
	f.Transactions += requests
}

// paged returns the row after the last that's read, how many are sent and in how many pages. A page ends
// before the next match if it's full, or after so many entities as are read in five seconds.
func paged(found rows, from, to, top int) (end, sent, pages int) {
	most := table.MaxPage
	if top > 0 {
		most = min(top, most)
	}
	for end = from; ; {
		pages++
		next, stop := sent+most, to
		if more := next < found.n; more {
			stop = found.at(next)
		} else {
			next = found.n
		}
		if stop-end > table.MaxExamined {
			stop = end + table.MaxExamined
			for next > sent && found.at(next-1) >= stop {
				next--
			}
		}
		end, sent = stop, next
		if end == to && sent == found.n || top > 0 && sent >= top {
			return end, sent, pages
		}
	}
}

// found returns the rows of a range that a filter lets through.
func (c *counter) found(r *design.Request, residual filter.Expr, from, to int) rows {
	if residual == nil {
		return rows{first: from, n: to - from}
	}
	list := []int32{}
	if c.plan.Work.Drop || c.plan.Follow.Place != nil {
		if last := c.last; last.table == r.Table && last.filter == r.Filter {
			return rows{n: len(last.list), list: last.list}
		}
		passes, one := filter.Compile(residual), &tested{counter: c}
		for one.row = from; one.row < to; one.row++ {
			if passes(one) {
				list = append(list, int32(one.row))
			}
		}
		*c.last = filtered{r.Table, r.Filter, list}
		return rows{n: len(list), list: list}
	}
	for _, place := range r.Places {
		all := c.matching(place)
		low, _ := slices.BinarySearch(all, int32(from))
		high, _ := slices.BinarySearch(all, int32(to))
		if len(r.Places) == 1 {
			list = all[low:high]
		} else {
			list = append(list, all[low:high]...)
		}
	}
	if len(r.Places) > 1 {
		slices.Sort(list)
	}
	return rows{n: len(list), list: list}
}

// matching returns the rows in a place of what the pattern is about.
func (c *counter) matching(place *design.Place) []int32 {
	if all, ok := c.matches[place]; ok {
		return all
	}
	var ids []int32
	for i, q := range c.pattern.Each() {
		if q.Entity.Name != place.Entity.Name {
			continue
		}
		known := c.choice.at
		if i > 0 {
			known = -1
		}
		ids = c.run.matching(q, c.choice.in.Params, known)
	}
	at, list := slices.Index(c.part.places, place), make([]int32, 0, len(ids))
	for _, id := range ids {
		for _, row := range c.stored.rowsOf(at, id) {
			if row >= 0 {
				list = append(list, row)
			}
		}
	}
	slices.Sort(list)
	c.matches[place] = list
	return list
}

// follow adds a point query for the original of each row that was found, up to the most that are followed
// after so many. It returns how many it adds.
func (c *counter) follow(found rows, f *design.Figures, after int) int {
	to := c.plan.Follow.Place
	if most := c.plan.Follow.Most; most > 0 {
		found.n = min(found.n, most-after)
	}
	at := c.stored.at[slices.Index(c.part.places, to)]
	originals := rows{list: []int32{}}
	for i := range found.n {
		if row := at[c.stored.rows[found.at(i)].entity]; row >= 0 {
			originals.list = append(originals.list, row)
		}
		if c.read != nil && len(originals.list) > originals.n {
			row := int(originals.list[originals.n])
			c.read(row, row+1, rows{first: row, n: 1})
		}
		originals.n = len(originals.list)
	}
	n := float64(originals.n)
	f.Bytes += c.bytes(to, c.plan.Follow.Select, originals)
	c.add(f, to.Table, n, n, n)
	return originals.n
}

// tested is a row for a $filter.
type tested struct {
	*counter
	row int
}

// Property returns a property, or a key as one.
func (t *tested) Property(name string) (table.Value, bool) {
	switch name {
	case table.PartitionKey:
		return table.StringValue(t.stored.key(t.row).PartitionKey), true
	case table.RowKey:
		return table.StringValue(t.stored.key(t.row).RowKey), true
	}
	v := t.propertyOf(&t.stored.rows[t.row], name)
	return v, v.Kind() != 0
}

// propertyOf returns a property of a row as it's stored, or none.
func (c *counter) propertyOf(r *row, name string) table.Value {
	place := c.part.places[r.place]
	form := c.formOf(place)
	if name == compile.TypeName && form.Type != "" {
		return table.StringValue(form.Type)
	}
	if !slices.Contains(form.Names, name) {
		return table.Value{}
	}
	return c.data[place.Entity.Name].value(int(r.entity), name)
}

// began is when all entities were stored: a Timestamp has seven digits after the point.
const began = table.Ticks(639_032_004_001_234_567) // 2026-01-05T09:00:00.1234567Z

// bytes returns how long rows are in an answer. Of many, some are looked at.
func (c *counter) bytes(place *design.Place, selected string, found rows) float64 {
	const some = 12
	if found.n == 0 {
		return 0
	}
	s, _ := odata.ParseSelect(selected)
	w, n, sum := odata.Writer{Level: odata.None}, min(found.n, some), 0
	var stored []table.Property
	var room []byte
	for i := range n {
		at := found.at(i * (found.n - 1) / max(1, n-1))
		r := &c.stored.rows[at]
		in := c.part.places[r.place]
		stored = c.formOf(in).Append(stored[:0], c.data[in.Entity.Name].properties(int(r.entity)))
		e := table.Entity{Key: c.stored.key(at), Timestamp: began, Properties: stored}
		room = w.Entity(room[:0], place.Table, e, s)
		sum += len(room)
	}
	return float64(sum) * float64(found.n) / float64(n)
}
