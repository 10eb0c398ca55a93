package spelling_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/spelling"
)

func TestNearest(t *testing.T) {
	methods := []string{"GET", "POST", "PUT", "PATCH", "DELETE"}
	for word, want := range map[string]string{
		"get":                     "GET",
		"GTE":                     "GET",
		"DELET":                   "DELETE",
		"POTS":                    "POST",
		"FETCH":                   "",
		"":                        "",
		"x":                       "",
		strings.Repeat("GET", 50): "",
	} {
		if got := spelling.Nearest(word, methods); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "ab", 1}, {"abc", "adc", 1}, {"abc", "acb", 1},
		{"kitten", "sitting", 3},
	} {
		if got := spelling.Distance(c.a, c.b); got != c.want || spelling.Distance(c.b, c.a) != c.want {
			t.Errorf("%q and %q: got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// A table of Markdown keeps its shape, whatever is in its cells.
func TestMarkdownTable(t *testing.T) {
	got := spelling.Table([][]string{
		{"what", ":read"}, {spelling.Escaped("a|b\n*c*"), "1"}, {spelling.Code("a|`b`\n"), "2"},
	})
	want := "| what | read |\n|---|--:|\n| a\\|b \\*c\\* | 1 |\n| `a\\|'b' ` | 2 |\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
