// Package instant converts between ticks and package time.
//
// It isn't part of package table because the programs that pages load do without package time, which is a
// fortieth of them. Hosts that read a clock, and services that only a full account has, use it.
package instant

import (
	"time"

	"github.com/rowkey/rowkey/engine/table"
)

const nanoseconds = 100 // of a tick

// Ticks returns an instant, cut to a tick.
func Ticks(t time.Time) table.Ticks {
	return table.UnixEpoch + table.Ticks(t.Unix())*table.Second + table.Ticks(t.Nanosecond()/nanoseconds)
}

// Time returns an instant in UTC.
func Time(t table.Ticks) time.Time {
	t -= table.UnixEpoch
	return time.Unix(int64(t/table.Second), int64(t%table.Second)*nanoseconds).UTC()
}

// Span returns a number of ticks as a duration.
func Span(t table.Ticks) time.Duration { return time.Duration(t) * nanoseconds }
