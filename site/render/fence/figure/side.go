package figure

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
)

// read is how many entities the requests read.
func (s side) read() (sum int) {
	for _, r := range s.ran {
		sum += r.Cost.EntitiesRead
	}
	return sum
}

// requests is how many were sent.
func (s side) requests() (sum int) {
	for _, r := range s.ran {
		sum += r.Cost.Transactions
	}
	return sum
}

// cost says what the requests took: "55 read in 4 requests".
func (s side) cost() string {
	var all []string
	var written int
	for _, r := range s.ran {
		written += r.Cost.EntitiesWritten
	}
	if n := s.read(); n > 0 {
		all = append(all, view.Number(n)+" read")
	}
	if written > 0 {
		all = append(all, view.Number(written)+" written")
	}
	if len(all) == 0 {
		all = append(all, "0 read")
	}
	words := strings.Join(all, ", ")
	if n := s.requests(); n > 1 {
		words += " in " + view.Number(n) + " requests"
	}
	return words
}
