package report

import (
	"math"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// significant rounds to three digits, which is more than rates are worth.
func significant(f float64) float64 {
	if f < 100 {
		return f // design.Number rounds it
	}
	unit := 1.0
	for f/unit >= 1000 {
		unit *= 10
	}
	return math.Round(f/unit) * unit
}

// spread says what a cell reads with the values for which that's most, if it's much more than the mean.
func spread(c *design.Cell) []string {
	const much, few = 1.5, 5
	if f := &c.Figures; f.Most <= much*f.Read+few {
		return nil
	}
	says := "up to " + design.Number(c.Figures.Most) + " read"
	if c.Worst != "" {
		says += ", for " + c.Worst
	}
	return []string{says}
}

// size is a number of bytes, short enough for a table.
func size(f float64) string {
	const k, m, g = 1e3, 1e6, 1e9
	switch {
	case f >= g:
		return design.Number(math.Round(f/g*10)/10) + " GB"
	case f >= m:
		return design.Number(math.Round(f/m*10)/10) + " MB"
	case f >= 10*k:
		return design.Number(math.Round(f/k)) + " kB"
	}
	return design.Number(math.Round(f))
}

// literal is a value as a where has it.
func literal(v table.Value) string {
	text := odata.Text(v)
	if v.Kind() == table.String || v.Kind() == table.GUID || v.Kind() == table.Binary {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text
}
