package instant_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/table/instant"
)

func TestBounds(t *testing.T) {
	for ticks, at := range map[table.Ticks]time.Time{
		table.MinTicks:  time.Date(1601, 1, 1, 0, 0, 0, 0, time.UTC),
		table.MaxTicks:  time.Date(9999, 12, 31, 23, 59, 59, 999999900, time.UTC),
		table.UnixEpoch: time.Unix(0, 0).UTC(),
		0:               {},
		-1:              time.Time{}.Add(-100),
	} {
		if got := instant.Ticks(at); got != ticks || !instant.Time(ticks).Equal(at) {
			t.Errorf("%v is %d, want %d; back it's %v", at, got, ticks, instant.Time(ticks))
		}
	}
	if got := instant.Ticks(time.Date(2026, 1, 5, 0, 0, 0, 199, time.UTC)) % table.Second; got != 1 {
		t.Errorf("199 ns are %d ticks", got)
	}
}

// TestCalendar compares the calendar of ticks with that of package time.
func TestCalendar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ticks := table.Ticks(rapid.Int64Range(-2e18, 4e18).Draw(t, "ticks"))
		at := instant.Time(ticks)
		year, month, day := ticks.Date()
		if y, m, d := at.Date(); y != year || int(m) != month || d != day {
			t.Fatalf("%v is on %d-%d-%d", at, year, month, day)
		}
		year = rapid.IntRange(-2000, 12000).Draw(t, "year")
		month, day = rapid.IntRange(-30, 30).Draw(t, "month"), rapid.IntRange(-400, 800).Draw(t, "day")
		want := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
		if got := table.Date(year, month, day); !instant.Time(got).Equal(want) {
			t.Fatalf("%d-%d-%d is %v, want %v", year, month, day, instant.Time(got), want)
		}
	})
	for day := 1; day < 400*366; day++ { // all kinds of years
		ticks, want := table.Date(1601, 1, day), time.Date(1601, 1, day, 0, 0, 0, 0, time.UTC)
		year, month, of := ticks.Date()
		if y, m, d := want.Date(); instant.Ticks(want) != ticks || y != year || int(m) != month || d != of {
			t.Fatalf("%v is %d-%d-%d", want, year, month, of)
		}
	}
}
