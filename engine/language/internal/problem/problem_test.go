package problem_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

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
