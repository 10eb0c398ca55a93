package plan_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
)

// keyTexts are neighbors in the order of keys, and some that sort differently as bytes.
var keyTexts = []string{"", "\x00", "A", "a", "a\x00", "aa", "ab", "b", "it's", "\uD7FF", "😀", "\uE000"}

// entity is a table.Entity whose Property knows the keys too.
type entity struct{ table.Entity }

func (e entity) Property(name string) (table.Value, bool) {
	switch name {
	case "PartitionKey":
		return table.StringValue(e.PartitionKey), true
	case "RowKey":
		return table.StringValue(e.RowKey), true
	default:
		return e.Entity.Property(name)
	}
}

func (e entity) storeKey() string { return keys.Entity("Orders", e.Key) }

// someEntities draws entities with distinct keys, in the order of the service.
func someEntities() *rapid.Generator[[]entity] {
	key := rapid.SampledFrom(keyTexts)
	total := rapid.SampledFrom([]table.Value{{}, table.Int32Value(1), table.Int32Value(2),
		table.StringValue("a")})
	open := rapid.SampledFrom([]table.Value{{}, table.BooleanValue(true), table.BooleanValue(false)})
	one := rapid.Custom(func(t *rapid.T) entity {
		e := table.Entity{Key: table.Key{PartitionKey: key.Draw(t, "PartitionKey"), RowKey: key.Draw(t, "RowKey")}}
		properties := map[string]table.Value{"Total": total.Draw(t, "Total"), "Open": open.Draw(t, "Open")}
		for name, value := range properties {
			if value.Kind() != 0 {
				e.Properties = append(e.Properties, table.Property{Name: name, Value: value})
			}
		}
		return entity{e}
	})
	return rapid.Map(rapid.SliceOfNDistinct(one, 0, 60, func(e entity) table.Key { return e.Key }), inOrder)
}

func inOrder(entities []entity) []entity {
	slices.SortFunc(entities, func(a, b entity) int {
		return cmp.Or(table.CompareText(a.PartitionKey, b.PartitionKey), table.CompareText(a.RowKey, b.RowKey))
	})
	return entities
}

// someBounds draws a comparison of a key with a string, the string on either side.
func someBounds() *rapid.Generator[string] {
	operator := rapid.SampledFrom([]string{"eq", "ne", "gt", "ge", "lt", "le"})
	return rapid.Custom(func(t *rapid.T) string {
		sides := []string{
			rapid.SampledFrom([]string{"PartitionKey", "RowKey"}).Draw(t, "key"),
			filter.Literal(table.StringValue(rapid.SampledFrom(keyTexts).Draw(t, "text"))),
		}
		if rapid.Bool().Draw(t, "swapped") {
			slices.Reverse(sides)
		}
		return strings.Join(sides, " "+operator.Draw(t, "operator")+" ")
	})
}

// someFilters draws filters that are mostly about keys, conjunctions above all.
func someFilters() *rapid.Generator[string] {
	bound := someBounds()
	other := rapid.SampledFrom([]string{
		"Total eq 1", "Total ne 1", "Total lt 2", "2 gt Total", "Total ge 'a'", "Missing ne 1",
		"Open", "true", "false",
		"PartitionKey eq 5", "RowKey lt 5", "RowKey",
	})
	var compound func(t *rapid.T, depth int) string
	compound = func(t *rapid.T, depth int) string {
		form := rapid.IntRange(0, 9).Draw(t, "form")
		switch {
		case form == 0:
			return other.Draw(t, "other")
		case depth == 0 || form < 3:
			return bound.Draw(t, "bound")
		case form < 5:
			return "not (" + compound(t, depth-1) + ")"
		case form < 9:
			return "(" + compound(t, depth-1) + ") and (" + compound(t, depth-1) + ")"
		default:
			return "(" + compound(t, depth-1) + ") or (" + compound(t, depth-1) + ")"
		}
	}
	return rapid.Custom(func(t *rapid.T) string { return compound(t, 4) })
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkPlan checks that the entities in the range that pass the residual are the ones that the filter
// matches, in the same order. It returns the plan.
func checkPlan(t fataler, source string, entities []entity) plan.Plan {
	t.Helper()
	e, err := filter.Parse(source)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	p := plan.Build("Orders", e, source)
	wanted, passes := filter.Compile(e), filter.Compile(p.Residual)
	var want, got []table.Key
	for _, entity := range entities {
		if wanted(entity) {
			want = append(want, entity.Key)
		}
	}
	slices.SortFunc(entities, func(a, b entity) int { return cmp.Compare(a.storeKey(), b.storeKey()) })
	for _, entity := range entities {
		if p.Range.Contains(entity.storeKey()) && passes(entity) {
			got = append(got, entity.Key)
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s (%s, left to test: %v):\n got %q\nwant %q", source, p.Scope, p.Residual, got, want)
	}
	for _, term := range p.Terms {
		if source[term.Start:term.End] != term.Text {
			t.Fatalf("%s: term %q is not at byte %d", source, term.Text, term.Start)
		}
	}
	return p
}

func TestPlanFindsWhatTheFilterWants(t *testing.T) {
	filters, entities := someFilters(), someEntities()
	rapid.Check(t, func(t *rapid.T) {
		checkPlan(t, filters.Draw(t, "filter"), entities.Draw(t, "entities"))
	})
}

// TestRangeIsTight checks that a conjunction of bounds reads only matching entities, except for entities
// with the wrong RowKey inside a range of partitions.
func TestRangeIsTight(t *testing.T) {
	conjunctions, entities := rapid.SliceOfN(someBounds(), 1, 5), someEntities()
	rapid.Check(t, func(t *rapid.T) {
		bounds := conjunctions.Draw(t, "bounds")
		bounds = slices.DeleteFunc(bounds, func(bound string) bool { return strings.Contains(bound, " ne ") })
		source := strings.Join(bounds, " and ")
		entities := entities.Draw(t, "entities")
		p := checkPlan(t, source, entities)
		for _, e := range entities {
			if !p.Range.Contains(e.storeKey()) {
				continue
			}
			for _, bound := range bounds {
				if holds(t, bound, e) {
					continue
				}
				if strings.Contains(bound, "PartitionKey") || p.Kind < plan.PartitionRangeScan {
					t.Fatalf("%s (%s) reads %q, which breaks %s", source, p.Scope, e.Key, bound)
				}
				if cutOff(t, bounds, bound, e) {
					t.Fatalf("%s (%s) reads %q at its end, which breaks %s", source, p.Scope, e.Key, bound)
				}
			}
		}
	})
}

// cutOff reports whether the entity is in the first partition of the bounds with too small a RowKey, or in
// the last with too great a one. The range should have excluded it.
func cutOff(t fataler, bounds []string, broken string, e entity) bool {
	first, last := "", "\uFFFF" // greater than any key in the test
	for _, bound := range bounds {
		c := parseCompare(t, bound)
		if c.Property != "PartitionKey" {
			continue
		}
		text := c.Value.Text()
		if c.Op != filter.LessThan && c.Op != filter.LessThanOrEqual && table.CompareText(text, first) > 0 {
			first = text
		}
		if c.Op != filter.GreaterThan && c.Op != filter.GreaterThanOrEqual && table.CompareText(text, last) < 0 {
			last = text
		}
	}
	c := parseCompare(t, broken)
	upper := c.Op == filter.LessThan || c.Op == filter.LessThanOrEqual
	if !upper && table.CompareText(e.RowKey, c.Value.Text()) <= 0 {
		return e.PartitionKey == first
	}
	return e.PartitionKey == last
}

func parseCompare(t fataler, source string) *filter.Compare {
	t.Helper()
	e, err := filter.Parse(source)
	c, ok := e.(*filter.Compare)
	if err != nil || !ok {
		t.Fatalf("%s: %v", source, err)
	}
	return c
}

func holds(t fataler, source string, e entity) bool {
	t.Helper()
	return filter.Compile(parseCompare(t, source))(e)
}

func FuzzBuild(f *testing.F) {
	for _, source := range []string{
		"",
		"PartitionKey eq 'a' and RowKey ge 'aa' and RowKey lt 'b'",
		"PartitionKey gt 'a' and 'b' ge PartitionKey and RowKey le 'ab'",
		"not (PartitionKey lt 'a' or RowKey ne 'b' or Total gt 1)",
		"PartitionKey eq 'a' and PartitionKey eq 'b'",
		"RowKey eq 'a' or Open",
		"PartitionKey eq 5 and rowkey eq 'a'",
		"not not (RowKey lt '\uE000' and RowKey gt '😀')",
		"PartitionKey lt '' or PartitionKey",
		"PartitionKey eq 'a' and (RowKey eq 'a' or (RowKey eq 'b' or not (RowKey ne 'ab')))",
		"Timestamp gt datetime'2020-01-01'",
	} {
		f.Add(source)
	}
	var entities []entity
	for i, partition := range keyTexts {
		for j, row := range keyTexts {
			e := entity{table.Entity{Key: table.Key{PartitionKey: partition, RowKey: row}}}
			if (i+j)%3 > 0 {
				e.Properties = []table.Property{
					{Name: "Total", Value: table.Int32Value(int32(j))},
					{Name: "Open", Value: table.BooleanValue(i%2 == 0)},
				}
			}
			entities = append(entities, e)
		}
	}
	inOrder(entities)
	f.Fuzz(func(t *testing.T, source string) {
		if _, err := filter.Parse(source); err == nil {
			checkPlan(t, source, slices.Clone(entities))
		}
	})
}
