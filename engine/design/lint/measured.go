package lint

import (
	"slices"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// tableScan: a pattern that is repeated reads the whole table each time. A report once a night may, so it's
// an error only from once a minute on.
func tableScan(l *linter, c *design.Cell) {
	const frequent = 1.0 / 60
	f := &c.Figures
	if c.Plan.How() != design.TableScan || c.Pattern.Rate == 0 {
		return
	}
	how := "It reads the whole table, "
	if c.Pattern.Verb != design.Read {
		how = "To find what it writes, it reads the whole table, "
	}
	if len(c.Plan.Requests) > 0 && c.Plan.Requests[0].Top > 0 {
		how = "It reads the table until it has found enough, "
	}
	guide, helps := "query-kinds", "A copy whose keys begin with what the question knows would cure it."
	most := f.Wanted > f.Read/2
	if most && f.Read <= table.MaxPage {
		return
	} else if most {
		guide, helps = "materialized-view", "It wants most of them, so no keys help: keep ready what it needs."
	}
	l.add(design.Finding{
		Code: "table-scan", Line: c.Pattern.Line, Pattern: c.Pattern.Name, Guide: guide, Severity: 100,
		Says: how + design.Number(f.Read) + " entities, and wants " +
			design.Number(f.Wanted) + " of them. The cost grows with the table. " + cure(c, helps),
	}, c.Design, c.Pattern.Rate >= frequent && !most)
}

// cure says what would help: another copy, or what the one that's there lacks.
func cure(c *design.Cell, other string) string {
	if c.Plan.Missing == "" {
		return other
	}
	return "The copy " + c.Plan.MissingIn + " would read less for it, but has no " + c.Plan.Missing +
		": add what it lacks to its only, or say with select what the question needs."
}

// wastedReads: a pattern finds its partition and reads much of it in vain, because what it knows or the order
// that it wants isn't in the keys.
func wastedReads(l *linter, c *design.Cell) {
	const times, few = 3, 50
	f, p, w := &c.Figures, c.Pattern, &c.Plan.Work
	if c.Plan.How() == design.TableScan || w.Merge || p.Verb == design.Insert || p.Rate == 0 ||
		f.Read < times*f.Wanted+few && (c.Plan.Missing == "" || f.Read < 2*f.Wanted) {
		return
	}
	says := "It reads " + design.Number(f.Read) + " entities and wants " + design.Number(f.Wanted) + " of them. "
	if p.Verb != design.Read {
		says = "To find the " + design.Number(f.Wanted) + " that it writes, it reads " + design.Number(f.Read) +
			" entities. "
	}
	guide := "compound-key"
	if w.Sort && p.Limit > 0 {
		guide = "sorting-and-keys"
		if p.First() == "newest" && p.Newest {
			guide = "log-tail"
		}
		all := "The keys aren't in the order of " + p.Sort + ", so all that match are read, sent and sorted " +
			"to keep " + design.Number(float64(p.Limit)) + ". If the RowKey had this order, $top would end it there."
		if c.Plan.Spread() {
			all = "They're in many partitions, so all of these are read, sent and sorted to keep " +
				design.Number(float64(p.Limit)) + ". With fewer PartitionKeys that are longer in use, few would do."
		}
		says += cure(c, all)
	} else {
		says += cure(c, "The others are read only to be tested. If everything that the question knows came first "+
			"in the keys, or in those of a copy, they wouldn't be.")
	}
	l.add(design.Finding{
		Code: "wasted-reads", Line: p.Line, Pattern: p.Name, Guide: guide, Severity: 45, Says: says,
	}, c.Design, false)
}

// matchesNothing: a fixed value that no entity of the file's data has, which is likely one that the file
// doesn't list. That's the same under all designs, so it's said once.
func matchesNothing(l *linter, c *design.Cell) {
	p := c.Pattern
	if c.Design != l.file.Meant() || p.Verb == design.Insert || c.Figures.Wanted > 0 {
		return
	}
	says := "No " + p.Entity.Name + " of the data matches it, so its figures say nothing."
	fixed := func(t design.Term) bool { return t.Property.Kind == table.String && t.Params[0].Fixed }
	if i := slices.IndexFunc(p.Where, fixed); i >= 0 {
		says += " " + listed(&p.Where[i])
	} else if len(p.Where) > 1 {
		says += " Its conditions are each for some, but for none together."
	}
	l.add(design.Finding{
		Code: "matches-nothing", Line: p.Line, Pattern: p.Name, Guide: "query-kinds", Severity: 75, Says: says,
	}, c.Design, false)
}

// listed says how a file has entities with the value of a term.
func listed(t *design.Term) string {
	return "Say which values " + t.Property.Name + " has: values: ['" + t.Params[0].Value.Text() + "', …]."
}

// missingProjection: large entities come whole although the question could name what it needs. That's the
// same under all designs, so it's said once.
func missingProjection(l *linter, c *design.Cell) {
	const large = 2000
	p := c.Pattern
	bytes := sizeOf(p.Entity)
	if c.Design != l.file.Meant() || p.Verb != design.Read || p.Select != nil || p.Count || p.Rate == 0 ||
		c.Figures.Returned <= 1 ||
		bytes < large {
		return
	}
	l.add(design.Finding{
		Code: "missing-projection", Line: p.Line, Pattern: p.Name, Guide: "projection", Severity: 20,
		Says: "It gets " + design.Number(c.Figures.Returned) + " whole entities of about " +
			design.Number(float64(bytes)) + " bytes. If it needs only some properties, say so with select.",
	}, c.Design, false)
}
