package render

import (
	"bytes"
	"html/template"
	"io/fs"
	"slices"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/kept"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/figure"
)

// Document is the HTML of a page's Markdown, with what the templates need to know about it.
type Document struct {
	HTML     template.HTML
	Plain    string // the Markdown for readers of Markdown
	Headings []Heading
	Examples int             // how many of its examples can run
	Entries  []string        // what it loads beside what all pages load, as rows of the table of entries
	Form     Form            // what its reader has to get through
	Shown    []fence.Example // those whose raw HTTP is on the page of exchanges
	Ticks    int             // boxes that a reader can tick
	Critical int             // of these, the ones that matter most
	Lines    map[string]int  // the source line of each link target and each "#id"

	Pictures map[string][]byte // that the page loads, by their paths on the site
	Figure   string            // the SVG of a guide's figure, for its card
}

// Markdown turns the Markdown of pages into HTML.
type Markdown struct {
	Loads kept.Folder // for the results of simulated loads
	// Unplayed leaves out the results of loads, because a caller that only asks for problems needn't wait.
	Unplayed bool

	repository fs.FS // for checking links to files
	library    *content.Library
	terms      []term // of the glossary
	goldmark   goldmark.Markdown
}

// functionsOf are what writes nodes, by their kinds.
type functionsOf map[ast.NodeKind]renderer.NodeRendererFunc

// RegisterFuncs registers them.
func (f functionsOf) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	for kind, write := range f {
		r.Register(kind, write)
	}
}

// renderers write what goldmark would write otherwise.
var renderers = functionsOf{
	ast.KindFencedCodeBlock: renderCode, ast.KindCodeBlock: renderCode, ast.KindHeading: renderHeading,
	extast.KindTable: renderTable, extast.KindTaskCheckBox: renderTick,
}

// NewMarkdown returns a Markdown for the pages of a library.
func NewMarkdown(repository fs.FS, library *content.Library) *Markdown {
	m := goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote),
		goldmark.WithParserOptions(
			parser.WithAutoHeadingID(),
			parser.WithHeadingAttribute(),
			parser.WithASTTransformers(
				util.Prioritized(transformer((*job).note), fence.Notes),
				util.Prioritized(transformer((*job).placeBlocks), fence.Blocks),
				util.Prioritized(transformer((*job).outline), fence.Outline),
			),
		),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(
			util.Prioritized(fence.Renderer{}, 100), util.Prioritized(renderers, 100),
		)),
	)
	for _, k := range fences {
		k.Extend(m)
	}
	return &Markdown{repository: repository, library: library, terms: terms(library), goldmark: m}
}

// Render writes the Markdown of a page, with examples in place of their fences. If a fence is
// unknown, that's its only problem.
func (m *Markdown) Render(page *content.Page, examples []fence.Example) (Document, error) {
	if err := Fences(page); err != nil {
		return Document{}, err
	}
	j := &job{
		Page: &fence.Page{
			Page: page, Library: m.library, Repository: m.repository, Loads: m.Loads, Examples: examples,
			Markdown: []byte(page.Body), Lines: map[string]int{}, Unplayed: m.Unplayed,
		},
		terms: m.terms, headings: map[*ast.Heading]Heading{},
	}
	for _, e := range examples {
		if len(e.Exchange) > 0 {
			j.Shown = append(j.Shown, e)
		}
		if e.Status != "" {
			j.Live++
		}
		if e.Name != "" {
			j.Lines["#"+e.Name] = e.Fences[0].Line
		}
	}
	pc := parser.NewContext(parser.WithIDs(headingIDs{}))
	pc.Set(jobKey, j)
	pc.Set(fence.PageKey, j.Page)
	var out bytes.Buffer
	if err := m.goldmark.Convert(j.Markdown, &out, parser.WithContext(pc)); err != nil {
		return Document{}, err
	}
	j.doc.HTML, j.doc.Plain = template.HTML(out.String()), j.plain()
	j.doc.Examples, j.doc.Shown, j.doc.Entries = j.Live, j.Shown, j.Entries
	j.doc.Lines, j.doc.Pictures = j.Lines, j.Pictures
	for _, f := range fence.Placed[*figure.Figure](j.Page) {
		j.doc.Figure = f.SVG()
	}
	slices.SortFunc(j.doc.Entries, func(a, b string) int { return entry.Index(a) - entry.Index(b) })
	return j.doc, j.Problems()
}

// relatedID is the id of the section that is made from a guide's front matter.
const relatedID = "related"

// job is the rendering of one page.
type job struct {
	*fence.Page
	doc      Document
	terms    []term // of the glossary
	tabs     int    // how many programs in several languages
	headings map[*ast.Heading]Heading
	quotes   []*ast.Blockquote
	unlinked []*ast.Link // links to guides that don't exist yet
}

var jobKey = parser.NewContextKey()

// transformer is a step in which the nodes of the Markdown parser become our own.
type transformer func(*job, *ast.Document)

// Transform takes the step.
func (t transformer) Transform(doc *ast.Document, _ text.Reader, pc parser.Context) {
	t(pc.Get(jobKey).(*job), doc)
}

// note collects what the later steps need, and refuses what a page can't contain.
func (j *job) note(doc *ast.Document) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Blockquote:
			j.quotes = append(j.quotes, n)
		case *ast.Heading:
			j.noteHeading(n)
		case *ast.Link:
			j.resolveLink(n)
		case *ast.Image:
			j.Problem(n, "a page can't contain images: pictures are drawn from examples")
		case *ast.HTMLBlock, *ast.RawHTML:
			j.Problem(n, "a page can't contain HTML")
		case *extast.TaskCheckBox:
			j.nameTick(n)
		case *extast.TableCell:
			alignByClass(n)
			j.nameTerm(n)
		}
		return ast.WalkContinue, nil
	})
}

// placeBlocks places alerts and the links to terms.
func (j *job) placeBlocks(doc *ast.Document) {
	for _, quote := range j.quotes {
		j.placeAlert(quote)
	}
	for _, link := range j.unlinked {
		unlink(link)
	}
	j.linkTerms(doc)
}

// outline takes together what belongs together, and finds out what the page consists of.
func (j *job) outline(doc *ast.Document) {
	j.gather(doc)
	j.placeFolds(doc)
	j.contents(doc)
	j.doc.Form = j.form(doc)
}
