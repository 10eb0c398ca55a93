package render

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// The recipes: their file in the repository and on the site, and the document that says what they promise.
const (
	RecipesFile = "patterns/recipes.js"
	RecipesURL  = "/recipes.js"
	recipesPage = "docs/recipes.md"
)

// recipe is the source of one function of the recipes.
type recipe struct {
	ast.BaseBlock
	name, text string
	promises   string // the address of what it promises, or "" on that page
}

var kindRecipe = ast.NewNodeKind("Recipe")

func (n *recipe) Kind() ast.NodeKind { return kindRecipe }

func (n *recipe) IsRaw() bool { return true }

func (n *recipe) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// placeRecipe replaces a fence whose text is the name of a function by that function.
func (j *job) placeRecipe(fence *ast.FencedCodeBlock) {
	n := &recipe{name: strings.TrimSpace(string(fence.Lines().Value(j.source)))}
	n.SetPos(fence.Pos())
	var err error
	if n.text, err = j.recipe(n.name); err != nil {
		j.problem(fence, err.Error())
	}
	if page := j.library.BySource(recipesPage); page != nil && page != j.page {
		n.promises = page.URL() + "#" + string(headingIDs{}.Generate([]byte(n.name), 0))
		j.doc.Lines[n.promises] = j.line(fence)
	}
	fence.Parent().ReplaceChild(fence.Parent(), fence, n)
}

// recipe returns the source of a function of the recipes, with the comment above it.
func (j *job) recipe(name string) (string, error) {
	file, err := fs.ReadFile(j.repository, RecipesFile)
	if err != nil {
		return "", err
	}
	source := strings.ReplaceAll(string(file), "\r\n", "\n")
	begin := regexp.MustCompile(`(?m)^(export )?(async )?function\*? ` + regexp.QuoteMeta(name) + `\(`)
	at := begin.FindStringIndex(source)
	end := -1
	if at != nil {
		end = strings.Index(source[at[0]:], "\n}\n")
	}
	if end < 0 {
		return "", fmt.Errorf("there is no function %s in %s", name, RecipesFile)
	}
	start := at[0]
	if comment := strings.LastIndex(source[:start], "/**"); strings.HasSuffix(source[:start], "*/\n") {
		start = comment
	}
	return source[start : at[0]+end+len("\n}\n")], nil
}

// plainRecipe returns the function as a fence of JavaScript.
func (j *job) plainRecipe(lines []string) string {
	text, err := j.recipe(strings.TrimSpace(strings.Join(lines, "")))
	if err != nil {
		return "" // the page has said so
	}
	return "```js\n" + text + "```\n\nIt's in [recipes.js](" + RecipesURL + ").\n"
}

// recipeRenderer writes recipes.
type recipeRenderer struct{}

func (recipeRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindRecipe, func(
		w util.BufWriter, _ []byte, node ast.Node, entering bool,
	) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		n := node.(*recipe)
		b := &builder{}
		b.add(`<pre class="code" tabindex="0" role="group" aria-label="Recipe: `).text(n.name)
		b.add(`"><code>`).tokens(Code("js", n.text)).add("</code></pre>\n")
		b.add(`<p>It's in <a href="` + RecipesURL + `">recipes.js</a>`)
		if n.promises != "" {
			b.add(`; here is <a href="`).text(n.promises).add(`">what it promises and needs</a>`)
		}
		b.add(".</p>\n")
		_, _ = w.Write(b.Bytes())
		return ast.WalkSkipChildren, nil
	})
}
