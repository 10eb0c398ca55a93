package lint

import (
	"cmp"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
)

// acrossPartitions: entities that are written together need a transaction for each of their partitions.
func acrossPartitions(l *linter, c *design.Cell) {
	const batch = 100
	p, places := c.Pattern, c.Design.PlacesOf(c.Pattern.Entity)
	least := float64(len(places) * ((p.Batch + batch - 1) / batch))
	if p.Verb != design.Insert || p.Batch < 2 || c.Figures.Requests <= least {
		return
	}
	l.add(design.Finding{
		Code: "cross-partition-transaction", Line: p.Line, Pattern: p.Name, Guide: "entity-group-transactions",
		Severity: 40,
		Says: "Its " + design.Number(float64(p.Batch)) + " entities are in several partitions, so they take " +
			design.Number(c.Figures.Requests) + " requests. A transaction is in one partition: if the client stops " +
			"between two requests, some are written and others aren't. Write them in a way that can be repeated.",
	}, c.Design, false)
}

// apartFrom: what's written beside an entity is in another partition, so no transaction has both.
func apartFrom(l *linter, c *design.Cell) {
	p := c.Pattern
	for _, w := range p.With {
		if w.Together(p, c.Design) {
			continue
		}
		l.add(design.Finding{
			Code: "cross-partition-transaction", Line: p.Line, Pattern: p.Name, Guide: "entity-group-transactions",
			Severity: 41,
			Says: w.Entity.Name + " isn't in the partition of its " + p.Entity.Name + ", so no transaction writes " +
				"both: it takes " + design.Number(c.Figures.Requests) + " requests, and a client that stops between " +
				"them leaves some unwritten, which can happen to " + often(p.Rate) + ". In " +
				c.Design.Original(p.Entity).Table + ", with the same PartitionKey and a RowKey that begins " +
				"differently, all is written or nothing.",
		}, c.Design, false)
	}
}

// moved: an update changes a part of the PartitionKey, so the entity goes from one partition to another.
func moved(l *linter, c *design.Cell) {
	p := c.Pattern
	if p.Verb != design.Update || p.Rate == 0 {
		return
	}
	for _, part := range c.Design.Original(p.Entity).PartitionKey.Parts {
		if part.Property == nil || !slices.Contains(p.Select, part.Property.Name) {
			continue
		}
		l.add(design.Finding{
			Code: "moved-entity", Line: p.Line, Pattern: p.Name, Guide: "eventually-consistent-transactions",
			Severity: 42,
			Says: "It changes " + part.Property.Name + ", which is in the PartitionKey, and no write can change " +
				"that: the entity is inserted in its new partition and deleted in the old one. A client that stops " +
				"between the two leaves both, which can happen to " + often(p.Rate) + ". Keep what changes out of " +
				"the PartitionKey, or move it in a way that can be repeated.",
		}, c.Design, false)
		return
	}
}

// readFirst: an update whose write depends on what it reads first can be wrong by then. That's said once, for
// the design that is meant.
func readFirst(l *linter, c *design.Cell) {
	p := c.Pattern
	isRead := func(r design.Request) bool { return r.Method == "GET" }
	if c.Design != l.file.Meant() || p.Verb != design.Update || p.Rate == 0 ||
		!slices.ContainsFunc(c.Plan.Requests, isRead) || !depends(l.file, c) {
		return
	}
	l.add(design.Finding{
		Code: "write-without-etag", Line: p.Line, Pattern: p.Name, Guide: "optimistic-concurrency", Severity: 15,
		Says: "It reads the entity and then writes it, in " + often(p.Rate) + ". If another client " +
			"writes in between, that is lost, unless the write sends the ETag of the answer as If-Match and " +
			"begins again after a 412.",
	}, c.Design, false)
}

// depends says whether another client that writes between the read and the write of an update matters: it
// adds to a number, has a condition that an update can change, or moves what it has read. Properties that it
// merges into an entity are right whatever the others are.
func depends(f *design.File, c *design.Cell) bool {
	p := c.Pattern
	changes := func(of *design.Property) bool {
		return slices.ContainsFunc(f.Patterns, func(q *design.Pattern) bool {
			return q.Verb == design.Update && q.Entity == p.Entity && slices.Contains(q.Select, of.Name)
		})
	}
	moves := func(part design.Part) bool {
		return part.Property != nil && slices.Contains(p.Select, part.Property.Name)
	}
	return p.Add != nil ||
		slices.ContainsFunc(p.Where, func(t design.Term) bool { return changes(t.Property) }) ||
		slices.ContainsFunc(c.Design.Places, func(at *design.Place) bool {
			return at.Entity == p.Entity && (slices.ContainsFunc(at.When, func(t design.Term) bool {
				return slices.Contains(p.Select, t.Property.Name)
			}) || slices.ContainsFunc(at.Parts(), moves))
		})
}

// contended: between the read of a counter and its write another client writes, so that one begins again.
// With the same odds under all designs, it's said once.
func contended(l *linter, c *design.Cell) {
	const trips, few = 0.02, 0.1 // seconds of two requests in the region, and how many may meet another
	p, n := c.Pattern, float64(c.Pattern.Entity.Count)
	for _, t := range p.Where {
		if t.Op == design.Equal && t.Params[0].Fixed {
			n /= max(1, float64(cmp.Or(t.Property.Values, p.Entity.Count)))
		}
	}
	each := p.Rate / max(1, n)
	if c.Design != l.file.Meant() || p.Add == nil || each*trips < few {
		return
	}
	l.add(design.Finding{
		Code: "contended-write", Line: p.Line, Pattern: p.Name, Guide: "optimistic-concurrency", Severity: 65,
		Says: "Each entity is read and merged " + design.Number(each) + " times a second. That takes about 20 " +
			"ms, in which another client can write: then this one gets a 412 and begins again. One after " +
			"another, 50 a second are the most. Spread what's counted over several entities, and add them up " +
			"when it's asked for.",
	}, c.Design, each*trips > 1)
}
