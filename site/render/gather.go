package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/fence/program"
	"github.com/rowkey/rowkey/site/render/markup"
)

// languages are those that tabs have, by the first word of a fence.
var languages = map[string]string{
	"javascript": "JavaScript", "js": "JavaScript", "go": "Go", "csharp": "C#", "python": "Python",
}

// gather makes one row of hidden examples with nothing between them, and tabs of programs in
// several languages. It is for guides.
func (j *job) gather(doc *ast.Document) {
	if !j.Kind.IsGuide() {
		return
	}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if run := hiddenFrom(n); len(run) > 1 {
			n = fence.Enclose(fence.Box{
				Open:  `<details class="ex-setup"><summary>` + counted(run) + "</summary>\n",
				Close: "</details>\n",
			}, run...)
			continue
		}
		if run, spoken := j.programsFrom(n); len(run) > 1 {
			j.tabs++
			n = fence.Enclose(fence.Box{Open: `<div class="langs rs-tabs">` + "\n", Close: "</div>\n"}, run...)
			for i, program := range run {
				fence.Enclose(tab(spoken[i], j.tabs, i == 0), program)
			}
		}
	}
}

// tab is one of the languages of a program. Its tabs are those of results, and the page's script
// remembers which language its reader wants.
func tab(word string, number int, open bool) fence.Box {
	language := languages[word]
	b := &markup.Builder{}
	b.Add(`<details class="rs-tab" name="langs-`).Number(number)
	b.Add(`" data-language="`).Text(language).Add(`"`)
	if open {
		b.Add(" open")
	}
	b.Add("><summary>").Text(language).Add("</summary>\n")
	return fence.Box{Open: b.String(), Close: "</details>\n"}
}

// hiddenFrom returns the hidden examples from a node on.
func hiddenFrom(n ast.Node) (run []ast.Node) {
	for ; n != nil; n = n.NextSibling() {
		e, ok := fence.Of[*live.Live](n)
		if !ok || !e.Example.Hidden || e.Example.Data != nil {
			break
		}
		run = append(run, n)
	}
	return run
}

// programsFrom returns the programs from a node on, up to the second in the same language, and
// their languages.
func (j *job) programsFrom(n ast.Node) (run []ast.Node, spoken []string) {
	seen := map[string]bool{}
	for ; n != nil; n = n.NextSibling() {
		word := ""
		switch n := n.(type) {
		case *fence.Node:
			if _, ok := n.Content.(*program.Program); ok {
				word = "js"
			}
		case *ast.FencedCodeBlock:
			word = string(n.Language(j.Markdown))
		}
		language := languages[word]
		if language == "" || seen[language] {
			break
		}
		seen[language] = true
		run, spoken = append(run, n), append(spoken, word)
	}
	return run, spoken
}

// counted puts hidden examples into a row and says how many they are: "2 set-up requests, 1 more
// request".
func counted(run []ast.Node) string {
	setUps, asides := 0, 0
	for _, n := range run {
		e, _ := fence.Of[*live.Live](n)
		e.InRow = true
		if e.Example.Aside {
			asides++
		} else {
			setUps++
		}
	}
	var words []string
	if setUps > 0 {
		words = append(words, view.Count(setUps, "set-up request", "set-up requests"))
	}
	if asides > 0 {
		words = append(words, view.Count(asides, "more request", "more requests"))
	}
	return strings.Join(words, ", ")
}
