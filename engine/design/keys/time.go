package keys

import (
	"time"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// cutLength is how much of 2026-01-05T00:00:00Z a unit keeps.
var cutLength = [...]int{
	design.Year: 4, design.Month: 7, design.Day: 10, design.Hour: 13, design.Minute: 16, design.Second: 19,
}

// Floor returns the beginning of the unit of time that an instant is in.
func Floor(t table.Ticks, u design.Unit) table.Ticks {
	at := t.Time()
	year, month, day := at.Date()
	hour, minute, second := at.Clock()
	switch u {
	case design.Year:
		month, day, hour, minute, second = 1, 1, 0, 0, 0
	case design.Month:
		day, hour, minute, second = 1, 0, 0, 0
	case design.Day:
		hour, minute, second = 0, 0, 0
	case design.Hour:
		minute, second = 0, 0
	case design.Minute:
		second = 0
	case design.Second:
	default:
		return t
	}
	return table.TicksOf(time.Date(year, month, day, hour, minute, second, 0, time.UTC))
}

// Next returns the beginning of the unit of time after the one that an instant is in.
func Next(t table.Ticks, u design.Unit) table.Ticks {
	at := Floor(t, u).Time()
	switch u {
	case design.Year:
		at = at.AddDate(1, 0, 0)
	case design.Month:
		at = at.AddDate(0, 1, 0)
	case design.Day:
		at = at.AddDate(0, 0, 1)
	case design.Hour:
		at = at.Add(time.Hour)
	case design.Minute:
		at = at.Add(time.Minute)
	case design.Second:
		at = at.Add(time.Second)
	default:
		return t + 1
	}
	return table.TicksOf(at)
}

// appendCut appends the time as yyyy-MM-dd-HH-mm-ss, as far as the unit says.
func appendCut(dst []byte, t table.Ticks, u design.Unit) []byte {
	from := len(dst)
	dst = append(dst, t.Full()[:cutLength[u]]...)
	for i := from; i < len(dst); i++ {
		if dst[i] == 'T' || dst[i] == ':' {
			dst[i] = '-'
		}
	}
	return dst
}
