package script_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/script"
)

// list writes errors as line:column: message | hint, one on each line.
func list(errors []*script.Error) string {
	var all []string
	for _, e := range errors {
		text := fmt.Sprintf("%d:%d: %s | %s", e.Line, e.Column, e.Message, e.Hint)
		all = append(all, strings.TrimSuffix(text, " | "))
	}
	return strings.Join(all, "\n")
}

// mistake is a script with errors, and what they are: place, message and hint of each.
type mistake struct{ text, want string }

func (m mistake) check(t *testing.T) {
	t.Helper()
	if diff := cmp.Diff(m.want, list(script.Parse("a.http", m.text).Errors)); diff != "" {
		t.Errorf("%q: %s", m.text, diff)
	}
}

// TestAllErrors: parsing continues after an error, and errors come from top to bottom.
func TestAllErrors(t *testing.T) {
	const text = `@a = {{
# @ref nobody
# @expect statis == 1
GET {{host}}/{{b}}
X Y

### second
# @name x
# @name x
PUT {{host}}/{{$giud}}
###
# @ref x
GET {{host}}/{{a}}
`
	const want = `1:6: This {{ isn't closed. | Close it with }} on the same line.
2:8: No request is called nobody. | Write # @name nobody above the request you mean.
3:11: Expected a subject after # @expect, found "statis". | Did you mean status?
4:14: There is no variable b. | Define it above: @b = value.
5:1: Expected a header such as Accept: application/json, or a blank line before the body. | ` +
		`Put a colon after the name of the header.
9:9: This request is already called x. | Delete one of the two names.
10:14: There is no helper $giud. | Did you mean $guid?`
	if diff := cmp.Diff(want, list(script.Parse("a.http", text).Errors)); diff != "" {
		t.Error(diff)
	}
}

// TestComments: the directives of other tools aren't taken for misspellings of ours.
func TestComments(t *testing.T) {
	const text = `# @note x
# @no-redirect
# @save
# @see https://example.com/
# @title A
# @tag a
# @as b
# @table Orders
# @forceRef a
// @prompt x
# @
# @ expect status = 1
# expect status = 1
# {{
GET {{host}}/a
# {{ @expect

{}
// {{`
	if got := list(script.Parse("a.http", text).Errors); got != "" {
		t.Errorf("errors:\n%s", got)
	}
}

// TestColumns: columns count the characters of the file's line, even if the fence is indented.
func TestColumns(t *testing.T) {
	s := script.Parse("a.md", "text\n\n  ```http\n  # @expect ö\n GET {{host}}/😀{{x}}\n  ```\n")
	want := []script.Error{
		{
			File: "a.md", Line: 4, Column: 13, Message: `Expected a subject after # @expect, found "ö".`,
			Hint: s.Errors[0].Hint, Source: "  # @expect ö",
		},
		{
			File: "a.md", Line: 5, Column: 16, Message: "There is no variable x.",
			Hint: "Define it above: @x = value.", Source: " GET {{host}}/😀{{x}}",
		},
	}
	for i := range want {
		if diff := cmp.Diff(want[i], *s.Errors[i]); diff != "" {
			t.Error(diff)
		}
	}
}

// TestBounds: whatever would need deep recursion is an error.
func TestBounds(t *testing.T) {
	var chain, variables strings.Builder
	for i := range 150 {
		fmt.Fprintf(&chain, "###\n# @name r%d\n# @ref r%d\nGET {{host}}/%d\n", i, i+1, i)
		fmt.Fprintf(&variables, "@v%d = {{v%d}}\n", i+1, i)
	}
	chain.WriteString("###\n# @name r150\nGET {{host}}/150\n")
	for name, c := range map[string]struct{ text, want string }{
		"refs": {chain.String(), "More than 100 requests refer to one another in a row."},
		"refs upwards": {
			"### \n# @name r0\nGET {{host}}\n" + upwards(150),
			"More than 100 requests refer to one another in a row.",
		},
		"variables": {"@v0 = x\n" + variables.String(), "The variable @v101 is made of more than 100 others."},
		"path": {"# @expect body $" + strings.Repeat(".a", 33) + " exists\nGET {{host}}",
			"A path can have at most 32 steps."},
	} {
		t.Run(name, func(t *testing.T) {
			errors := script.Parse("a.http", c.text).Errors
			if len(errors) == 0 || errors[0].Message != c.want {
				t.Errorf("got %v", errors)
			}
		})
	}
}

// upwards is a chain of requests, each of which refers to the previous one.
func upwards(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "###\n# @name r%d\n# @ref r%d\nGET {{host}}/%d\n", i+1, i, i)
	}
	return b.String()
}

// TestMarkdownErrors has the errors that take several fences.
func TestMarkdownErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"words within a transaction": {
			"```http\n# @transaction t\nDELETE {{host}}/a\n```\nwords\n```http\n# @transaction t\nDELETE " +
				"{{host}}/b\n```\n",
			"8:1: The requests of transaction t aren't next to each other: it begins on line 3. | " +
				"Put them together, with nothing but blank lines between their fences, or give this one another name.",
		},
		"a variable of all defined again": {
			"```http\n@a = 1\n```\n```http\n@a = 2\nGET {{host}}/{{a}}\n```\n",
			"5:1: The variable @a is already defined on line 2 for all examples. | Give one of them another name.",
		},
		"a variable of all defined twice": {
			"```http\n@a = 1\n```\n```http\n@a = 2\n```\n",
			"5:1: The variable @a is already defined on line 2. | Give one of them another name.",
		},
		"a variable of another example": {
			"```http\n@a = 1\nGET {{host}}/{{a}}\n```\n```http\nGET {{host}}/{{a}}\n```\n",
			"6:14: There is no variable a. | Define it above: @a = value.",
		},
		"a name in another fence": {
			"```http\n# @name a\nGET {{host}}\n```\n```http\n# @name a\nGET {{host}}\n```\n",
			"6:9: The name a is already taken on line 3. | Give one of the two requests another name.",
		},
		"variables that are there for all may come later, but not for one another": {
			"```http\nGET {{host}}/{{b}}\n```\n```http\n@a = {{b}}\n```\n```http\n@b = 1\n```\n",
			"5:6: The variable b is used before it is defined, on line 8. | Move @b = … up.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, list(script.Parse("a.md", c.text).Errors)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
