package report

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// explained says what the figures rest on.
func (r *Report) explained() []string {
	p := r.Matrix.File.Prices
	price := func(amount float64) string {
		return p.Currency + " " + strconv.FormatFloat(amount, 'f', -1, 64)
	}
	from := "examples of ours, not the service's: yours are at https://azure.microsoft.com/pricing/details/" +
		"storage/tables/"
	switch {
	case p.Date != "":
		from = "those of " + p.Date + ", in line " + strconv.Itoa(p.Line)
	case p.Line > 0:
		from = "those in line " + strconv.Itoa(p.Line) + ", which has no date"
	}
	return []string{
		"Prices are " + from + ". 10,000 transactions cost " + price(p.Transactions) +
			", a gigabyte stored for a month " + price(p.Storage) + " and a gigabyte sent " + price(p.Sent) + ".",
		"A month is a twelfth of 365.25 days. A gigabyte has 2^30 bytes.",
		"A question has up to 256 choices of its values, the same under every design. They're weighted by how " +
			"many entities have them, and the values with most are among them. The seed of the data is " +
			strconv.FormatUint(r.Matrix.File.Seed, 10) + ".",
		"Another seed changes a figure by chance: by up to 20 % if it rests on 100 entities that all choices " +
			"find together, and by 5 % if on 1,600. Of a skewed property, those with the commonest values count.",
		"A plan costs the entities that it reads, and ten more for each request.",
		"A hash is 32-bit FNV-1a of the value's text, modulo the number of shards.",
		"A partition's target is " + design.Number(table.PartitionTarget) +
			" entities a second, and an account's " + design.Number(table.AccountTarget) +
			" requests a second, each of 1 KiB: https://learn.microsoft.com/azure/storage/tables/" +
			"scalability-targets",
		"A page has up to " + design.Number(table.MaxPage) + " entities, and ends after 5 s. That " +
			design.Number(table.MaxExamined) + " can be read in this time is our assumption.",
	}
}

// why says how a cell is answered: the reasons, then the requests.
func why(c *design.Cell) (all []string) {
	all = append(all, c.Plan.Steps...)
	const most = 8
	for i, q := range c.Plan.Requests {
		if i == most {
			return append(all, "and "+design.Number(float64(len(c.Plan.Requests)-most))+" more requests")
		}
		text := q.Method + " " + q.Path
		if q.Filter != "" {
			text = q.Method + " " + q.Table + " where " + q.Filter
			if q.Top > 0 {
				text += ", $top=" + strconv.Itoa(q.Top)
			}
		}
		all = append(all, text)
	}
	return all
}
