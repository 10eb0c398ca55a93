package render

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"

	"github.com/rowkey/rowkey/site/content"
)

// Site writes pages from the templates.
type Site struct {
	Library *content.Library
	Origin  string // the site's public address without a slash at its end
	Assets  Assets

	templates map[string]*template.Template
}

// Assets are the addresses of styles and scripts.
type Assets struct {
	Style string // the style sheet of all pages
	Font  string // the type face
	Front string // the style sheet of pages that lead to others
	Home  string // the style sheet of the first page

	Figures string // the style sheet of pages with sequences, loads or alerts
	Live    string // the style sheet of examples that are edited or run
	Theme   string // the script that runs before the first paint
	Main    string // the module that brings examples to life

	Preload []string // modules that Main imports directly
	Search  string   // the index for searching

	Embed      string   // the module of the page that other pages frame
	EmbedLoads []string // modules that Embed imports directly
	EmbedStyle string
	Play       string // the module of the playground
	PlayStyle  string // its style sheet

	Design      string // the module of the design workbench
	DesignStyle string // its style sheet

	Clients      string // the module of the page of two clients
	ClientsStyle string // its style sheet

	Requests      string // the module of the page of requests; "" in a release, which doesn't have the page
	RequestsStyle string
}

// layout is the data of the templates.
type layout struct {
	*Site
	Title       string
	Description string
	Path        string          // address of the page on the site; "" if it isn't listed
	Nav         []content.Group // the navigation beside the page; without it, it's in the menu alone
	Groups      []content.Group // the pages of a list of pages
	Page        *content.Page
	Document    Document
	Previous    *content.Page
	Next        *content.Page
	Trial       Trial
	Problems    []Problem
	Count       int           // of the guides
	Picture     template.HTML // the map
	Start       *content.Page // the guide where a newcomer should begin
	Endpoint    Endpoint
	Printed     []printed
}

// Endpoint is an account of the endpoint that rowkey serve runs beside the site.
type Endpoint struct {
	Services    []Service
	Connection  string // the account's connection string
	Development bool   // UseDevelopmentStorage=true finds it
	Unsigned    bool   // it accepts requests without a signature
}

// Service is a service of an account and its address.
type Service struct{ Noun, URL string }

// The frame of all pages, and the page that does without it because other pages frame it.
const (
	layoutFile = "layout.tmpl"
	embedFile  = "embed.tmpl"
)

// NewSite reads the templates.
func NewSite(templates fs.FS, s Site) (*Site, error) {
	files, err := fs.Glob(templates, "*.tmpl")
	if err != nil {
		return nil, err
	}
	s.templates = map[string]*template.Template{}
	for _, file := range files {
		parts := []string{layoutFile, file}
		switch file {
		case layoutFile:
			continue
		case embedFile:
			parts = parts[1:]
		}
		t, err := template.New(parts[0]).Funcs(functions).ParseFS(templates, parts...)
		if err != nil {
			return nil, err
		}
		s.templates[path.Base(file)] = t
	}
	return &s, nil
}

// Page writes a guide or a document.
func (s *Site) Page(p *content.Page, d Document) ([]byte, error) {
	l := layout{
		Title: p.Title, Description: p.Summary, Path: p.URL(), Page: p, Document: d,
		Nav: s.Library.Handbook(),
	}
	if !p.Kind.InHandbook() {
		l.Nav = s.Library.Documents()
	}
	l.Previous, l.Next = s.Library.Neighbours(p)
	return s.write("page.tmpl", l)
}

// Exchanges writes the page that shows the raw HTTP of a page's examples.
func (s *Site) Exchanges(p *content.Page, d Document) ([]byte, error) {
	return s.write("exchanges.tmpl", layout{
		Title: p.Title + ": requests and responses", Page: p, Document: Document{Shown: d.Shown},
		Description: "Every request of the page as it was sent, and the response as it was received.",
	})
}

// Guides writes the list of guides.
func (s *Site) Guides() ([]byte, error) {
	return s.write("list.tmpl", layout{
		Title: "Guides", Path: "/guides/", Groups: s.Library.Handbook(), Nav: s.Library.Handbook(),
		Description: "What to know before you choose keys, and the patterns that follow from it.",
	})
}

// Map writes the page that shows all guides and how they lead to each other.
func (s *Site) Map() ([]byte, error) {
	groups := s.Library.Guides()
	return s.write("map.tmpl", layout{
		Title: "Map", Path: "/map/", Groups: groups, Picture: drawMap(groups).html(),
		Description: "All guides by what they're good for. Choose, and the list and the picture follow.",
	})
}

// Documents writes the list of documents.
func (s *Site) Documents() ([]byte, error) {
	return s.write("list.tmpl", layout{
		Title: "Documentation", Path: "/docs/", Groups: s.Library.Documents(), Nav: s.Library.Documents(),
		Description: "How Rowkey works, what it promises, and how to use it outside this site.",
	})
}

// Requests writes the page that shows the requests to an endpoint as they happen.
func (s *Site) Requests(e Endpoint) ([]byte, error) {
	return s.write("requests.tmpl", layout{
		Title: "Requests", Endpoint: e,
		Description: "What reaches the local endpoint, newest first, and what it made the engine do.",
	})
}

// Embed writes the page that other pages frame to show an example.
func (s *Site) Embed() ([]byte, error) { return s.write(embedFile, layout{}) }

// NotFound writes the page for addresses that don't exist.
func (s *Site) NotFound() ([]byte, error) {
	return s.write("404.tmpl", layout{
		Title: "Page not found", Groups: s.Library.Guides(),
		Description: "There is no page at this address.",
	})
}

// Sitemap lists the addresses of the given paths for crawlers.
func (s *Site) Sitemap(paths []string) []byte {
	b := &builder{}
	b.add(`<?xml version="1.0" encoding="utf-8"?>` + "\n")
	b.add(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, p := range paths {
		b.add("<url><loc>").text(s.Origin + p).add("</loc></url>\n")
	}
	return b.add("</urlset>\n").Bytes()
}

// Search writes the page for searching.
func (s *Site) Search() ([]byte, error) {
	return s.write("search.tmpl", layout{
		Title: "Search", Path: SearchURL,
		Description: "Search the guides, the docs, the glossary and the error codes.",
	})
}

// section is a part of the site to which every page's header leads.
type section struct {
	Title, URL string
	Current    string // the value of aria-current, or ""
}

// Sections returns the parts of the site, and says in which one the page is.
func (l layout) Sections() []section {
	all := []section{
		{"Guides", "/guides/", ""}, {"Map", "/map/", ""}, {"Checklist", checklistURL, ""},
		{"Playground", PlayURL, ""}, {"Design", DesignURL, ""},
	}
	for i := range all {
		switch {
		case all[i].URL == l.Path:
			all[i].Current = "page"
		case i == 0 && l.Page != nil && l.Page.Kind.InHandbook() && l.Path != checklistURL:
			all[i].Current = "true"
		}
	}
	return all
}

// checklistURL is the address of the checklist, a page of its own kind.
const checklistURL = "/docs/design-checklist/"

// InDocs reports whether the page is about the project.
func (l layout) InDocs() bool {
	return l.Path == "/docs/" || l.Page != nil && !l.Page.Kind.InHandbook()
}

// Side returns the groups of the navigation.
func (l layout) Side() []content.Group {
	if l.Nav != nil {
		return l.Nav
	}
	return l.Library.Handbook()
}

// Card is the address of the picture that other sites show beside a link to the page.
func (l layout) Card() string {
	if l.Page != nil {
		return CardURL(l.Page)
	}
	return CardURL(nil)
}

// CardURL is the address of a page's picture, or of the site's.
func CardURL(p *content.Page) string {
	if p == nil {
		return "/cards/rowkey.png"
	}
	return "/cards/" + p.Slug + ".png"
}

// Repository is the address of the project's files.
func (layout) Repository() string { return "https://github.com/rowkey/rowkey" }

// Robots writes robots.txt, which allows every crawler and names the sitemap.
func (s *Site) Robots() []byte {
	return fmt.Appendf(nil, "User-agent: *\nAllow: /\nSitemap: %s/sitemap.xml\n", s.Origin)
}

func (s *Site) write(name string, l layout) ([]byte, error) {
	t := s.templates[name]
	if t == nil {
		return nil, errors.New("site/templates/" + name + " is missing")
	}
	l.Site = s
	var out bytes.Buffer
	if err := t.Execute(&out, l); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
