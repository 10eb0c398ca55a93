package partition

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/spelling"
)

// Shape is the figure that a load makes in a heat map.
type Shape string

// The shapes.
const (
	Diagonal Shape = "diagonal" // at any moment the load is in one place, which moves on
	Row      Shape = "row"      // most of the load is always in one place
	Column   Shape = "column"   // for a while there is much more than otherwise
	Even     Shape = "even"     // the load is in many places all the time
)

// Shape returns which figure the load makes.
func (r *Result) Shape() Shape {
	places, columns, used := map[int]bool{}, 0, 0
	for column := range r.Columns {
		row, close, any := r.place(column)
		if !any {
			continue
		}
		used++
		if close {
			columns++
			places[row] = true
		}
	}
	switch concentrated := 2*columns > used; {
	case concentrated && len(places) >= 3 && len(places) >= r.Rows/4:
		return Diagonal
	case concentrated:
		return Row
	case r.surges():
		return Column
	}
	return Even
}

// place returns the row that has most of a column's load. close says that it or its neighbours have so much
// that it's one place, and any that there is a load.
func (r *Result) place(column int) (row int, close, any bool) {
	loads, order, total := make([]float64, r.Rows), make([]int, r.Rows), 0.0
	for i := range loads {
		c := r.Cell(i, column)
		loads[i], order[i] = c.Served+c.Refused, i
		total += loads[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(loads[b], loads[a]) })
	top, bottom, sum := order[0], order[0], 0.0
	for _, i := range order {
		top, bottom = min(top, i), max(bottom, i)
		if sum += loads[i]; sum >= 0.6*total {
			break
		}
	}
	close = loads[order[0]] >= max(0.4, 1.5/float64(r.Rows))*total || bottom-top < max(1, r.Rows/4)
	return order[0], close, total > 0
}

// surges reports whether clients want twice as much at some time as at another, not counting retries.
func (r *Result) surges() bool {
	wanted := make([]float64, r.Columns)
	for column := range wanted {
		sum := 0.0
		for _, l := range r.Loads {
			at := (float64(column) + 0.5) * r.Step()
			if at >= l.From && (l.Until == 0 || at < l.Until) {
				sum += l.Rate * float64(l.Entities)
			}
		}
		wanted[column] = sum
	}
	slices.Sort(wanted)
	return wanted[len(wanted)-1] >= 2*wanted[len(wanted)/2]
}

// Says describes the shape to a reader who doesn't see the picture.
func (s Shape) Says() string {
	switch s {
	case Diagonal:
		return "The load makes a diagonal: at any moment one part of the keys takes it, and time moves it on."
	case Row:
		return "The load makes a row: one part of the keys takes most of it all the time."
	case Column:
		return "The load makes a column: for a while all the keys get much more than otherwise."
	}
	return "The load is spread: at any moment many parts of the keys take some of it."
}

// Names says it in the two or three words of a caption.
func (s Shape) Names() string {
	return map[Shape]string{Diagonal: "a diagonal", Row: "a row", Column: "a column", Even: "spread"}[s]
}

// negligible is the share of refused entities that nobody would see.
const negligible = 0.005

// Refusals are the times in which more than a few requests are refused.
type Refusals struct {
	First, Last int     // the first and the last column of them
	Stretches   int     // how many there are, with calm between them
	Columns     int     // of all stretches together
	Share       float64 // of the attempts in these columns
}

// Refusals finds them. There is none if Columns is 0.
func (r *Result) Refusals() (found Refusals) {
	var sum Cell
	calm := 2 // a single calm column ends no stretch
	for column := range r.Columns {
		c := r.Column(column)
		if c.Refused <= negligible*(c.Served+c.Refused) {
			calm++
			continue
		}
		if calm >= 2 {
			found.Stretches++
		}
		calm = 0
		if found.Columns++; found.Columns == 1 {
			found.First = column
		}
		found.Last = column
		sum.Served += c.Served
		sum.Refused += c.Refused
	}
	if found.Columns > 0 {
		found.Share = sum.Refused / (sum.Served + sum.Refused)
	}
	return found
}

// Story says in sentences what happened.
func (r *Result) Story() string {
	f := r.Refusals()
	refused := percent(f.Share) + " of the attempts are refused"
	from, until := float64(f.First)*r.Step(), float64(f.Last+1)*r.Step()
	switch {
	case f.Columns == 0:
		return "nothing is refused."
	case f.Stretches > 1:
		return refused + " in " + strconv.Itoa(f.Stretches) + " stretches, " +
			clock(float64(f.Columns)*r.Step()) + " in all" + r.lost() + "." + r.waits()
	case f.Last >= r.Columns-1:
		served, wanted := r.atEnd()
		since := "From " + clock(from) + " on, "
		if f.First <= 1 {
			since = "From the start, "
		}
		return "in the end, about " + round(served) + " of " + spelling.Number(int(wanted)) +
			" entities a second get in. " + since + refused + r.lost() + "." + r.waits() + " " + r.cure()
	case f.First <= 1:
		refused += " in the first " + clock(until)
	default:
		refused += " from " + clock(from) + " to " + clock(until)
	}
	if len(r.Splits) == 0 {
		return refused + r.lost() + "; then nothing is."
	}
	return refused + r.lost() + "." + r.waits() + " Then the service has " + numbered(r.Ranges, "range") +
		" on " + numbered(r.serversUsed(), "server") + ", and nothing is refused."
}

// lost says how many requests clients gave up.
func (r *Result) lost() string {
	done := r.Requests - r.Waiting
	if r.GivenUp == 0 || done == 0 {
		return ", and retries bring all of them in"
	}
	return ", and " + percent(float64(r.GivenUp)/float64(done)) + " of all requests are given up after " +
		numbered(int(r.Assume.Retries), "retry")
}

// waits says how long retries make requests wait that get in, if a reader would notice.
func (r *Result) waits() string {
	if r.P95 < 0.1 {
		return ""
	}
	return " Of those that get in, one in 20 takes " + strconv.FormatFloat(r.P95, 'f', 1, 64) + " s or longer."
}

// cure says why the service can't help.
func (r *Result) cure() string {
	if len(r.Splits) == 0 {
		return "The service never splits a PartitionKey, so it can't help."
	}
	said := "The service splits the table " + times(len(r.Splits))
	switch shape := r.Shape(); {
	case shape == Diagonal:
		return said + ", but the next entities are always on one side of the split."
	case shape == Row && r.Slots <= r.Rows:
		return said + ", but never the busiest PartitionKey."
	}
	return said + ", which isn't enough."
}

// atEnd returns how many entities a second are served in the last third of the time, and how many clients
// want at its end.
func (r *Result) atEnd() (served, wanted float64) {
	from := r.Columns * 2 / 3
	for column := from; column < r.Columns; column++ {
		served += r.Column(column).Served
	}
	for _, l := range r.Loads {
		if l.Until == 0 || l.Until >= float64(r.Seconds) {
			wanted += l.Rate * float64(l.Entities)
		}
	}
	return served / (float64(r.Columns-from) * r.Step()), wanted
}

// serversUsed counts the servers that have ranges in the end.
func (r *Result) serversUsed() int {
	used, owner := map[int]bool{}, map[int]int{}                    // by first slot
	for _, c := range slices.Concat(r.Begin(), r.Splits, r.Moves) { // a range is split off before it's moved
		owner[c.Slot] = c.Server
	}
	for _, server := range owner {
		used[server] = true
	}
	return len(used)
}

func percent(share float64) string {
	switch n := int(share*100 + 0.5); {
	case n < 1:
		return "under 1%"
	case n > 99 && share < 1:
		return "over 99%"
	default:
		return strconv.Itoa(n) + "%"
	}
}

// round writes a measured number with two digits that count.
func round(x float64) string {
	n, unit := int(x+0.5), 1
	for n/unit >= 100 {
		unit *= 10
	}
	return spelling.Number((n + unit/2) / unit * unit)
}

// clock writes seconds as 90 s or 2 min 30 s.
func clock(seconds float64) string {
	n := int(seconds + 0.5)
	if n < 120 {
		return strconv.Itoa(n) + " s"
	}
	if n%60 == 0 {
		return strconv.Itoa(n/60) + " min"
	}
	return strconv.Itoa(n/60) + " min " + strconv.Itoa(n%60) + " s"
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return spelling.Number(n) + " times"
}

func numbered(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		noun = stem + "ie"
	}
	return spelling.Number(n) + " " + noun + "s"
}
