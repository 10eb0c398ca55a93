package content

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
)

// Kind is the kind of a page.
type Kind string

const (
	// Learn pages lead newcomers to the guides that they need.
	Learn Kind = "learn"
	// Foundation guides explain what every design depends on.
	Foundation Kind = "foundation"
	// Modelling guides turn relations between things into entities.
	Modelling Kind = "modelling"
	// Pattern guides each solve one problem.
	Pattern Kind = "pattern"
	// AntiPattern guides each show a design to avoid, and what to do instead.
	AntiPattern Kind = "anti-pattern"
	// Reference pages sum up what the guides explain.
	Reference Kind = "reference"
	// Document pages say how to use the project.
	Document Kind = "document"
	// Internal pages say how it is made.
	Internal Kind = "internal"
	// Decision pages each explain a decision about the project.
	Decision Kind = "decision"
)

// kindRow is a kind with its words.
type kindRow struct {
	kind       Kind
	title, one string
}

// kinds are in the order of the navigation.
var kinds = []kindRow{
	{Learn, "Start here", "Overview"},
	{Foundation, "Foundations", "Foundation"},
	{Modelling, "Modelling", "Modelling"},
	{Pattern, "Patterns", "Pattern"},
	{AntiPattern, "Anti-patterns", "Anti-pattern"},
	{Reference, "Reference", "Reference"},
	{Document, "Using Rowkey", "Documentation"},
	{Internal, "Internals", "Internals"},
	{Decision, "Decisions", "Decision"},
}

// Title is the heading above pages of the kind in the navigation, or "" if k is unknown.
func (k Kind) Title() string { return k.row().title }

// One is what a single page of the kind is called.
func (k Kind) One() string { return k.row().one }

// IsGuide reports whether pages of the kind are guides.
func (k Kind) IsGuide() bool { return k.InHandbook() && k != Learn && k != Reference }

// InHandbook reports whether pages of the kind are about tables, and not about the project.
func (k Kind) InHandbook() bool { return k != Document && k != Internal && k != Decision }

func (k Kind) row() (of kindRow) {
	if at := slices.IndexFunc(kinds, func(r kindRow) bool { return r.kind == k }); at >= 0 {
		of = kinds[at]
	}
	return of
}

// Page is one guide or document.
type Page struct {
	Kind    Kind
	Slug    string
	Title   string
	Summary string // without links
	Lead    string // the summary, with links to pages of the site
	Order   int    // sorts it among those of its kind; a document may be without

	// Only guides have these:
	Catalogue Catalogue
	Cosmos    string     // whether it works the same on Azure Cosmos DB for Table
	Needs     []string   // the needs of the map that it meets, by their words
	Related   []Relation // the guides it names and those that name it
	named     []Naming

	Source string // path in the repository
	Text   string // the whole file
	Line   int    // the line of the file at which Body begins
	Body   string // the Markdown after the front matter

	Outputs []Output // what a guide's JavaScript examples print, in their order
	Design  string   // a design file that compares a guide's keys, or ""
}

// Catalogue is what lists of guides show about one of them.
type Catalogue struct {
	Need    string    // what the reader wants to do: "Look up by a second key"
	Use     string    // what it is for: "feeds, audit trails"
	Avoid   string    // what it isn't for
	Enables plan.Kind // the query that a pattern makes possible, or plan.None if that isn't a query
	Gives   string    // what a pattern makes possible if that isn't a query
	Writes  string    // additional entities that a pattern writes at each change
	Atomic  string    // whether those writes happen together
}

// Naming is how a guide's front matter names a related guide.
type Naming struct{ Slug, Why string }

// Relation leads from one guide to another.
type Relation struct {
	Page *Page
	Why  string
}

// maxNearest is how many related guides a page shows.
const maxNearest = 5

// Nearest returns the related guides that a page shows: first those that it names itself.
func (p *Page) Nearest() []Relation { return p.Related[:min(len(p.Related), maxNearest)] }

// Leads returns the guides that the page's front matter names.
func (p *Page) Leads() []Relation { return p.Related[:min(len(p.Related), len(p.named))] }

// Named is how many related guides the page's front matter names.
func (p *Page) Named() int { return len(p.named) }

// URL is the page's address on the site.
func (p *Page) URL() string {
	switch p.Kind {
	case Learn:
		return "/learn/" + p.Slug + "/"
	case Document, Internal, Reference:
		return "/docs/" + p.Slug + "/"
	case Decision:
		return "/docs/decisions/" + p.Slug + "/"
	}
	return "/guides/" + p.Slug + "/"
}

// PlainURL is the address of the page's Markdown.
func (p *Page) PlainURL() string { return p.URL() + "index.md" }

// ScriptURL is the address of the page's examples as an .http file.
func (p *Page) ScriptURL() string { return p.URL() + p.Slug + ".http" }

// ExchangesURL is the address of the page that shows the raw HTTP of the page's examples.
func (p *Page) ExchangesURL() string { return p.URL() + "http/" }

// Group is the pages of one kind, in reading order.
type Group struct {
	Kind  Kind
	Pages []*Page
}

// Library is every page of the site that is written in Markdown.
type Library struct {
	Groups []Group // only kinds that have pages
}

// Pages lists all pages in the order of the navigation.
func (l *Library) Pages() []*Page {
	var pages []*Page
	for _, g := range l.Groups {
		pages = append(pages, g.Pages...)
	}
	return pages
}

// Guides returns the groups of guides.
func (l *Library) Guides() []Group { return l.where(Kind.IsGuide) }

// Handbook returns the groups of guides and reference pages.
func (l *Library) Handbook() []Group { return l.where(Kind.InHandbook) }

// Documents returns the groups of the project's own pages.
func (l *Library) Documents() []Group {
	return l.where(func(k Kind) bool { return !k.InHandbook() })
}

func (l *Library) where(want func(Kind) bool) []Group {
	var groups []Group
	for _, g := range l.Groups {
		if want(g.Kind) {
			groups = append(groups, g)
		}
	}
	return groups
}

// BySource returns the page made from a file of the repository, or nil.
func (l *Library) BySource(path string) *Page {
	pages := l.Pages()
	if at := slices.IndexFunc(pages, func(p *Page) bool { return p.Source == path }); at >= 0 {
		return pages[at]
	}
	return nil
}

// Guide returns the guide with a slug, or nil.
func (l *Library) Guide(slug string) *Page {
	return l.BySource("patterns/" + slug + "/guide.md")
}

// Neighbours returns the pages before and after p in its part of the site, or nil at either end.
func (l *Library) Neighbours(p *Page) (previous, next *Page) {
	same := l.where(func(k Kind) bool { return k.InHandbook() == p.Kind.InHandbook() })
	pages := (&Library{Groups: same}).Pages()
	at := slices.Index(pages, p)
	if at > 0 {
		previous = pages[at-1]
	}
	if at >= 0 && at+1 < len(pages) {
		next = pages[at+1]
	}
	return previous, next
}

// lineOf returns the 1-based line of the byte at offset.
func lineOf(text string, offset int) int {
	return 1 + strings.Count(text[:offset], "\n")
}
