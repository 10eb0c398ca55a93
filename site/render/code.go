package render

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/site/render/markup"
)

// renderCode writes a code block that is not an example.
func renderCode(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language := ""
	if fence, ok := n.(*ast.FencedCodeBlock); ok {
		language = string(fence.Language(source))
	}
	text := string(n.Lines().Value(source))
	b := &markup.Builder{}
	b.Add(`<pre class="code" tabindex="0" role="group" aria-label="`)
	if language == "" || language == "text" {
		b.Add("Text")
	} else {
		b.Add("Code: ").Text(language)
	}
	b.Add(`"><code>`).Tokens(markup.Code(language, text)).Add("</code></pre>\n")
	_, _ = w.Write(b.Bytes())
	return ast.WalkSkipChildren, nil
}
