//go:build !nosite

package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/site/assets"
	"github.com/rowkey/rowkey/site/board"
	"github.com/rowkey/rowkey/site/check"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/fence/recipe"
)

// pages is the HTML of the site, with the source of each page.
type pages struct {
	files   map[string][]byte
	sources map[string]check.Source
	paths   []string // addresses for the sitemap
	guides  []check.Guide
	figures map[*content.Page]string // the SVG of each guide's figure
}

func (p *pages) add(path string, body []byte) {
	p.paths = append(p.paths, path)
	p.files[strings.TrimPrefix(path, "/")+"index.html"] = body
}

func (b builder) pages(repository fs.FS, library *content.Library, bundle *assets.Bundle) (*pages, error) {
	folder, err := fs.Sub(repository, "site")
	if err != nil {
		return nil, err
	}
	whole := render.Site{Library: library, Origin: b.origin, Assets: addresses(bundle)}
	if b.endpoint != nil {
		whole.Endpoint = *b.endpoint
	}
	site, err := render.NewSite(folder, whole)
	if err != nil {
		return nil, err
	}
	p := &pages{
		files: map[string][]byte{}, sources: map[string]check.Source{}, figures: map[*content.Page]string{},
	}
	markdown := render.NewMarkdown(repository, library)
	markdown.Loads = keptIn(b.root, "loads")
	for _, add := range []func() error{
		func() error { return p.search(site) },
		func() error { return p.written(site, markdown, b.runner) },
		func() error { return p.listed(site, repository) },
		func() error { return p.starters(site, repository) },
		func() error { return p.static(folder) },
		func() error { return p.recipes(repository) },
	} {
		if err := add(); err != nil {
			return nil, err
		}
	}
	if b.release {
		if err := b.cards(p, library); err != nil {
			return nil, err
		}
	}
	p.files[strings.TrimPrefix(render.FeedURL, "/")] = site.Feed()
	p.files["sitemap.xml"] = site.Sitemap(p.paths)
	p.files["robots.txt"] = site.Robots()
	return p, nil
}

// addresses are those of what has been bundled.
func addresses(b *assets.Bundle) render.Assets {
	address := func(name string) string {
		if name == "" {
			return ""
		}
		return "/" + name
	}
	a := render.Assets{Font: address(b.Font), Entries: map[string]render.Asset{}}
	for name, built := range b.Entries {
		asset := render.Asset{Style: address(built.Style), Script: address(built.Script)}
		for _, module := range built.Loads {
			asset.Loads = append(asset.Loads, address(module))
		}
		a.Entries[name] = asset
	}
	return a
}

// listed adds the pages of the table of entries. The page of requests is there beside an endpoint.
func (p *pages) listed(site *render.Site, repository fs.FS) (err error) {
	if site.Trial, site.Mine, site.Problems, err = home(repository); err != nil {
		return err
	}
	if site.Board, err = board.Read(repository); err != nil {
		return err
	}
	site.Board.Rowkey = version()
	var paths []string
	for _, e := range entry.All {
		if !e.IsPage() || e.Preview && len(site.Endpoint.Services) == 0 {
			continue
		}
		if p.files[e.Page.Output()], err = site.Entry(e); err != nil {
			return err
		}
		if !e.Page.Unlisted {
			paths = append(paths, e.Page.Path)
		}
	}
	p.paths = slices.Concat(paths, p.paths)
	return nil
}

// search adds the index for searching. Its address changes with it, so that browsers can keep it.
func (p *pages) search(site *render.Site) error {
	index, err := render.SearchIndex(site.Library)
	hash := sha256.Sum256(index)
	name := fmt.Sprintf("%ssearch-%x.json", assets.Folder, hash[:4])
	site.Assets.Index = "/" + name
	p.files[name] = index
	return err
}

// static adds what the site has as it is: the icons, and what lets browsers install the site.
func (p *pages) static(folder fs.FS) error {
	names, err := fs.Glob(folder, "static/*")
	for _, name := range names {
		if p.files[path.Base(name)], err = fs.ReadFile(folder, name); err != nil {
			break
		}
	}
	return err
}

// recipes adds the recipes that guides import, for readers to take along.
func (p *pages) recipes(repository fs.FS) error {
	for _, f := range recipe.Files {
		body, err := fs.ReadFile(repository, f.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		default:
			p.files[strings.TrimPrefix(f.URL(), "/")] = body
		}
	}
	return nil
}

// starters adds what the playground and the workbench offer to begin with.
func (p *pages) starters(site *render.Site, repository fs.FS) error {
	files, err := site.Starters()
	if err != nil {
		return err
	}
	for url, body := range files {
		p.files[strings.TrimPrefix(url, "/")] = body
	}
	p.files[strings.TrimPrefix(render.DesignsURL, "/")], err = site.Designs(repository)
	return err
}

// written adds the pages that are written in Markdown. Its error joins the problems of all pages.
func (p *pages) written(site *render.Site, markdown *render.Markdown, runner *exampleRunner) error {
	all := site.Library.Pages()
	documents := make([]render.Document, len(all))
	problems := make([]error, len(all))
	var group sync.WaitGroup
	for i, page := range all {
		group.Go(func() {
			problems[i] = render.Fences(page)
			if problems[i] != nil {
				return // what else is wrong may follow from that
			}
			examples, err := runner.run(page.Source, page.Text)
			if err == nil {
				documents[i], err = markdown.Render(page, examples)
			}
			problems[i] = err
		})
	}
	group.Wait()
	if err := errors.Join(problems...); err != nil {
		return err
	}
	if err := p.forms(all, documents); err != nil {
		return err
	}
	var handbook [][]byte
	for i, page := range all {
		if err := p.page(site, page, documents[i]); err != nil {
			return err
		}
		if page.Kind.InHandbook() {
			handbook = append(handbook, site.Plain(page, documents[i]))
		}
	}
	if err := p.whole(site, all, documents); err != nil {
		return err
	}
	p.files["llms.txt"] = site.Contents()
	p.files["llms-full.txt"] = bytes.Join(handbook, []byte("\n---\n\n"))
	return nil
}

// page adds a page in all its forms.
func (p *pages) page(site *render.Site, page *content.Page, d render.Document) error {
	body, err := site.Page(page, d)
	if err != nil {
		return err
	}
	p.add(page.URL(), body)
	maps.Copy(p.files, d.Pictures)
	p.figures[page] = d.Figure
	p.files[strings.TrimPrefix(page.PlainURL(), "/")] = site.Plain(page, d)
	if d.Examples > 0 {
		p.files[strings.TrimPrefix(page.ScriptURL(), "/")] = site.Script(page)
	}
	file := strings.TrimPrefix(page.URL(), "/") + "index.html"
	p.sources[file] = check.Source{File: page.Source, Lines: d.Lines}
	if len(d.Shown) > 0 {
		file := strings.TrimPrefix(page.ExchangesURL(), "/") + "index.html"
		p.files[file], err = site.Exchanges(page, d)
	}
	return err
}

// whole gives the site what the handbook in one document is made of.
func (p *pages) whole(site *render.Site, all []*content.Page, documents []render.Document) (err error) {
	var guides []*content.Page
	var texts []render.Document
	for i, page := range all {
		if page.Kind.InHandbook() {
			guides, texts = append(guides, page), append(texts, documents[i])
		}
	}
	site.Printed, err = render.Print(guides, texts)
	return err
}

// forms counts what the readers of guides have to get through.
func (p *pages) forms(all []*content.Page, documents []render.Document) error {
	var problems []error
	for i, page := range all {
		if page.Kind.IsGuide() {
			g := guideOf(page, documents[i])
			p.guides = append(p.guides, g)
			problems = append(problems, g.Problems())
		}
	}
	return errors.Join(problems...)
}

func guideOf(page *content.Page, d render.Document) check.Guide {
	return check.Guide{Page: page, Decided: d.Form.Decided, Words: d.Form.Words, Open: d.Form.Open}
}
