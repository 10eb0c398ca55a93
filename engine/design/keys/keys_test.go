package keys_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/keys"
	"github.com/rowkey/rowkey/engine/table"
)

func TestRender(t *testing.T) {
	at, _ := table.ParseTicks("2026-01-05T09:07:03.5Z")
	time := table.DateTimeValue(at)
	for _, c := range []struct {
		value table.Value
		part  design.Part
		want  string
		err   error
	}{
		{table.StringValue("Berlin"), design.Part{}, "Berlin", nil},
		{table.StringValue("Berlin"), design.Part{Format: design.Lower}, "berlin", nil},
		{table.Int32Value(-7), design.Part{}, "-7", nil},
		{table.DoubleValue(1.5), design.Part{}, "1.5", nil},
		{table.BooleanValue(true), design.Part{}, "true", nil},
		{table.Int64Value(42), design.Part{Format: design.Padded, Width: 8}, "00000042", nil},
		{table.Int32Value(42), design.Part{Format: design.Inverted, Width: 4}, "9957", nil},
		{table.Int64Value(0), design.Part{Format: design.Inverted, Width: 18}, strings.Repeat("9", 18), nil},
		{table.Int32Value(-1), design.Part{Format: design.Inverted, Width: 4}, "", keys.ErrNegative},
		{table.Int32Value(10000), design.Part{Format: design.Inverted, Width: 4}, "", keys.ErrWidth},
		{time, design.Part{}, "2026-01-05T09:07:03.5000000Z", nil},
		{time, design.Part{Format: design.Inverted}, "2516346967764999999", nil},
		{time, design.Part{Format: design.Cut, Unit: design.Minute}, "2026-01-05-09-07", nil},
		{time, design.Part{Format: design.Cut, Unit: design.Year}, "2026", nil},
		{table.StringValue("a"), design.Part{Format: design.Hash, Width: 16}, "12", nil}, // 0xE40C292C
		{table.StringValue("a/b"), design.Part{}, "", keys.ErrCharacter},
		{table.StringValue(strings.Repeat("x", 513)), design.Part{}, "", keys.ErrLength},
		{table.Value{}, design.Part{}, "", keys.ErrMissing},
		{table.Int32Value(-1), design.Part{Format: design.Padded, Width: 2}, "", keys.ErrNegative},
		{table.Int32Value(100), design.Part{Format: design.Padded, Width: 2}, "", keys.ErrWidth},
		{table.StringValue("x"), design.Part{Format: design.Inverted}, "", keys.ErrValue},
		{table.BinaryValue("x"), design.Part{}, "", keys.ErrValue},
	} {
		c.part.Property = &design.Property{Name: "P", Kind: c.value.Kind()}
		template := design.Template{Parts: []design.Part{c.part}}
		got, err := keys.Render(template, keys.Of([]table.Property{{Name: "P", Value: c.value}}))
		if err == nil && got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%v: got %q, %v, want %q, %v", c, got, err, c.want, c.err)
		}
	}
}

// TestAfter: what begins with a prefix is exactly what lies between it and the text after it.
func TestAfter(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("aB!\uD7FF\uE000\uFFFF\U00010000\U0010FFFF")), 0, 4, -1)
	rapid.Check(t, func(t *rapid.T) {
		prefix, s := text.Draw(t, "prefix"), text.Draw(t, "text")
		after, ok := keys.After(prefix)
		within := table.CompareText(s, prefix) >= 0 && (!ok || table.CompareText(s, after) < 0)
		if within != strings.HasPrefix(s, prefix) {
			t.Fatalf("%q in %q to %q", s, prefix, after)
		}
	})
}

// TestNature compares what is said of a format with the texts that it makes.
func TestNature(t *testing.T) {
	kinds := map[design.Format]table.Kind{design.Padded: table.Int64, design.ISO: table.DateTime,
		design.Inverted: table.DateTime, design.Cut: table.DateTime, design.Plain: table.String}
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom([]design.Format{design.Padded, design.ISO, design.Inverted, design.Cut,
			design.Plain}).Draw(t, "format")
		kind := kinds[format]
		value := func(label string) (table.Value, int64) {
			n := rapid.Int64Range(0, 999).Draw(t, label)
			switch kind {
			case table.DateTime:
				n = int64(table.MinTicks) + n*36e9
				return table.DateTimeValue(table.Ticks(n)), n
			case table.String:
				return table.StringValue(string(rune('0' + n))), n
			}
			return table.Int64Value(n), n
		}
		part := design.Part{Format: format, Width: 5, Unit: design.Day, Property: &design.Property{Kind: kind}}
		a, x := value("a")
		b, y := value("b")
		one, _ := keys.Append(nil, part, a)
		two, _ := keys.Append(nil, part, b)
		order, nature := table.CompareText(string(one), string(two)), keys.NatureOf(part)
		if nature.Order == keys.Reversed {
			order = -order
		}
		if x < y && order > 0 || nature.Injective && (x == y) != (order == 0) ||
			nature.Decodable && len(one) != len(two) {
			t.Fatalf("%v %v: %q %q", a, b, one, two)
		}
	})
}

func TestUnits(t *testing.T) {
	at, _ := table.ParseTicks("2026-12-31T23:59:59.9Z")
	for unit, want := range map[design.Unit][2]string{
		design.Second: {"2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"},
		design.Hour:   {"2026-12-31T23:00:00Z", "2027-01-01T00:00:00Z"},
		design.Day:    {"2026-12-31T00:00:00Z", "2027-01-01T00:00:00Z"},
		design.Month:  {"2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"},
		design.Year:   {"2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"},
	} {
		if got := [2]string{keys.Floor(at, unit).String(), keys.Next(at, unit).String()}; got != want {
			t.Errorf("unit %d: %v", unit, got)
		}
	}
}

// TestUnitsOfAnyTime compares with the calendar of package time. The last unit ends with the range of times.
func TestUnitsOfAnyTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := table.Ticks(rapid.Int64Range(int64(table.MinTicks), int64(table.MaxTicks)).Draw(t, "at"))
		year, month, day := at.Time().Date()
		unit, from, to := design.Year, [2]int{year, 1}, [2]int{year + 1, 1}
		if rapid.Bool().Draw(t, "month") {
			unit, from, to = design.Month, [2]int{year, int(month)}, [2]int{year, int(month) + 1}
		}
		date := func(of [2]int, day int) table.Ticks {
			return table.TicksOf(time.Date(of[0], time.Month(of[1]), day, 0, 0, 0, 0, time.UTC))
		}
		if floor, next := keys.Floor(at, unit), keys.Next(at, unit); floor != date(from, 1) || next != date(to, 1) {
			t.Fatalf("unit %d of %v: %v to %v", unit, at, floor, next)
		}
		if floor, want := keys.Floor(at, design.Day), date([2]int{year, int(month)}, day); floor != want {
			t.Fatalf("day of %v: %v", at, floor)
		}
	})
	for unit := design.Second; unit <= design.Year; unit++ {
		if next := keys.Next(table.MaxTicks, unit); next != table.MaxTicks+1 {
			t.Errorf("unit %d: after the last is %d", unit, next)
		}
	}
}
