package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/ask"
	"github.com/rowkey/rowkey/site/render/fence/choose"
	"github.com/rowkey/rowkey/site/render/fence/compare"
	"github.com/rowkey/rowkey/site/render/fence/decision"
	"github.com/rowkey/rowkey/site/render/fence/design"
	"github.com/rowkey/rowkey/site/render/fence/figure"
	"github.com/rowkey/rowkey/site/render/fence/invariant"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/fence/load"
	"github.com/rowkey/rowkey/site/render/fence/program"
	"github.com/rowkey/rowkey/site/render/fence/recipe"
	"github.com/rowkey/rowkey/site/render/fence/sequence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// fences are the kinds of fences, a row for each.
var fences = []fence.Kind{
	live.HTTP, live.Data, ask.Kind, choose.Kind, compare.Kind, decision.Kind, design.Kind, figure.Kind,
	invariant.Kind, load.Kind, load.Assumptions, program.Kind, recipe.Kind, sequence.Kind,
}

// Fences finds the fences of a page whose word is neither a kind of fence nor a language. What else
// is wrong with the page may follow from that.
func Fences(page *content.Page) error {
	p := &fence.Page{Page: page}
	open := ""
	line := page.Line
	for text := range strings.Lines(page.Body) {
		text = strings.TrimSpace(text)
		mark := text[:len(text)-len(strings.TrimLeft(text, "`"))]
		switch {
		case open != "" && text == open:
			open = ""
		case open == "" && len(mark) >= 3:
			open = mark
			if word, _, _ := strings.Cut(text[len(mark):], " "); !isKnown(word) {
				p.ProblemIn(line, unknown(word))
			}
		}
		line++
	}
	return p.Problems()
}

func isKnown(word string) bool {
	is := func(k fence.Kind) bool { return k.Word == word }
	return word == "" || word == "text" || slices.ContainsFunc(fences, is) || markup.IsLanguage(word)
}

// unknown says what a word may have been meant to be.
func unknown(word string) string {
	var words []string
	for _, k := range fences {
		words = append(words, k.Word)
	}
	if meant := spelling.Nearest(word, words); meant != "" {
		return fmt.Sprintf("unknown fence %s; did you mean %s?", word, meant)
	}
	return fmt.Sprintf("unknown fence %s: it's no kind of fence and no language; ```text is for the rest", word)
}
