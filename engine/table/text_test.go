package table_test

import (
	"slices"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/table"
)

func TestCompareText(t *testing.T) {
	ordered := []string{
		"", "\x00", "1", "111", "2", "B", "a", "ab", "b", "é",
		"\uD7FF", "😀", "\U0010FFFF", "\uE000", "\uFFFF",
	}
	for i, a := range ordered {
		for j, b := range ordered {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := table.CompareText(a, b); got != want {
				t.Errorf("%q and %q: got %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestCompareTextIsUTF16(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		if got := table.CompareText(a, b); got != want {
			t.Fatalf("got %d, want %d", got, want)
		}
	})
}
