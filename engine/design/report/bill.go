package report

import (
	"math"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/spelling"
)

// month is how many seconds a month has: a twelfth of a year.
const month = 365.25 / 12 * 86400

// PerMonth returns how often a pattern is asked in a month, and what its requests and answers cost then.
func PerMonth(c *design.Cell, p design.Prices) (times, price float64) {
	times = c.Pattern.Rate * month
	return times, times * (c.Figures.Transactions*p.Each() + c.Figures.Bytes*p.Sent/gigabyte)
}

// gigabyte is the one that storage is billed by.
const gigabyte = 1 << 30

// bill is what a design makes of a month, and what it reads in a second.
type bill struct {
	transactions, stored, sent float64
	reads                      float64
	scans                      int // questions that scan the table
}

// bill adds up the patterns' rates, at one of the matrix's sizes.
func (r *Report) bill(column, size int) (b bill) {
	for _, row := range r.Matrix.Cells {
		f := row[column].At(size)
		often := row[column].Pattern.Rate * month
		b.transactions += f.Transactions * often
		b.sent += f.Bytes * often
		b.reads += f.Read * row[column].Pattern.Rate
		if row[column].Plan.Kind == design.TableScan && often > 0 {
			b.scans++
		}
	}
	if column < len(r.Matrix.Stored) {
		b.stored = r.Matrix.Stored[column][size]
	}
	return b
}

// Share is a part of a bill: how much of something there is, and its price; "" without one.
type Share struct{ Amount, Price string }

// String is both, with a comma between.
func (s Share) String() string {
	if s.Price == "" {
		return s.Amount
	}
	return s.Amount + ", " + s.Price
}

// Month is a design's bill, and what all of it costs; "" without prices.
type Month struct {
	Transactions, Stored, Sent Share
	Price                      string
}

// Month returns what a design costs in a month, at one of the matrix's sizes: 0 is the file's own.
func (r *Report) Month(column, size int) (m Month) {
	b, p := r.bill(column, size), r.Matrix.File.Prices
	sum := 0.
	share := func(how float64, says string, price float64) Share {
		switch {
		case how == 0:
			return Share{}
		case price > 0:
			sum += how * price
			m.Price = Cash(p.Currency, sum)
			return Share{says, Cash(p.Currency, how*price)}
		}
		return Share{says, ""}
	}
	m.Transactions = share(b.transactions, design.Number(significant(b.transactions)), p.Each())
	m.Stored = share(b.stored, amount(b.stored), p.Storage/gigabyte)
	m.Sent = share(b.sent, amount(b.sent), p.Sent/gigabyte)
	return m
}

// Bill says what a design costs in a month, at one of the matrix's sizes.
func (r *Report) Bill(column, size int) string {
	m, p := r.Month(column, size), r.Matrix.File.Prices
	var parts []string
	add := func(s Share, what string) {
		if s.Amount != "" {
			parts = append(parts, Share{s.Amount + what, s.Price}.String())
		}
	}
	if total := r.Total(column, size); total != "" {
		parts = append(parts, total)
	}
	add(m.Transactions, " transactions a month")
	add(m.Stored, " stored")
	add(m.Sent, " sent a month")
	s := strings.Join(parts, "; ")
	if m.Price == "" {
		return s
	}
	s += ". In all " + m.Price
	switch {
	case p.Date != "":
		s += " by the prices of " + p.Date
	case p.Line == 0:
		s += " by example prices"
	}
	return s
}

// Total says what all of the questions read under a design in a second, at one of the matrix's sizes, and how
// many of them scan the table. It's "" if none has a rate.
func (r *Report) Total(column, size int) string {
	b := r.bill(column, size)
	says := "reads " + design.Number(significant(b.reads)) + " a second"
	if b.reads == 0 {
		return ""
	}
	if b.scans > 0 {
		says += ", with " + spelling.Count(b.scans, "table scan", "table scans")
	}
	return says
}

// Cash is an amount of money, to the cent if it's small.
func Cash(currency string, f float64) string {
	const whole, cent = 100, 0.01
	switch {
	case f < cent/2:
		return "under " + currency + " 0.01"
	case f >= whole:
		return currency + " " + design.Number(math.Round(f))
	}
	cents := int64(math.Round(f / cent))
	return currency + " " + design.Number(float64(cents/whole)) + "." +
		string([]byte{'0' + byte(cents%whole/10), '0' + byte(cents%10)})
}

// amount is a number of bytes in the units of a bill.
func amount(f float64) string {
	const k, m = 1 << 10, 1 << 20
	switch {
	case f >= gigabyte/10:
		return design.Number(significant(f/gigabyte)) + " GB"
	case f >= m/10:
		return design.Number(significant(f/m)) + " MB"
	}
	return design.Number(significant(max(1, math.Round(f/k)))) + " KB"
}
