package render

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/fence/program"
	"github.com/rowkey/rowkey/site/render/markup"
)

// row is several hidden examples in a row, as one line that its reader can open.
type row struct{ ast.BaseBlock }

var kindRow = ast.NewNodeKind("Row")

func (n *row) Kind() ast.NodeKind { return kindRow }

func (n *row) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// tabs is the same program in several languages, one of which is shown.
type tabs struct {
	ast.BaseBlock
	number int // among those of the page
}

var kindTabs = ast.NewNodeKind("Tabs")

func (n *tabs) Kind() ast.NodeKind { return kindTabs }

func (n *tabs) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// tabbed is one of the languages.
type tabbed struct {
	ast.BaseBlock
	language string
}

var kindTabbed = ast.NewNodeKind("Tabbed")

func (n *tabbed) Kind() ast.NodeKind { return kindTabbed }

func (n *tabbed) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// languages are those that tabs have, by the first word of a fence. No tool here compiles C#.
var languages = map[string]struct {
	name       string
	unchecked  bool
	everywhere string // what the choice of it is stored as
}{
	"javascript": {name: "JavaScript"},
	"js":         {name: "JavaScript"},
	"go":         {name: "Go"},
	"csharp":     {name: "C#", unchecked: true},
	"python":     {name: "Python"},
}

// gather makes one row of hidden examples with nothing between them, and tabs of programs in
// several languages. It is for guides.
func (j *job) gather(doc *ast.Document) {
	if !j.Kind.IsGuide() {
		return
	}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if run := hiddenFrom(n); len(run) > 1 {
			n = replaceAll(run, &row{})
			for _, e := range run {
				row, _ := fence.Of[*live.Live](e)
				row.InRow = true
			}
			continue
		}
		if run, spoken := j.programsFrom(n); len(run) > 1 {
			j.tabs++
			t := &tabs{number: j.tabs}
			n = replaceAll(run, t)
			for i, program := range run {
				one := &tabbed{language: spoken[i]}
				t.ReplaceChild(t, program, one)
				one.AppendChild(one, program)
			}
		}
	}
}

// replaceAll moves adjacent nodes into another one, which takes their place.
func replaceAll(run []ast.Node, into ast.Node) ast.Node {
	parent := run[0].Parent()
	parent.InsertBefore(parent, run[0], into)
	for _, n := range run {
		into.AppendChild(into, n)
	}
	return into
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
		language := languages[word].name
		if language == "" || seen[language] {
			break
		}
		seen[language] = true
		run, spoken = append(run, n), append(spoken, word)
	}
	return run, spoken
}

// rowRenderer writes rows of hidden examples.
type rowRenderer struct{}

func (rowRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindRow, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		b := &markup.Builder{}
		if entering {
			b.Add(`<details class="ex-setup"><summary>`).Add(n.(*row).words()).Add("</summary>\n")
		} else {
			b.Add("</details>\n")
		}
		_, _ = w.Write(b.Bytes())
		return ast.WalkContinue, nil
	})
}

// words counts the requests of a row: "2 set-up requests, 1 more request".
func (n *row) words() string {
	setUps, asides := 0, 0
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if e, _ := fence.Of[*live.Live](c); e.Example.Aside {
			asides++
		} else {
			setUps++
		}
	}
	var words []string
	if setUps > 0 {
		words = append(words, markup.Count(setUps, "set-up request", "set-up requests"))
	}
	if asides > 0 {
		words = append(words, markup.Count(asides, "more request", "more requests"))
	}
	return strings.Join(words, ", ")
}

// tabsRenderer writes programs in several languages. Its tabs are those of results, and the page's
// script remembers which language its reader wants.
type tabsRenderer struct{}

func (tabsRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindTabs, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString(`<div class="langs rs-tabs">` + "\n")
		} else {
			_, _ = w.WriteString("</div>\n")
		}
		return ast.WalkContinue, nil
	})
	r.Register(kindTabbed, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		b := &markup.Builder{}
		one := n.(*tabbed)
		language := languages[one.language]
		switch {
		case entering:
			b.Add(`<details class="rs-tab" name="langs-`).Number(one.Parent().(*tabs).number)
			b.Add(`" data-language="`).Text(language.name).Add(`"`)
			if one.PreviousSibling() == nil {
				b.Add(" open")
			}
			b.Add("><summary>").Text(language.name).Add("</summary>\n")
		case language.unchecked:
			b.Add(`<p class="langs-note">Not compiled here.</p></details>` + "\n")
		default:
			b.Add("</details>\n")
		}
		_, _ = w.Write(b.Bytes())
		return ast.WalkContinue, nil
	})
}
