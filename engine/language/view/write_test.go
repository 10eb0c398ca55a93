package view_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/language/view"
)

// tree is what both readers of a Node produce: an element, or a text.
type tree struct {
	Tag      string
	Attrs    map[string]string
	Children []tree
	Text     string
}

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// fromHTML parses a fragment the way a browser does.
func fromHTML(t tester, text string) []tree {
	t.Helper()
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(text), body)
	if err != nil {
		t.Fatalf("%v", err)
	}
	var list []tree
	for _, n := range nodes {
		list = append(list, fromNode(n))
	}
	return list
}

func fromNode(n *html.Node) tree {
	if n.Type == html.TextNode {
		return tree{Text: n.Data}
	}
	out := tree{Tag: n.Data, Attrs: map[string]string{}}
	for _, a := range n.Attr {
		out.Attrs[a.Key] = a.Val
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		out.Children = append(out.Children, fromNode(c))
	}
	return out
}

// fromJSON parses the JSON form the way the page does.
func fromJSON(t tester, text string) tree {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return fromValue(value)
}

func fromValue(value any) tree {
	if text, ok := value.(string); ok {
		return tree{Text: text}
	}
	list := value.([]any)
	out := tree{Tag: list[0].(string), Attrs: map[string]string{}}
	for name, v := range list[1].(map[string]any) {
		out.Attrs[name] = v.(string)
	}
	for _, c := range list[2:] {
		child := fromValue(c)
		last := len(out.Children) - 1
		switch { // an HTML parser joins neighbouring texts and drops empty ones
		case child.Tag == "" && child.Text == "":
		case child.Tag == "" && last >= 0 && out.Children[last].Tag == "":
			out.Children[last].Text += child.Text
		default:
			out.Children = append(out.Children, child)
		}
	}
	return out
}

func agree(t tester, n view.Node) {
	t.Helper()
	page := fromHTML(t, string(n.AppendHTML(nil)))
	live := fromJSON(t, string(n.AppendJSON(nil)))
	if diff := cmp.Diff([]tree{live}, page); diff != "" {
		t.Fatalf("HTML differs from JSON (-JSON +HTML):\n%s", diff)
	}
}

// TestHTMLAndJSONAgree parses both forms of random trees, whose texts try to break out of them.
func TestHTMLAndJSONAgree(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.StringN(0, 4, -1), rapid.SampledFrom([]string{
		"", "\n", "\r\n", "\r", "\x00", "<b>", "</pre>", "&amp;", `"`, "'", "]]>", "<!--", "\xff", "\uFFFE",
		"\u2028", "a\u0085b",
	}))
	rapid.Check(t, func(t *rapid.T) {
		agree(t, view.Node{Tag: "div", Children: []view.Node{randomNode(t, texts, 3)}})
	})
}

func randomNode(t *rapid.T, texts *rapid.Generator[string], depth int) view.Node {
	if depth == 0 || rapid.Bool().Draw(t, "text") {
		return view.Node{Text: texts.Draw(t, "words")}
	}
	tags := []string{"div", "span", "pre", "code", "mark", "ul", "svg"}
	n := view.Node{Tag: rapid.SampledFrom(tags).Draw(t, "tag")}
	if n.Tag == "svg" {
		path := view.Node{Tag: "path", Attrs: []view.Attr{{Name: "d", Value: "m1 1z"}}}
		return view.Node{Tag: "svg", Children: []view.Node{path}}
	}
	for _, name := range []string{"class", "aria-label"}[:rapid.IntRange(0, 2).Draw(t, "attributes")] {
		n.Attrs = append(n.Attrs, view.Attr{Name: name, Value: texts.Draw(t, name)})
	}
	for range rapid.IntRange(0, 3).Draw(t, "children") {
		n.Children = append(n.Children, randomNode(t, texts, depth-1))
	}
	return n
}

func TestSamplesAgree(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) { agree(t, view.Result(s.steps, s.layout, view.AsWritten)) })
	}
}

// TestText has the characters that HTML can't contain, and what replaces them.
func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"plain":    "plain",
		"a<b>&\"'": "a&lt;b&gt;&amp;\"'",
		"a\r\nb":   "a\nb",
		"a\rb":     "a␍b",
		"\x00\x1b": "␀␛",
		"\x7f":     "␡",
		"a\tb":     "a\tb",
		"\u0085":   "\uFFFD",
		"\xff":     "\uFFFD",
		"\uFFFF":   "\uFFFD",
		"é😀\u2028": "é😀\u2028",
	} {
		if got := string(view.Node{Text: in}.AppendHTML(nil)); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	quoted := view.Node{Tag: "p", Attrs: []view.Attr{{Name: "aria-label", Value: `a"<&>'`}}}
	if got, want := string(quoted.AppendHTML(nil)), `<p aria-label="a&quot;&lt;&amp;&gt;'"></p>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What the page's script builds. It refuses anything else.
var (
	tags = strings.Fields("div p span strong code mark ul ol li table caption thead tbody tr th td " +
		"figure figcaption details summary pre svg path")
	attributes = strings.Fields("class scope tabindex role aria-label aria-hidden open viewBox width height d")
)

// parents lists the parents that HTML allows for an element, where it is strict.
var parents = map[string][]string{
	"li": {"ul", "ol"}, "path": {"svg"}, "caption": {"table"}, "thead": {"table"}, "tbody": {"table"},
	"tr": {"thead", "tbody"}, "th": {"tr"}, "td": {"tr"}, "summary": {"details"}, "figcaption": {"figure"},
}

// phrasing lists the elements that can contain only text and inline elements.
var (
	phrasing = strings.Fields("p span strong code mark pre summary caption")
	inline   = strings.Fields("span strong code mark svg")
)

// TestSamplesKeepTheRules: a page accepts every element of every sample.
func TestSamplesKeepTheRules(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) { keepsTheRules(t, view.Result(s.steps, s.layout, view.AsWritten)) })
	}
}

func keepsTheRules(t *testing.T, n view.Node) {
	t.Helper()
	if !slices.Contains(tags, n.Tag) {
		t.Errorf("element %s", n.Tag)
	}
	for _, a := range n.Attrs {
		if !slices.Contains(attributes, a.Name) {
			t.Errorf("attribute %s", a.Name)
		}
	}
	for _, c := range n.Children {
		if c.Tag == "" {
			if slices.Contains([]string{"ul", "ol", "table", "tr", "thead", "tbody", "svg", "figure"}, n.Tag) {
				t.Errorf("text %q in %s", c.Text, n.Tag)
			}
			continue
		}
		if allowed, ok := parents[c.Tag]; ok && !slices.Contains(allowed, n.Tag) {
			t.Errorf("%s in %s", c.Tag, n.Tag)
		}
		if slices.Contains(phrasing, n.Tag) && !slices.Contains(inline, c.Tag) {
			t.Errorf("%s in %s", c.Tag, n.Tag)
		}
		keepsTheRules(t, c)
	}
}

// TestParseJSON: a tree that was written as JSON is the same tree when it's read.
func TestParseJSON(t *testing.T) {
	for _, s := range samples() {
		n := view.Result(s.steps, s.layout, view.AsWritten)
		back, err := view.ParseJSON(n.AppendJSON(nil))
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if got, want := string(back.AppendHTML(nil)), string(n.AppendHTML(nil)); got != want {
			t.Errorf("%s: %s, want %s", s.name, got, want)
		}
	}
	for _, bad := range []string{"", "1", "[]", `["p"]`, `["p",1]`, `["p",{},[]]`, `[["p"],{}]`} {
		if _, err := view.ParseJSON([]byte(bad)); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}
