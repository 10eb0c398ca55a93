// Package recipe shows functions of the recipes in place of recipe fences.
package recipe

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// recipesPage is the document that says what the recipes promise.
const recipesPage = "docs/recipes.md"

// recipe is the source of one function of the recipes, in each language that has it.
type recipe struct {
	name     string
	number   int // among those of the page
	sources  []source
	promises string // the address of what it promises, or "" on that page
}

// Kind shows the functions that recipe fences name.
var Kind = fence.Kind{Word: "recipe", Place: place}

// place makes a function of a fence whose text is its name in JavaScript.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &recipe{name: strings.TrimSpace(p.Inside(f)), number: len(fence.Placed[*recipe](p)) + 1}
	var err error
	if n.sources, err = sourcesOf(p.Repository, n.name); err != nil {
		p.Problem(f, err.Error())
	}
	if page := p.Library.BySource(recipesPage); page != nil && page != p.Page {
		n.promises = page.URL() + "#" + markup.ID(n.name)
		p.Lines[n.promises] = p.LineOf(f)
	}
	return n
}

// HTML writes the function, as the tabs of programs.
func (n *recipe) HTML() []byte {
	b := &markup.Builder{}
	b.Add(`<div class="langs rs-tabs">` + "\n")
	for i, s := range n.sources {
		b.Add(`<details class="rs-tab" name="recipe-`).Number(n.number)
		b.Add(`" data-language="`).Text(s.Language).Add(`"`)
		if i == 0 {
			b.Add(" open")
		}
		b.Add("><summary>").Text(s.Language).Add("</summary>\n")
		b.Add(`<pre class="code" tabindex="0" role="group" aria-label="Recipe: `).Text(n.name)
		b.Add(`"><code>`).Tokens(markup.Code(s.lexer, s.text)).Add("</code></pre>\n</details>\n")
	}
	b.Add("</div>\n<p>It's in ")
	for i, s := range n.sources {
		b.Add(separator(i, len(n.sources))).Add(`<a href="` + s.URL() + `">` + s.URL()[1:] + "</a>")
	}
	if n.promises != "" {
		b.Add(`; here is <a href="`).Text(n.promises).Add(`">what it promises and needs</a>`)
	}
	return b.Add(".</p>\n").Bytes()
}

// separator is what stands before one of some items in a sentence.
func separator(i, of int) string {
	switch i {
	case 0:
		return ""
	case of - 1:
		return " and "
	}
	return ", "
}

// Plain is the function as fences of code.
func (n *recipe) Plain() string {
	var b strings.Builder
	for _, s := range n.sources {
		fmt.Fprintf(&b, "```%s\n%s```\n\n", s.lexer, s.text)
	}
	b.WriteString("It's in ")
	for i, s := range n.sources {
		fmt.Fprintf(&b, "%s[%s](%s)", separator(i, len(n.sources)), s.URL()[1:], s.URL())
	}
	return b.String() + ".\n"
}
