package recipe_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/fence/recipe"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

const recipesSource = "/** About the file. */\n\n/**\n * Waits.\n */\nexport async function wait() {\n" +
	"  if (1 < 2) {\n    return;\n  }\n}\n\nconst x = 1;\n\nfunction bare() {\n}\n"

const goSource = "// Wait waits.\nfunc Wait() {\n\tfor {\n\t}\n}\n\n// Other doesn't.\nfunc Other() {}\n"

const pythonSource = "import x\n\n\ndef wait(\n    a,\n):\n    \"\"\"Waits.\"\"\"\n\n    x()\n\n\ny = 1\n"

func renderRecipe(t *testing.T, body string) (render.Document, error) {
	t.Helper()
	repository, l := rendertest.Library(t, body)
	for i, text := range []string{recipesSource, goSource, "", pythonSource} {
		if text != "" {
			repository[recipe.Files[i].Path] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return render.NewMarkdown(repository, l).Render(l.BySource(rendertest.Page), nil)
}

// A recipe is its function with its own comment in each language that has it, in HTML and in Markdown.
func TestRecipes(t *testing.T) {
	d, err := renderRecipe(t, "```recipe\nwait\n```\n\n```recipe\nbare\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<details class="rs-tab" name="recipe-1" data-language="JavaScript" open><summary>JavaScript</summary>`,
		`aria-label="Recipe: wait"><code><span class="tk-c">/**` + "\n * Waits.",
		`<details class="rs-tab" name="recipe-1" data-language="Go"><summary>Go</summary>`,
		`<p>It's in <a href="/recipes.js">recipes.js</a>, <a href="/recipes.go">recipes.go</a> and ` +
			`<a href="/recipes.py">recipes.py</a>.</p>`,
		`aria-label="Recipe: bare"><code><span class="tk-k">function</span> `,
		`<p>It's in <a href="/recipes.js">recipes.js</a>.</p>`,
	} {
		if !strings.Contains(string(d.HTML), want) {
			t.Errorf("no %q in\n%s", want, d.HTML)
		}
	}
	_, wait, _ := strings.Cut(recipesSource, "file. */\n\n")
	wait, _, _ = strings.Cut(wait, "\nconst")
	inGo, _, _ := strings.Cut(goSource, "\n// Other")
	_, python, _ := strings.Cut(pythonSource, "\n\n\n")
	python, _, _ = strings.Cut(python, "\n\ny")
	want := "```js\n" + wait + "```\n\n```go\n" + inGo + "```\n\n```python\n" + python +
		"```\n\nIt's in [recipes.js](/recipes.js), [recipes.go](/recipes.go) and [recipes.py](/recipes.py).\n\n" +
		"```js\nfunction bare() {\n}\n```\n\nIt's in [recipes.js](/recipes.js).\n"
	if diff := cmp.Diff(want, d.Plain); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}
}

func TestUnknownRecipe(t *testing.T) {
	_, err := renderRecipe(t, "x\n\n```recipe\nwai\n```\n")
	if err == nil || !strings.Contains(err.Error(), ":10: there is no function wai in patterns/recipes") {
		t.Errorf("error %v", err)
	}
}
