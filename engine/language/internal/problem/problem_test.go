package problem_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

func TestSuggest(t *testing.T) {
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
		if got := problem.Suggest(word, methods); got != want {
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
		if got := problem.Distance(c.a, c.b); got != c.want || problem.Distance(c.b, c.a) != c.want {
			t.Errorf("%q and %q: got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		problem.Found(""):                         "",
		problem.Found("a\tb"):                     `, found "a b"`,
		problem.Quote(`"a"`):                      `"a"`,
		problem.Short(strings.Repeat("é", 121)):   strings.Repeat("é", 120) + "…",
		problem.List("Plans", nil):                "",
		problem.List("Plans", []string{"a", "b"}): "Plans: a, b.",
		problem.List("N", strings.Split("aaaaaaaaaaaaaaaa",
			"")): "N: a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, ….",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
