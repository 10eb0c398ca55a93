// Package recipe shows functions of the recipes in place of recipe fences.
package recipe

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// The recipes: their file in the repository and on the site, and the document that says what they
// promise.
const (
	File        = "patterns/recipes.js"
	URL         = "/recipes.js"
	recipesPage = "docs/recipes.md"
)

// recipe is the source of one function of the recipes.
type recipe struct {
	name, text string
	promises   string // the address of what it promises, or "" on that page
}

// Kind shows the functions that recipe fences name.
var Kind = fence.Kind{Word: "recipe", Place: place}

// place makes a function of a fence whose text is its name.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &recipe{name: strings.TrimSpace(p.Inside(f))}
	var err error
	if n.text, err = source(p.Repository, n.name); err != nil {
		p.Problem(f, err.Error())
	}
	if page := p.Library.BySource(recipesPage); page != nil && page != p.Page {
		n.promises = page.URL() + "#" + markup.ID(n.name)
		p.Lines[n.promises] = p.LineOf(f)
	}
	return n
}

// source returns the source of a function of the recipes, with the comment above it.
func source(repository fs.FS, name string) (string, error) {
	file, err := fs.ReadFile(repository, File)
	if err != nil {
		return "", err
	}
	text := strings.ReplaceAll(string(file), "\r\n", "\n")
	begin := regexp.MustCompile(`(?m)^(export )?(async )?function\*? ` + regexp.QuoteMeta(name) + `\(`)
	at := begin.FindStringIndex(text)
	end := -1
	if at != nil {
		end = strings.Index(text[at[0]:], "\n}\n")
	}
	if end < 0 {
		return "", fmt.Errorf("there is no function %s in %s", name, File)
	}
	start := at[0]
	if comment := strings.LastIndex(text[:start], "/**"); strings.HasSuffix(text[:start], "*/\n") {
		start = comment
	}
	return text[start : at[0]+end+len("\n}\n")], nil
}

// HTML writes the function.
func (n *recipe) HTML() []byte {
	b := &markup.Builder{}
	b.Add(`<pre class="code" tabindex="0" role="group" aria-label="Recipe: `).Text(n.name)
	b.Add(`"><code>`).Tokens(markup.Code("js", n.text)).Add("</code></pre>\n")
	b.Add(`<p>It's in <a href="` + URL + `">recipes.js</a>`)
	if n.promises != "" {
		b.Add(`; here is <a href="`).Text(n.promises).Add(`">what it promises and needs</a>`)
	}
	return b.Add(".</p>\n").Bytes()
}

// Plain is the function as a fence of JavaScript.
func (n *recipe) Plain() string {
	return "```js\n" + n.text + "```\n\nIt's in [recipes.js](" + URL + ").\n"
}
