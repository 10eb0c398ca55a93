package watched

import (
	"cmp"
	_ "embed"
	"html/template"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/lint"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/site/ui/styles"
)

//go:embed page.tmpl
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page is what the template shows.
type page struct {
	From, Sum, Design string
	Style             template.CSS
	Shapes            []shown
	Apart             string
	Unread            bool
}

// shown is a shape as the page has it.
type shown struct {
	*Shape
	Kind     template.HTML
	Figures  []figure
	Asides   []string
	Findings []finding
	Picture  template.HTML
	Request  string
	Link     string // to the playground
	TooLarge bool   // for a link
}

type figure struct{ Name, Value string }

// finding is what a reviewer would say, and what to write or to send instead, if that's known.
type finding struct{ Says, Write, Send string }

// HTML returns the report as a page of its own, without scripts or anything from elsewhere: the shapes that
// will cost most first. files are those of Files, and site is where links lead.
func (r *Report) HTML(from, site string, files []File) string {
	p := page{From: from, Sum: r.sum()}
	p.Style = template.CSS(styles.Tokens + styles.Words + styles.Lanes + pageStyle)
	var tables []File
	var given []*data.Table
	for _, f := range files {
		switch {
		case strings.HasSuffix(f.Name, ".csv"):
			tables = append(tables, f)
			given = append(given, data.Parse(tableOf(f), f.Text, data.Whole(f.Name)))
		case strings.HasSuffix(f.Name, ".yaml"):
			p.Design = inWorkbench(site, f.Text)
		}
	}
	left := leftBy(tables)
	defer left.Close()
	inCost := slices.Clone(r.Shapes)
	slices.SortStableFunc(inCost, func(a, b *Shape) int {
		return cmp.Or(b.willCost()-a.willCost(), int(b.Kind)-int(a.Kind), b.Requests-a.Requests)
	})
	for _, s := range inCost {
		one := r.show(s, left, tables, site)
		one.Findings = s.findings(one.Request, given)
		p.Shapes = append(p.Shapes, one)
		p.Unread = p.Unread || s.Unread && s.Plan != ""
	}
	if r.Apart > 0 {
		p.Apart = spelling.Count(r.Apart, "request isn't", "requests aren't") + " to tables, and not in it."
	}
	var b strings.Builder
	if err := pageTemplate.Execute(&b, p); err != nil {
		panic(err) // the template and what it shows are of this package
	}
	return b.String()
}

// willCost is what the requests of a shape read together if the data grow a hundred times, in the worse way.
func (s *Shape) willCost() int {
	if at := s.At(1).Larger; s.Most > 0 && at > 0 {
		return s.Read * (s.At(100).Larger / at)
	}
	return s.Read
}

func (r *Report) show(s *Shape, left *engine.Account, tables []File, site string) shown {
	one := shown{Shape: s, Asides: r.asides(s)}
	if s.Kind != plan.None {
		one.Kind = template.HTML(view.Kind(s.Kind).AppendHTML(nil))
		for i, value := range s.figures(spelling.Number) {
			one.Figures = append(one.Figures, figure{columns[i], value})
		}
	}
	_, one.Request, _ = strings.Cut(s.Example, "\n")
	one.Request = strings.TrimSpace(one.Request)
	if s.example == nil || s.example.service != "tables" {
		return one
	}
	var its []File
	for _, t := range tables {
		if tableOf(t) == s.example.exchange.Trace.Table {
			its = append(its, t)
		}
	}
	if len(its) > 0 && s.Kind != plan.None && !s.Unread {
		asked := s.example.exchange.Request
		asked.URL = inMemory(asked.URL)
		if _, t := left.Do(engine.Tables, asked); t.Fault == nil {
			one.Picture = template.HTML(view.Picture(&t, left.Layout(t.Table)).AppendHTML(nil))
		}
	}
	test := File{Name: "watched.http", Text: "### " + s.Name + "\n" + one.Request + "\n"}
	one.Link = inPlayground(site, s.Name, append([]File{test}, its...))
	one.TooLarge = one.Link == ""
	return one
}

// tableOf is the table that a file has.
func tableOf(f File) string { return strings.TrimSuffix(f.Name, ".csv") }

// findings are what the linter says of the request of a shape, or what its plan does.
func (s *Shape) findings(request string, given []*data.Table) (all []finding) {
	text := "###\n" + request + "\n"
	for _, f := range lint.Check(script.Parse("a.http", text), text, given...) {
		one := finding{Says: f.Says}
		switch {
		case f.Fix == nil:
		case f.Fix.First > 0:
			one.Send = f.Fix.Write
		default:
			one.Write = f.Fix.Write
		}
		all = append(all, one)
	}
	if len(all) == 0 && s.Advice != "" {
		all = append(all, finding{Says: s.Advice})
	}
	return all
}
