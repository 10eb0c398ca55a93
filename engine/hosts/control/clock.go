package control

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// clock is how the accounts' time differs from the host's.
type clock struct {
	ahead  table.Ticks
	frozen table.Ticks // the time at which it stands; 0 if it runs
}

// at returns the accounts' time at a time of the host.
func (k clock) at(own table.Ticks) table.Ticks {
	if k.frozen != 0 {
		return k.frozen
	}
	return own + k.ahead
}

// setting is what a request to /clock changes.
type setting struct {
	now     *table.Ticks // nil for as it is
	advance table.Ticks
	frozen  *bool // nil for as it is
}

func (s *setting) fields() []field {
	return []field{
		{"now", aString, func(text string) error {
			now, err := instant(text)
			s.now = &now
			return err
		}},
		{"advance", aString, func(text string) (err error) {
			s.advance, err = span(text)
			return err
		}},
		{"frozen", aTruth, func(text string) error {
			s.frozen = new(bool)
			return truth(s.frozen)(text)
		}},
	}
}

// The first and the last time that a clock can be set to.
var earliest, latest = table.MinTicks, table.Date(9999, 1, 1)

// set returns the clock as a setting has it, at a time of the host.
func (k clock) set(s setting, own table.Ticks) (clock, error) {
	now := k.at(own)
	if s.now != nil {
		now = *s.now
	}
	if now += s.advance; now < earliest || now >= latest {
		return k, errors.New("the clock can't be set to " + now.String() + ": take a time from 1601 to 9998")
	}
	stands := k.frozen != 0
	if s.frozen != nil {
		stands = *s.frozen
	}
	if stands {
		return clock{frozen: now, ahead: now - own}, nil
	}
	return clock{ahead: now - own}, nil
}

func (k clock) state(own table.Ticks) *protocol.AccountClock {
	now := k.at(own)
	return &protocol.AccountClock{
		Now: now.String(), Frozen: k.frozen != 0, Ahead: (now - own).Duration().Round(time.Millisecond).String(),
	}
}

// instant reads a time.
func instant(text string) (table.Ticks, error) {
	t, ok := table.ParseTicks(text)
	if !ok {
		return 0, errors.New(strconv.Quote(text) + " isn't a time: write 2026-01-05T09:00:00Z")
	}
	return t, nil
}

// maxDays is how many days a span has at most: more than there are in a calendar.
const maxDays = 3_000_000

// span reads a span of time, with days besides the units that Go knows.
func span(text string) (table.Ticks, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > -maxDays && n < maxDays {
			return table.Ticks(n) * table.Day, nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, errors.New(strconv.Quote(text) + " isn't a span of time: write 500ms, 90s, 15m, 1h30m or 7d")
	}
	return table.Ticks(d / 100), nil
}
