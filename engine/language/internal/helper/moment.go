package helper

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// moment reads [DATE] [NUMBER UNIT]: a date, which is now if left out, and how much later.
func moment(c *Context, args []string) (table.Ticks, *problem.Problem) {
	at := c.Now()
	if len(args)%2 == 1 {
		ticks, ok := table.ParseTicks(args[0])
		if !ok {
			return at, problem.New("Expected a date"+problem.Found(args[0])+".", "Write it as 2026-01-05T09:00:00Z.")
		}
		at, args = ticks, args[1:]
	}
	if len(args) == 2 {
		n, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil || n < -maxOffset || n > maxOffset {
			return at, problem.New(
				"Expected a number and a unit of time"+problem.Found(args[0]+" "+args[1])+".",
				"Write 90 minutes or -1 d.")
		}
		var bad *problem.Problem
		if at, bad = later(at, int(n), args[1]); bad != nil {
			return at, bad
		}
	}
	if at < 0 || at > table.MaxTicks {
		return at, problem.New("The date is outside the years 1 to 9999.", "")
	}
	return at, nil
}

// maxOffset is more than a loop can count to, and small enough that no unit overflows.
const maxOffset = 2_000_000

// later returns at moved by n units. A unit has the short name that REST Client uses, and its full name.
func later(at table.Ticks, n int, unit string) (table.Ticks, *problem.Problem) {
	const most = 10_000 // years, which fit into ticks
	for _, u := range [...]struct {
		short, name  string
		months, days int
		span         table.Ticks
	}{
		{"y", "year", 12, 0, 0},
		{"M", "month", 1, 0, 0},
		{"w", "week", 0, 7, 0},
		{"d", "day", 0, 1, 0},
		{"h", "hour", 0, 0, 3600 * table.Second},
		{"m", "minute", 0, 0, 60 * table.Second},
		{"s", "second", 0, 0, table.Second},
		{"ms", "millisecond", 0, 0, table.Millisecond},
	} {
		if unit != u.short && strings.TrimSuffix(unit, "s") != u.name {
			continue
		}
		months, days := n*u.months, n*u.days
		if max(months, -months) > 12*most || max(days, -days) > 366*most {
			return table.MaxTicks + 1, nil
		}
		return table.TicksOf(at.Time().AddDate(0, months, days)) + table.Ticks(n)*u.span, nil
	}
	return at, problem.New("There is no unit of time "+problem.Quote(unit)+".",
		"Units: years, months, weeks, days, hours, minutes, seconds, milliseconds; or y M w d h m s ms.")
}
