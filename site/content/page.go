package content

import (
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
)

// Kind is what sort of page it is.
type Kind string

const (
	// Foundation guides explain what every design rests on.
	Foundation Kind = "foundation"
	// Modelling guides turn relations between things into entities.
	Modelling Kind = "modelling"
	// Pattern guides each solve one problem.
	Pattern Kind = "pattern"
	// AntiPattern guides each show a design to avoid, and what to do instead.
	AntiPattern Kind = "anti-pattern"
	// Reference pages sum up what the guides explain.
	Reference Kind = "reference"
	// Document pages are about the project itself.
	Document Kind = "document"
	// Decision pages each say why something about the project is as it is.
	Decision Kind = "decision"
)

// kinds are in the order of the navigation.
var kinds = []struct {
	kind       Kind
	title, one string
}{
	{Foundation, "Foundations", "Foundation"},
	{Modelling, "Modelling", "Modelling"},
	{Pattern, "Patterns", "Pattern"},
	{AntiPattern, "Anti-patterns", "Anti-pattern"},
	{Reference, "Reference", "Reference"},
	{Document, "Project", "Documentation"},
	{Decision, "Decisions", "Decision"},
}

// Title is the heading under which the navigation lists pages of the kind; "" for no kind of ours.
func (k Kind) Title() string {
	title, _ := k.words()
	return title
}

// One is what a single page of the kind is called.
func (k Kind) One() string {
	_, one := k.words()
	return one
}

// IsGuide tells guides from other pages.
func (k Kind) IsGuide() bool { return k.InHandbook() && k != Reference }

// InHandbook tells guides, and what sums them up, from the project's own pages.
func (k Kind) InHandbook() bool { return k != Document && k != Decision }

func (k Kind) words() (title, one string) {
	for _, known := range kinds {
		if known.kind == k {
			return known.title, known.one
		}
	}
	return "", ""
}

// Page is one guide or document.
type Page struct {
	Kind    Kind
	Slug    string
	Title   string
	Summary string

	// Of a guide:
	Catalogue Catalogue
	Cosmos    string     // whether it carries over to Azure Cosmos DB for Table
	Order     int        // its place among those of its kind
	Related   []Relation // both those it names and those that name it
	named     []Naming

	Source string // path in the repository
	Text   string // the whole file
	Line   int    // the line of the file at which Body begins
	Body   string // the Markdown after the front matter

	Outputs []Output // what a guide's JavaScript examples print, by their place in it
}

// Catalogue is what lists of guides say about one.
type Catalogue struct {
	Need    string    // what a reader who needs the guide would say: "Look up by a second key"
	Enables plan.Kind // the query that a pattern makes possible; plan.None if it is no kind of query
	Gives   string    // what a pattern makes possible instead
	Writes  string    // entities that a pattern writes beyond the one, at each change
	Atomic  string    // whether those writes happen together
}

// Naming is how a guide's front matter names a related guide.
type Naming struct{ Slug, Why string }

// Relation leads from a guide to another.
type Relation struct {
	Page *Page
	Why  string
}

// URL is the page's address on the site.
func (p *Page) URL() string {
	switch p.Kind {
	case Document, Reference:
		return "/docs/" + p.Slug + "/"
	case Decision:
		return "/docs/decisions/" + p.Slug + "/"
	}
	return "/guides/" + p.Slug + "/"
}

// PlainURL is the address of the page as Markdown.
func (p *Page) PlainURL() string { return p.URL() + "index.md" }

// ScriptURL is the address of the examples of the page as a file of requests.
func (p *Page) ScriptURL() string { return p.URL() + p.Slug + ".http" }

// ExchangesURL is the address of the page that shows the raw HTTP of the page's examples.
func (p *Page) ExchangesURL() string { return p.URL() + "http/" }

// Group is the pages of one kind, in the order in which to read them.
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

// Guides are the groups of guides.
func (l *Library) Guides() []Group { return l.where(Kind.IsGuide) }

// Handbook is the groups of guides, and of what sums them up.
func (l *Library) Handbook() []Group { return l.where(Kind.InHandbook) }

// Documents are the groups of the project's own pages; there may be none.
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
	for _, p := range l.Pages() {
		if p.Source == path {
			return p
		}
	}
	return nil
}

// Guide returns the guide of that slug, or nil.
func (l *Library) Guide(slug string) *Page {
	return l.BySource("patterns/" + slug + "/guide.md")
}

// Neighbours returns the pages before and after p in its part of the site, or nil at its ends.
func (l *Library) Neighbours(p *Page) (previous, next *Page) {
	same := l.where(func(k Kind) bool { return k.InHandbook() == p.Kind.InHandbook() })
	pages := (&Library{Groups: same}).Pages()
	for i, q := range pages {
		if q != p {
			continue
		}
		if i > 0 {
			previous = pages[i-1]
		}
		if i+1 < len(pages) {
			next = pages[i+1]
		}
	}
	return previous, next
}

// lineOf returns the 1-based line of text that holds byte offset.
func lineOf(text string, offset int) int {
	return 1 + strings.Count(text[:offset], "\n")
}
