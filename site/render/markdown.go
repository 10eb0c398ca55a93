package render

import (
	"bytes"
	"errors"
	"html/template"
	"io/fs"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/site/content"
)

// Document is the HTML of a page's Markdown, with what the templates need to know about it.
type Document struct {
	HTML     template.HTML
	Plain    string // the Markdown for readers of Markdown
	Headings []Heading
	Examples int            // how many of its examples can run
	Figures  bool           // whether it has sequences, loads or alerts, which have a style sheet of their own
	Form     Form           // what its reader has to get through
	Shown    []Example      // those whose raw HTTP is on the page of exchanges
	Ticks    int            // boxes that a reader can tick
	Critical int            // of these, the ones that matter most
	Extras   bool           // it has boxes or a form, which have a style sheet of their own
	Lines    map[string]int // the source line of each link target and each "#id"

	Pictures map[string][]byte // that the page loads, by their paths on the site
}

// Markdown turns the Markdown of pages into HTML.
type Markdown struct {
	repository fs.FS // for checking links to files
	library    *content.Library
	terms      []term // of the glossary
	goldmark   goldmark.Markdown
}

// NewMarkdown returns a Markdown for the pages of a library.
func NewMarkdown(repository fs.FS, library *content.Library) *Markdown {
	prioritized := func(r renderer.NodeRenderer) util.PrioritizedValue { return util.Prioritized(r, 100) }
	return &Markdown{repository, library, terms(library), goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote),
		goldmark.WithParserOptions(
			parser.WithAutoHeadingID(),
			parser.WithHeadingAttribute(),
			parser.WithASTTransformers(util.Prioritized(transformer{}, 100)),
		),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(
			prioritized(exampleRenderer{}), prioritized(codeRenderer{}), prioritized(alertRenderer{}),
			prioritized(headingRenderer{}), prioritized(tableRenderer{}), prioritized(compareRenderer{}),
			prioritized(sequenceRenderer{}), prioritized(programRenderer{}), prioritized(decisionRenderer{}),
			prioritized(askRenderer{}), prioritized(foldRenderer{}), prioritized(rowRenderer{}),
			prioritized(tabsRenderer{}), prioritized(recipeRenderer{}),
			prioritized(chooseRenderer{}), prioritized(tickRenderer{}), prioritized(loadRenderer{}),
			prioritized(matrixRenderer{}),
		)),
	)}
}

// Render writes the Markdown of a page, with examples in place of their fences.
func (m *Markdown) Render(page *content.Page, examples []Example) (Document, error) {
	j := &job{
		Markdown: m, page: page, examples: examples, source: []byte(page.Body),
		doc: Document{Lines: map[string]int{}}, levels: map[*ast.FencedCodeBlock]int{},
		headings: map[*ast.Heading]Heading{},
	}
	for _, e := range examples {
		if len(e.Exchange) > 0 {
			j.doc.Shown = append(j.doc.Shown, e)
		}
		if e.Status != "" {
			j.doc.Examples++
		}
		if e.Name != "" {
			j.doc.Lines["#"+e.Name] = e.Fences[0].Line
		}
	}
	pc := parser.NewContext(parser.WithIDs(headingIDs{}))
	pc.Set(jobKey, j)
	var out bytes.Buffer
	if err := m.goldmark.Convert(j.source, &out, parser.WithContext(pc)); err != nil {
		return Document{}, err
	}
	j.doc.HTML = template.HTML(out.String())
	j.doc.Plain = j.plain()
	return j.doc, errors.Join(j.problems...)
}

// relatedID is the id of the section that is made from a guide's front matter.
const relatedID = "related"

// job is the rendering of one page.
type job struct {
	*Markdown
	page     *content.Page
	examples []Example
	source   []byte
	doc      Document
	programs int                          // how many JavaScript examples have been placed so far
	asked    []*ask                       // its questions
	tabs     int                          // how many programs in several languages
	decision *decision                    // the panel of a guide that has one
	levels   map[*ast.FencedCodeBlock]int // of the heading above each fence
	headings map[*ast.Heading]Heading
	problems []error
	unlinked []*ast.Link // links to guides that don't exist yet
}

var jobKey = parser.NewContextKey()

// line returns the line of a node in the page's file.
func (j *job) line(n ast.Node) int {
	for n != nil && n.Pos() < 0 {
		n = n.Parent()
	}
	if n == nil {
		return j.page.Line
	}
	return j.page.Line + bytes.Count(j.source[:n.Pos()], []byte("\n"))
}

func (j *job) problem(n ast.Node, message string) {
	j.problems = append(j.problems, &content.Problem{File: j.page.Source, Line: j.line(n), Message: message})
}

// problemAt adds a problem at an offset of the source.
func (j *job) problemAt(offset int, message string) {
	j.problemIn(j.lineAt(offset), message)
}

// lineAt returns the line of an offset of the source.
func (j *job) lineAt(offset int) int {
	return j.page.Line + bytes.Count(j.source[:offset], []byte("\n"))
}

// problemIn adds a problem in a line of the page's file.
func (j *job) problemIn(line int, message string) {
	j.problems = append(j.problems, &content.Problem{File: j.page.Source, Line: line, Message: message})
}

// transformer replaces nodes of the Markdown parser by our own, and refuses what a page can't contain.
type transformer struct{}

func (transformer) Transform(doc *ast.Document, _ text.Reader, pc parser.Context) {
	j := pc.Get(jobKey).(*job)
	var fences []*ast.FencedCodeBlock
	var drawn []func() // replace the other fences
	decided := func() {}
	var quotes []*ast.Blockquote
	level := 1
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			kind := info(n, j.source)
			if strings.HasPrefix(kind, "csv ") {
				kind = "http" // data is placed like the requests that read it
			}
			j.levels[n] = level
			switch kind {
			case "http":
				fences = append(fences, n)
			case "decision":
				decided = func() { j.placeDecision(n) }
			case "ask":
				drawn = append(drawn, func() { j.placeAsk(n) })
			case "js":
				if j.page.Kind.IsGuide() {
					drawn = append(drawn, func() { j.placeProgram(n) })
				}
			case "compare":
				drawn = append(drawn, func() { j.placeCompare(n) })
			case "choose":
				drawn = append(drawn, func() { j.placeChoose(n) })
			case "recipe":
				drawn = append(drawn, func() { j.placeRecipe(n) })
			case "load":
				drawn = append(drawn, func() { j.placeLoad(n) })
			case "design":
				drawn = append(drawn, func() { j.placeDesign(n) })
			case "assumptions":
				drawn = append(drawn, func() { j.placeAssumptions(n) })
			case "sequence":
				drawn = append(drawn, func() { j.placeSequence(n) })
			}
		case *ast.Blockquote:
			quotes = append(quotes, n)
		case *ast.Heading:
			j.noteHeading(n)
			level = n.Level
		case *ast.Link:
			j.resolveLink(n)
		case *ast.Image:
			j.problem(n, "a page can't contain images: pictures are drawn from examples")
		case *ast.HTMLBlock, *ast.RawHTML:
			j.problem(n, "a page can't contain HTML")
		case *extast.TaskCheckBox:
			j.nameTick(n)
		case *extast.TableCell:
			alignByClass(n)
			j.nameTerm(n)
		}
		return ast.WalkContinue, nil
	})
	j.placeExamples(fences) // nodes can only be replaced after the walk
	for _, draw := range drawn {
		draw()
	}
	for _, quote := range quotes {
		j.placeAlert(quote)
	}
	for _, link := range j.unlinked {
		unlink(link)
	}
	j.linkTerms(doc)
	decided()
	j.gather(doc)
	j.placeFolds(doc)
	j.contents(doc)
	j.doc.Form = j.form(doc)
}

// info returns the whole info string of a fence. Editors recognise an example only if it is exactly http
// or js.
func info(n *ast.FencedCodeBlock, source []byte) string {
	if n.Info == nil {
		return ""
	}
	return strings.TrimSpace(string(n.Info.Segment.Value(source)))
}
