package keys_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/table"
)

func TestBytes(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"table", keys.Table("Orders"), "torders\x00"},
		{"entity", entity("Orders", "Sales", "1"), "eorders\x00Sales\x001\x00"},
		{"empty keys", entity("T", "", ""), "et\x00\x00\x00"},
		{"escapes", entity("t", "\x00", "\x01\x02"), "et\x00\x01\x01\x00\x01\x02\x02\x00"},
		{"U+E000 after astral", entity("t", "\uE000", "😀"), "et\x00\xFE\x80\x80\x00\xEE\x9F\x98\x80\x00"},
		{"after", keys.After("et\x00a\x00"), "et\x00a\x00\x00"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestRanges(t *testing.T) {
	for _, c := range []struct {
		name string
		r    keys.Range
		in   []string
		out  []string
	}{
		{"tables", keys.Tables(), []string{keys.Table("a"), keys.Table("\uFFFF")}, []string{entity("a", "", "")}},
		{"entities", keys.Entities("Ab"),
			[]string{entity("ab", "", ""), entity("AB", "\U0010FFFF", "\uFFFF")},
			[]string{entity("a", "x", ""), entity("abc", "", ""), entity("ac", "", ""), keys.Table("ab")}},
		{"partition", keys.Partition("t", "p"),
			[]string{entity("t", "p", ""), entity("t", "p", "\x00"), entity("t", "p", "\uFFFF")},
			[]string{
				entity("t", "", "p"), entity("t", "p\x00", ""), entity("t", "pa", ""),
				entity("t", "o\uFFFF", ""), entity("u", "p", ""),
			}},
		{"partition with the empty key", keys.Partition("t", ""),
			[]string{entity("t", "", ""), entity("t", "", "a")},
			[]string{entity("t", "\x00", ""), entity("t", "a", "")}},
		{"started later", keys.Partition("t", "p").StartAt(entity("t", "p", "b")),
			[]string{entity("t", "p", "b"), entity("t", "p", "ba")},
			[]string{entity("t", "p", "a"), entity("t", "q", "")}},
		{"started earlier", keys.Partition("t", "p").StartAt(entity("t", "a", "b")),
			[]string{entity("t", "p", "")}, []string{entity("t", "o", "z")}},
		{"after an entity", keys.Partition("t", "p").StartAt(keys.After(entity("t", "p", "b"))),
			[]string{entity("t", "p", "b\x00")}, []string{entity("t", "p", "b")}},
	} {
		for _, key := range c.in {
			if !c.r.Contains(key) {
				t.Errorf("%s lacks %q", c.name, key)
			}
		}
		for _, key := range c.out {
			if c.r.Contains(key) {
				t.Errorf("%s holds %q", c.name, key)
			}
		}
	}
	if r := keys.Partition("t", "p").StartAt(entity("t", "q", "")); !r.Empty() {
		t.Errorf("a partition started behind its end is not empty: %q", r)
	}
	if r := keys.Partition("t", "p"); r.Contains(r.To) || !r.Contains(r.From) {
		t.Errorf("%q does not run from its beginning to before its end", r)
	}
	if r := (keys.Range{From: "a", To: "a"}); !r.Empty() {
		t.Errorf("%q is not empty", r)
	}
	if keys.Partition("t", "p").Empty() {
		t.Error("a partition is empty")
	}
}

func TestSplitEntityRefuses(t *testing.T) {
	for _, key := range []string{
		"", "e", "torders\x00", "et\x00p\x00r", "et\x00p\x00r\x00x", "et\x00p\x00r\x00\x00",
		"et\x00\x01\x00r\x00", "et\x00\x01\x03\x00r\x00",
	} {
		if tbl, k, ok := keys.SplitEntity(key); ok {
			t.Errorf("%q was split into %q and %q", key, tbl, k)
		}
	}
}

func TestOrder(t *testing.T) {
	// rapid.String rarely draws the characters on either side of the surrogates.
	special := []rune("\x00\x01\x02ab\uD7FF\uE000\uFFFF\U00010000\U0010FFFF")
	text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom(special)))
	key := rapid.Custom(func(t *rapid.T) table.Key {
		return table.Key{PartitionKey: text.Draw(t, "PartitionKey"), RowKey: text.Draw(t, "RowKey")}
	})
	name := rapid.StringMatching(`[A-Za-c][0A-Za-c]{0,2}`)
	rapid.Check(t, func(t *rapid.T) {
		table1, one := name.Draw(t, "one table"), key.Draw(t, "one")
		checkPair(t, table1, one, name.Draw(t, "other table"), key.Draw(t, "other"))
	})
}

func FuzzKeys(f *testing.F) {
	f.Add("Orders", "Sales", "1", "orders", "Sales", "11")
	f.Add("t", "", "", "t", "\x00", "")
	f.Add("t", "a\x00", "b", "t", "a", "\x00b")
	f.Add("t", "a", "\x01", "t", "a\x01", "")
	f.Add("t", "😀", "", "t", "\uE000", "")
	f.Add("t", "\uD7FF", "", "T", "\U00010000", "")
	f.Add("a", "b", "c", "ab", "", "c")
	f.Fuzz(func(t *testing.T, table1, partition1, row1, table2, partition2, row2 string) {
		for _, s := range []string{table1, partition1, row1, table2, partition2, row2} {
			if strings.ToValidUTF8(s, "") != s {
				t.Skip("not UTF-8")
			}
		}
		one := table.Key{PartitionKey: partition1, RowKey: row1}
		checkPair(t, table1, one, table2, table.Key{PartitionKey: partition2, RowKey: row2})
	})
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkPair checks what the package promises about two store keys: both can be split again, they sort
// like the UTF-16 of their parts, and neither is a prefix of the other.
func checkPair(t fataler, table1 string, k1 table.Key, table2 string, k2 table.Key) {
	t.Helper()
	one, other := keys.Entity(table1, k1), keys.Entity(table2, k2)
	for _, c := range []struct {
		key, tbl string
		k        table.Key
	}{{one, table1, k1}, {other, table2, k2}} {
		tbl, k, ok := keys.SplitEntity(c.key)
		if !ok || tbl != strings.ToLower(c.tbl) || k != c.k {
			t.Fatalf("%q was split into %q, %q, %v", c.key, tbl, k, ok)
		}
		if !keys.Partition(c.tbl, c.k.PartitionKey).Contains(c.key) || !keys.Entities(c.tbl).Contains(c.key) {
			t.Fatalf("%q is outside its own partition or table", c.key)
		}
	}
	want := compareParts(parts(table1, k1), parts(table2, k2))
	if got := strings.Compare(one, other); got != want {
		t.Fatalf("%q and %q: bytes compare as %d, parts as %d", one, other, got, want)
	}
	if one != other && strings.HasPrefix(one, other) {
		t.Fatalf("%q begins with %q", one, other)
	}
	p1, p2 := parts(table1, k1), parts(table2, k2)
	same := p1[0] == p2[0] && p1[1] == p2[1]
	if keys.Partition(table1, k1.PartitionKey).Contains(other) != same {
		t.Fatalf("partition %q of %q and key %q disagree", k1.PartitionKey, table1, other)
	}
}

func parts(tbl string, k table.Key) [3]string {
	return [3]string{strings.ToLower(tbl), k.PartitionKey, k.RowKey}
}

func compareParts(a, b [3]string) int {
	for i := range a {
		want := slices.Compare(utf16.Encode([]rune(a[i])), utf16.Encode([]rune(b[i])))
		if table.CompareText(a[i], b[i]) != want {
			return 99 // never a result of a comparison
		}
		if want != 0 {
			return want
		}
	}
	return 0
}

func entity(tbl, partitionKey, rowKey string) string {
	return keys.Entity(tbl, table.Key{PartitionKey: partitionKey, RowKey: rowKey})
}
