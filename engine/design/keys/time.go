package keys

import (
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
	var text string
	switch u {
	case design.Year:
		text = t.Full()[:u.Length()] + "-01-01"
	case design.Month:
		text = t.Full()[:u.Length()] + "-01"
	case design.NoUnit:
		return t
	default:
		return t - t%lengths[u]
	}
	begin, _ := table.ParseTicks(text) // it's written in this form
	return begin
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
	from := len(dst)
	dst = append(dst, t.Full()[:u.Length()]...)
	for i := from; i < len(dst); i++ {
		if dst[i] == 'T' || dst[i] == ':' {
			dst[i] = '-'
		}
	}
	return dst
}
