package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/ask"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Form is what the reader of a guide has to get through: what isn't folded.
type Form struct {
	Decided bool // the guide begins with a decision
	Words   int  // of its prose: paragraphs, lists and quotes
	Open    int  // requests
	Asked   int  // questions, folded ones included
}

// The speed of reading: words in a minute, and examples in a minute.
const (
	wordsInMinute    = 200
	examplesInMinute = 4
)

// Minutes is how long reading takes.
func (f Form) Minutes() int {
	quarters := (f.Words*examplesInMinute + wordsInMinute - 1) / wordsInMinute
	return max(1, (quarters+f.Open+examplesInMinute-1)/examplesInMinute)
}

// form counts what isn't folded.
func (j *job) form(doc *ast.Document) (f Form) {
	f.Decided = j.decided()
	f.Asked = len(fence.Placed[*ask.Ask](j.Page))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading, *extast.Table, *extast.Footnote:
			return ast.WalkSkipChildren, nil
		case *fence.Node:
			if _, ok := n.Content.(*fold); ok {
				return ast.WalkSkipChildren, nil
			}
			if e, ok := n.Content.(*live.Live); ok && entering && e.IsOpen() {
				f.Open++
			}
		case *ast.Paragraph, *ast.TextBlock:
			if entering {
				f.Words += len(strings.Fields(markup.Plain(n, j.Markdown)))
			}
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return f
}
