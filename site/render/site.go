package render

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/site/board"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Site writes pages from the templates.
type Site struct {
	Library *content.Library
	Origin  string // the site's public address without a slash at its end
	Assets  Assets

	Trial    Trial // of the home page
	Mine     Trial // there, for a reader's own keys
	Problems []Problem
	Board    *board.Board
	Endpoint Endpoint // the one beside the site, which has a page of requests
	Printed  []Printed

	templates map[string]*template.Template
}

// Assets are the addresses of styles and scripts.
type Assets struct {
	Font    string // the type face
	Index   string // what the search searches
	Entries map[string]Asset
}

// Asset is a row of the table of entries.
type Asset struct {
	Style, Script string
	Loads         []string // modules that Script imports directly
}

// Unbundled returns addresses for a site whose pages nobody opens.
func Unbundled() Assets {
	a := Assets{Font: "/a/sans.woff2", Index: "/a/search.json", Entries: map[string]Asset{}}
	for _, e := range entry.All {
		a.Entries[e.Name] = Asset{Style: "/a/" + e.Name + ".css", Script: "/a/" + e.Name + ".js"}
	}
	return a
}

// Row returns a row by its name.
func (a Assets) Row(name string) (Asset, error) {
	found, ok := a.Entries[name]
	if !ok {
		return found, errors.New("there is no entry " + name)
	}
	return found, nil
}

// Module returns the address of a row's script if a page begins with it, or "".
func (a Assets) Module(name string) (string, error) {
	if !entry.Named(name).Starts() {
		return "", nil
	}
	found, err := a.Row(name)
	return found.Script, err
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
	Entries     []string      // rows of the table of entries that it loads
	Shown       []Problem     // those of the home page whose guides there are
	Count       int           // of the guides
	Picture     template.HTML // the map
	Start       *content.Page // the guide where a newcomer should begin
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
	layoutFile = "templates/layout.tmpl"
	embedFile  = "templates/embed.tmpl"
)

// NewSite reads the templates in a folder, which is that of the site.
func NewSite(folder fs.FS, s Site) (*Site, error) {
	files, err := fs.Glob(folder, "templates/*.tmpl")
	if err != nil {
		return nil, err
	}
	own, err := fs.Glob(folder, "ui/*/*.tmpl")
	if err != nil {
		return nil, err
	}
	s.templates = map[string]*template.Template{}
	for _, file := range append(files, own...) {
		parts := []string{layoutFile, file}
		switch file {
		case layoutFile:
			continue
		case embedFile:
			parts = parts[1:]
		}
		t, err := template.New(path.Base(parts[0])).Funcs(functions).ParseFS(folder, parts...)
		if err != nil {
			return nil, err
		}
		s.templates[file] = t
	}
	return &s, nil
}

// Page writes a guide or a document.
func (s *Site) Page(p *content.Page, d Document) ([]byte, error) {
	l := layout{
		Title: p.Title, Description: p.Summary, Path: p.URL(), Page: p, Document: d,
		Nav: s.Library.Handbook(), Entries: d.Entries,
	}
	if !p.Kind.InHandbook() {
		l.Nav = s.Library.Documents()
	}
	l.Previous, l.Next = s.Library.Neighbours(p)
	return s.write("templates/page.tmpl", l)
}

// Exchanges writes the page that shows the raw HTTP of a page's examples.
func (s *Site) Exchanges(p *content.Page, d Document) ([]byte, error) {
	return s.write("templates/exchanges.tmpl", layout{
		Title: p.Title + ": requests and responses", Page: p, Document: Document{Shown: d.Shown},
		Entries:     []string{"live"},
		Description: "Every request of the page as it was sent, and the response as it was received.",
	})
}

// made says what pages of the table of entries have beside their titles.
var made = map[string]func(*Site, *layout){
	"home": (*Site).home,
	"guides": func(s *Site, l *layout) {
		l.Nav = s.Library.Handbook()
		l.Groups = l.Nav
	},
	"map": func(s *Site, l *layout) {
		l.Groups = s.Library.Guides()
		l.Picture = drawMap(l.Groups).html()
	},
	"docs": func(s *Site, l *layout) {
		l.Nav = s.Library.Documents()
		l.Groups = l.Nav
	},
	"print": func(s *Site, l *layout) {
		for _, p := range s.Printed {
			l.Entries = append(l.Entries, p.Entries...)
		}
		slices.SortFunc(l.Entries, func(a, b string) int { return entry.Index(a) - entry.Index(b) })
		l.Entries = slices.Compact(l.Entries)
	},
	"missing": func(s *Site, l *layout) { l.Groups = s.Library.Guides() },
}

// Entry writes a page of the table of entries.
func (s *Site) Entry(e entry.Entry) ([]byte, error) {
	l := layout{
		Title: e.Page.Title, Path: e.Page.Path, Description: e.Page.About, Entries: []string{e.Name},
	}
	if more, ok := made[e.Name]; ok {
		more(s, &l)
	}
	return s.write(e.Page.Template, l)
}

// Sitemap lists the addresses of the given paths for crawlers.
func (s *Site) Sitemap(paths []string) []byte {
	b := &markup.Builder{}
	b.Add(`<?xml version="1.0" encoding="utf-8"?>` + "\n")
	b.Add(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, p := range paths {
		b.Add("<url><loc>").Text(s.Origin + p).Add("</loc></url>\n")
	}
	return b.Add("</urlset>\n").Bytes()
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
		{"Playground", entry.PlayPath, ""}, {"Design", entry.DesignPath, ""},
		{"Two clients", entry.ClientsPath, ""},
	}
	if len(l.Endpoint.Services) > 0 {
		all = append(all, section{"Requests", entry.RequestsPath, ""})
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
	return "/cards/" + strings.ReplaceAll(strings.Trim(p.URL(), "/"), "/", "-") + ".png"
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
		return nil, errors.New("site/" + name + " is missing")
	}
	l.Site = s
	var out bytes.Buffer
	if err := t.Execute(&out, l); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
