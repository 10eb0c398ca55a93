package table_test

import (
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/table"
)

func TestBounds(t *testing.T) {
	for ticks, at := range map[table.Ticks]time.Time{
		table.MinTicks:  time.Date(1601, 1, 1, 0, 0, 0, 0, time.UTC),
		table.MaxTicks:  time.Date(9999, 12, 31, 23, 59, 59, 999999900, time.UTC),
		table.UnixEpoch: time.Unix(0, 0).UTC(),
		0:               {},
		-1:              time.Time{}.Add(-100),
	} {
		if got := table.TicksOf(at); got != ticks || !ticks.Time().Equal(at) {
			t.Errorf("%v is %d, want %d; back it's %v", at, got, ticks, ticks.Time())
		}
	}
	if got := table.TicksOf(time.Date(2026, 1, 5, 0, 0, 0, 199, time.UTC)) % table.Second; got != 1 {
		t.Errorf("199 ns are %d ticks", got)
	}
}
