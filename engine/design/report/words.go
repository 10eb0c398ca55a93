package report

import (
	"math"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// grouped is a number with commas between thousands, and with one decimal if it's small and not whole.
func grouped(f float64) string {
	if f < 0 || f >= 1e15 {
		return strconv.FormatFloat(f, 'g', 3, 64)
	}
	const small = 100
	whole, decimals := f, ""
	if f < small && f != math.Trunc(f) {
		tenths := int64(math.Round(f * 10))
		if whole = float64(tenths / 10); tenths%10 != 0 {
			decimals = "." + strconv.FormatInt(tenths%10, 10)
		} else if tenths == 0 {
			return strconv.FormatFloat(f, 'g', 1, 64)
		}
	}
	digits := strconv.FormatInt(int64(math.Round(whole)), 10)
	var b strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(digits[i])
	}
	return b.String() + decimals
}

// significant rounds to three digits, which is more than rates are worth.
func significant(f float64) float64 {
	unit := 1.0
	for f/unit >= 1000 {
		unit *= 10
	}
	return math.Round(f/unit) * unit
}

func money(f float64) string {
	const whole = 100
	if f >= whole {
		return grouped(math.Round(f))
	}
	return strconv.FormatFloat(f, 'f', 2, 64)
}

// size is a number of bytes, short enough for a table.
func size(f float64) string {
	const k, m, g = 1e3, 1e6, 1e9
	switch {
	case f >= g:
		return grouped(math.Round(f/g*10)/10) + " GB"
	case f >= m:
		return grouped(math.Round(f/m*10)/10) + " MB"
	case f >= 10*k:
		return grouped(math.Round(f/k)) + " kB"
	}
	return grouped(math.Round(f))
}

// literal is a value as a where has it.
func literal(v table.Value) string {
	text := odata.Text(v)
	if v.Kind() == table.String || v.Kind() == table.GUID || v.Kind() == table.Binary {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text
}
