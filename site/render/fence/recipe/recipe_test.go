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

func renderRecipe(t *testing.T, body string) (render.Document, error) {
	t.Helper()
	repository, l := rendertest.Library(t, body)
	repository[recipe.File] = &fstest.MapFile{Data: []byte(recipesSource)}
	return render.NewMarkdown(repository, l).Render(l.BySource(rendertest.Page), nil)
}

// A recipe is its function with its own comment, in HTML and in Markdown.
func TestRecipes(t *testing.T) {
	d, err := renderRecipe(t, "```recipe\nwait\n```\n\n```recipe\nbare\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`aria-label="Recipe: wait"><code><span class="tk-c">/**` + "\n * Waits.",
		"return</span>;\n  }\n}\n</code></pre>\n" + `<p>It's in <a href="/recipes.js">recipes.js</a>.</p>`,
		`aria-label="Recipe: bare"><code><span class="tk-k">function</span> `,
	} {
		if !strings.Contains(string(d.HTML), want) {
			t.Errorf("no %q in\n%s", want, d.HTML)
		}
	}
	_, wait, _ := strings.Cut(recipesSource, "file. */\n\n")
	wait, _, _ = strings.Cut(wait, "\nconst")
	want := "```js\n" + wait + "```\n\nIt's in [recipes.js](/recipes.js).\n\n" +
		"```js\nfunction bare() {\n}\n```\n\nIt's in [recipes.js](/recipes.js).\n"
	if diff := cmp.Diff(want, d.Plain); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}
}

func TestUnknownRecipe(t *testing.T) {
	_, err := renderRecipe(t, "x\n\n```recipe\nwai\n```\n")
	if err == nil || !strings.Contains(err.Error(), ":10: there is no function wai in patterns/recipes.js") {
		t.Errorf("error %v", err)
	}
}
