package script_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/script"
)

// TestAuthorizes: # @authorize counts for the examples that refer to its example, and for every example if it
// is in a fence without requests.
func TestAuthorizes(t *testing.T) {
	const asks, refers, other = "# @authorize\n# @name a\nGET {{host}}/T\n", "# @ref a\nGET {{host}}/T\n",
		"GET {{host}}/T\n"
	fence := func(text string) string { return "```http\n" + text + "```\n\ntext\n\n" }
	for _, c := range []struct{ file, text, want string }{
		{"a.http", other, "false"},
		{"a.http", "# @authorize\n\n###\n" + other, "true"},
		{"a.http", other + "\n###\n" + asks, "true"},
		{"a.md", fence(asks) + fence(refers) + fence(other), "true true false"},
		{"a.md", fence("# @authorize\n") + fence(other), "true true"},
	} {
		s := script.Parse(c.file, c.text)
		var got []string
		for i := range s.Examples {
			got = append(got, map[bool]string{true: "true", false: "false"}[s.Authorizes(i)])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %v, want %s", c.text, got, c.want)
		}
	}
}
