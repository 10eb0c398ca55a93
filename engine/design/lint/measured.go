package lint

import "github.com/rowkey/rowkey/engine/design"

// otherAnswer: the pattern's own $filter doesn't return what its terms mean.
func otherAnswer(l *linter, c *design.Cell) {
	s := c.Strays
	if s == (design.Strays{}) {
		return
	}
	says := "Its own filter and its where mean different entities. Under these keys the filter "
	switch extra, missing := design.Number(float64(s.Extra)), design.Number(float64(s.Missing)); {
	case s.Missing == 0:
		says += "returns " + extra + " that the where doesn't."
	case s.Extra == 0:
		says += "leaves out " + missing + " that the where means."
	default:
		says += "returns " + extra + " others and leaves out " + missing + "."
	}
	l.add(design.Finding{
		Code: "other-answer", Line: c.Pattern.Line, Pattern: c.Pattern.Name, Guide: "query-kinds", Severity: 110,
		Says: says,
	}, c.Design, true)
}

// tableScan: a pattern that is repeated reads the whole table each time. A report once a night may, so it's
// an error only from once a minute on.
func tableScan(l *linter, c *design.Cell) {
	const frequent = 1.0 / 60
	f := &c.Figures
	if c.Plan.Kind != design.TableScan || c.Pattern.Rate == 0 {
		return
	}
	l.add(design.Finding{
		Code: "table-scan", Line: c.Pattern.Line, Pattern: c.Pattern.Name, Guide: "query-kinds", Severity: 100,
		Says: "It reads the whole table, " + design.Number(f.Read) + " entities, and wants " +
			design.Number(f.Wanted) + " of them. The cost grows with the table. A copy whose keys begin with what " +
			"the question knows would cure it.",
	}, c.Design, c.Pattern.Rate >= frequent)
}

// missingProjection: large entities come whole although the question could name what it needs. That's the
// same under all designs, so it's said once.
func missingProjection(l *linter, c *design.Cell) {
	const large = 2000
	p := c.Pattern
	bytes := sizeOf(p.Entity)
	if c.Design != l.file.Designs[0] || p.Verb != design.Read || p.Select != nil || p.Count || p.Rate == 0 ||
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
