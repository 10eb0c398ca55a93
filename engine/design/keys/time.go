package keys

import (
	"time"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// lengths are the units that always take as long.
var lengths = [...]table.Ticks{
	design.Day: 86400 * table.Second, design.Hour: 3600 * table.Second, design.Minute: 60 * table.Second,
	design.Second: table.Second,
}

// Floor returns the beginning of the unit of time that an instant is in.
func Floor(t table.Ticks, u design.Unit) table.Ticks {
	switch u {
	case design.NoUnit:
		return t
	case design.Year, design.Month:
		year, month, _ := t.Time().Date()
		if u == design.Year {
			month = time.January
		}
		return table.Date(year, int(month), 1)
	default:
		return t - t%lengths[u]
	}
}

// Next returns the beginning of the unit of time after the one that an instant is in.
func Next(t table.Ticks, u design.Unit) table.Ticks {
	next := Floor(t, u)
	switch u {
	case design.NoUnit:
		return t + 1
	case design.Year:
		next += 366 * lengths[design.Day]
	case design.Month:
		next += 31 * lengths[design.Day]
	default:
		return next + lengths[u]
	}
	if next > table.MaxTicks {
		return table.MaxTicks + 1
	}
	return Floor(next, u)
}

// appendCut appends the time as yyyy-MM-dd-HH-mm-ss, as far as the unit says.
func appendCut(dst []byte, t table.Ticks, u design.Unit) []byte {
	return t.Time().AppendFormat(dst, "2006-01-02-15-04-05")[:len(dst)+u.Length()]
}
