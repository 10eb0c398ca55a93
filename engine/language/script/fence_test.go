package script_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/language/script"
)

func TestFences(t *testing.T) {
	for name, c := range map[string]struct {
		markdown string
		want     []script.Fence
	}{
		"none": {"text\n\n    ```http\n    GET x\n", nil},
		"one": {"# T\n```http\nGET x\n\nbody\n```\n", []script.Fence{{Line: 3, Text: "GET x\n\nbody",
			Apart: true}}},
		"apart by words, not by blank lines": {
			"```http\n1\n```\n\n \n```http\n2\n```\nwords\n```http\n3\n```\n```json\n{}\n```\n```http\n4\n```",
			[]script.Fence{
				{Line: 2, Text: "1", Apart: true},
				{Line: 7, Text: "2"},
				{Line: 11, Text: "3", Apart: true},
				{Line: 17, Text: "4", Apart: true},
			},
		},
		"longer fences and tildes": {
			"````http\n```\n~~~\n````\n~~~~ http\n~~~\n```\n~~~~~\n",
			[]script.Fence{{Line: 2, Text: "```\n~~~", Apart: true}, {Line: 6, Text: "~~~\n```"}},
		},
		"other info strings": {
			"```http x\n1\n```\n```HTTP\n2\n```\n```\n3\n```\n```httpx\n4\n```\n``` http \n5\n```\n",
			[]script.Fence{{Line: 14, Text: "5", Apart: true}},
		},
		"a closing fence has no info string": {
			"```http\n1\n``` http\n2\n```\n", []script.Fence{{Line: 2, Text: "1\n``` http\n2", Apart: true}},
		},
		"indented": {
			"  ```http\n   1\n  2\n 3\n4\n   ```\n", []script.Fence{{Line: 2, Text: " 1\n2\n3\n4", Apart: true}},
		},
		"a closing fence too far in": {
			"```http\n1\n    ```\n```\n", []script.Fence{{Line: 2, Text: "1\n    ```", Apart: true}},
		},
		"not closed": {"```http\n1\n\n", []script.Fence{{Line: 2, Text: "1\n", Apart: true}}},
		"empty":      {"```http\n```\n```http", []script.Fence{{Line: 2, Apart: true}, {Line: 4}}},
		"in another fence": {
			"```md\n```http\n1\n```\n```http\n2\n```\n", []script.Fence{{Line: 6, Text: "2", Apart: true}},
		},
		"in a comment": {
			"<!--\n```http\n1\n```\n-->\n```http\n2\n```\n", []script.Fence{{Line: 7, Text: "2", Apart: true}},
		},
		"CR LF": {"```http\r\n1\r\n2\r\n```\r\n", []script.Fence{{Line: 2, Text: "1\n2", Apart: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			got := script.Fences(c.markdown)
			if diff := cmp.Diff(c.want, got, cmpopts.IgnoreUnexported(script.Fence{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFencesAgree: the site's Markdown parser finds the same blocks with the same text.
func TestFencesAgree(t *testing.T) {
	pieces := []string{
		"```", "````", "~~~", "~~~~", "```http", "~~~http", "```` http", "~~~~ http ", "```json", "```http x",
		"``` `http",
		" ```http", "   ```", "    ```", "  ~~~http", "text", "  text", "", " ", "# head", "<!-- " +
			"x", "-->", "<!-- y -->", "---",
	}
	rapid.Check(t, func(r *rapid.T) {
		markdown := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 24).Draw(r, "lines"), "\n") + "\n"
		var got []string
		for _, f := range script.Fences(markdown) {
			got = append(got, blankLines(f.Text))
		}
		if diff := cmp.Diff(goldmarkFences([]byte(markdown)), got); diff != "" {
			r.Errorf("%s\n%s", markdown, diff)
		}
	})
}

func goldmarkFences(source []byte) (texts []string) {
	root := goldmark.DefaultParser().Parse(text.NewReader(source))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		f, ok := n.(*ast.FencedCodeBlock)
		if ok && entering && f.Info != nil && string(bytes.TrimSpace(f.Info.Segment.Value(source))) == "http" {
			texts = append(texts, blankLines(strings.TrimSuffix(string(f.Lines().Value(source)), "\n")))
		}
		return ast.WalkContinue, nil
	})
	return texts
}

// blankLines removes the spaces from blank lines, because parsers may differ in how many they keep.
func blankLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.Trim(l, " ") == "" {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}
