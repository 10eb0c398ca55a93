package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/site/assets"
	"github.com/rowkey/rowkey/site/check"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

// builder builds the site, for release or for a preview while someone writes it.
type builder struct {
	root     string // the repository
	origin   string // the site's address, without a slash at its end
	release  bool
	progress func(what string)
	engines  func() (assets.Engines, error) // for the browser
	runner   *exampleRunner
	endpoint *render.Endpoint // an account that is served beside the site, or nil
}

// newBuilder returns a builder that builds the engine only once: when Go code changes, this program is
// restarted anyway.
func newBuilder(root, origin string, progress func(string)) builder {
	return builder{
		root: root, origin: strings.TrimSuffix(origin, "/"), release: true, progress: progress,
		runner: newExampleRunner(),
		engines: sync.OnceValues(func() (assets.Engines, error) {
			progress("engines for the browser")
			return assets.BuildEngines(root, filepath.Join(root, cacheFolder))
		}),
	}
}

// pluginFile is the configuration that httpyac finds by its name, above the guides.
const pluginFile = "patterns/httpyac.config.cjs"

// cacheFolder contains results that are expensive to compute. It can be deleted at any time.
const cacheFolder = ".cache"

// output is the finished site.
type output struct {
	files  map[string][]byte // by path, without the first slash; compressed forms end in .br and .gz
	rules  []assets.Rule
	guides []check.Guide
	budget []check.Line // only for a release
}

func buildCommand(c console, args []string) int {
	flags := flag.NewFlagSet("rowkey build", flag.ContinueOnError)
	out := flags.String("out", "dist", "the `folder` to write; its old contents are removed")
	dev := flags.Bool("dev", false, "leave scripts readable, compress less, skip the budgets")
	origin := flags.String("url", "https://rowkey.example", "the site's `address`")
	keep := flags.Bool("keep", false, "keep the files of earlier builds whose addresses have a version in them")
	rest, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	if len(rest) > 0 {
		fmt.Fprintf(c.err, "rowkey: build doesn't take the argument %q\n", rest[0])
		return exitUsage
	}
	root, err := findRoot()
	if err != nil {
		return c.fail(err)
	}
	b := newBuilder(root, *origin, c.progress)
	b.release = !*dev
	o, err := b.build()
	if err != nil {
		return c.fail(err)
	}
	if err := write(*out, o.files, *keep); err != nil {
		return c.fail(err)
	}
	for _, g := range o.guides {
		fmt.Fprint(c.out, g.Line())
	}
	fmt.Fprint(c.out, check.Table(o.budget))
	if err := check.Within(o.budget); err != nil {
		return c.fail(err)
	}
	fmt.Fprintf(c.out, "%d files in %s\n", len(o.files), *out)
	return exitOK
}

func (c console) progress(what string) { fmt.Fprintln(c.out, what) }

// findRoot looks for the repository in the current folder and those above it.
func findRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		module, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if err == nil && strings.HasPrefix(string(module), "module github.com/rowkey/rowkey\n") {
			return folder, nil
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", errors.New("not inside a copy of the Rowkey repository; run this command from one")
		}
		folder = parent
	}
}

// build makes the whole site in memory.
func (b builder) build() (*output, error) {
	repository := os.DirFS(b.root)
	library, err := content.Load(repository)
	if err != nil {
		return nil, err
	}
	bundle, err := b.bundle()
	if err != nil {
		return nil, err
	}
	b.progress("pages and the examples in them")
	p, err := b.pages(repository, library, bundle)
	if err != nil {
		return nil, err
	}
	maps.Copy(p.files, bundle.Files)
	assets.AddEmbed(p.files, b.origin, bundle.Host)
	if err := check.Pages(p.files, p.sources); err != nil {
		return nil, err
	}
	b.progress("compressed files")
	o := &output{files: p.files, guides: p.guides, rules: assets.Rules(bundle)}
	offline, err := b.source(assets.Engines{}).Offline(o.files, o.rules)
	if err != nil {
		return nil, err
	}
	maps.Copy(o.files, offline)
	small, err := b.compressor().All(b.compressed(o.files))
	if err != nil {
		return nil, err
	}
	maps.Copy(o.files, small)
	if err := b.selfHost(o.files, bundle); err != nil {
		return nil, err
	}
	o.files["_headers"] = assets.HeadersFile(o.rules)
	if b.release {
		o.budget = check.Budget(o.files, check.Parts{
			Editor: bundle.Editor, Reading: []string{bundle.Reading},
			Grid: bundle.Grid, Link: bundle.Link, Search: bundle.Search,
			Engine: []string{bundle.Engine, bundle.Worker},
			Full:   []string{bundle.Full, bundle.Worker}, Frame: []string{bundle.Frame + "index.html", bundle.Program},
			Storage: []string{bundle.Storage},
			Offline: []string{bundle.Offline, assets.OfflineScript},
			Play:    bundle.PlayParts, PlayLater: bundle.PlayLater,
			Sandbox: bundle.Sandbox,
			Design:  []string{bundle.Bench, bundle.Worker}, DesignPage: bundle.DesignParts,
			Load: bundle.LoadParts, Clients: bundle.ClientsParts,
			Host: assets.HostScript, Embed: append([]string{
				assets.EmbedFolder + "index.html", bundle.Embed, bundle.EmbedStyle, bundle.Shared,
			}, bundle.EmbedLoads...),
		})
	}
	return o, nil
}

// selfHost adds the files that other hosts copy. They aren't compressed, because nobody loads them from here.
func (b builder) selfHost(files map[string][]byte, bundle *assets.Bundle) error {
	own, err := assets.SelfHost(b.source(assets.Engines{}), bundle, files[bundle.Full], files[bundle.Full+".gz"])
	maps.Copy(files, own)
	return err
}

func (b builder) compressor() assets.Compressor {
	folder := filepath.Join(b.root, cacheFolder, "compressed")
	if b.release {
		return assets.Release(folder)
	}
	return assets.Fast(folder)
}

// compressed returns the files to compress. In a preview only assets are compressed, because pages
// change more often and someone is waiting for them.
func (b builder) compressed(files map[string][]byte) map[string][]byte {
	files = maps.Clone(files)
	maps.DeleteFunc(files, func(name string, _ []byte) bool {
		return path.Ext(name) == ".png" || path.Ext(name) == ".woff2" // which are compressed already
	})
	if b.release {
		return files
	}
	hashed := maps.Clone(files)
	maps.DeleteFunc(hashed, func(name string, _ []byte) bool {
		return !strings.HasPrefix(name, assets.Folder)
	})
	return hashed
}

func (b builder) bundle() (*assets.Bundle, error) {
	engines, err := b.engines()
	if err != nil {
		return nil, err
	}
	b.progress("scripts and styles")
	return assets.New(b.source(engines))
}

func (b builder) source(engines assets.Engines) assets.Source {
	return assets.Source{Root: b.root, Engines: engines, Transfer: b.compressor().Size, Release: b.release}
}

// pages is the HTML of the site, with the source of each page.
type pages struct {
	files   map[string][]byte
	sources map[string]check.Source
	paths   []string // addresses for the sitemap
	guides  []check.Guide
}

func (p *pages) add(path string, body []byte) {
	p.paths = append(p.paths, path)
	p.files[strings.TrimPrefix(path, "/")+"index.html"] = body
}

func (b builder) pages(repository fs.FS, library *content.Library, bundle *assets.Bundle) (*pages, error) {
	templates, err := fs.Sub(repository, "site/templates")
	if err != nil {
		return nil, err
	}
	site, err := render.NewSite(templates, render.Site{
		Library: library, Origin: b.origin, Assets: addresses(bundle),
	})
	if err != nil {
		return nil, err
	}
	p := &pages{files: map[string][]byte{}, sources: map[string]check.Source{}}
	if err := p.search(site); err != nil {
		return nil, err
	}
	if err := p.lists(site, repository); err != nil {
		return nil, err
	}
	if err := p.written(site, render.NewMarkdown(repository, library), b.runner); err != nil {
		return nil, err
	}
	if p.files[assets.EmbedFolder+"index.html"], err = site.Embed(); err != nil {
		return nil, err
	}
	search, err := site.Search()
	if err != nil {
		return nil, err
	}
	p.files["search/index.html"] = search
	if p.files["404.html"], err = site.NotFound(); err != nil {
		return nil, err
	}
	if err := p.installable(templates); err != nil {
		return nil, err
	}
	if b.endpoint != nil {
		if p.files[requestsFile], err = site.Requests(*b.endpoint); err != nil {
			return nil, err
		}
	}
	if err := p.plugin(b.root, repository, bundle.Files[bundle.Full]); err != nil {
		return nil, err
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

// search adds the index for searching. Its address changes with it, so that browsers can keep it.
func (p *pages) search(site *render.Site) error {
	index, err := render.SearchIndex(site.Library)
	hash := sha256.Sum256(index)
	name := fmt.Sprintf("%ssearch-%x.json", assets.Folder, hash[:4])
	site.Assets.Search = "/" + name
	p.files[name] = index
	return err
}

// installable adds the icon and what lets browsers install the site.
func (p *pages) installable(templates fs.FS) error {
	favicon, err := fs.ReadFile(templates, "favicon.svg")
	if err != nil {
		return err
	}
	has := func(page string) bool { return p.files[strings.TrimPrefix(page, "/")+"index.html"] != nil }
	files, err := assets.Installable(favicon, has)
	maps.Copy(p.files, files)
	p.files["favicon.svg"] = favicon
	return err
}

// plugin adds what readers take from the guides: the recipes, and what httpyac needs to run their examples.
func (p *pages) plugin(root string, repository fs.FS, engine []byte) error {
	configuration, err := fs.ReadFile(repository, pluginFile)
	if err != nil {
		return err
	}
	relay, err := assets.Relay(root)
	if err != nil {
		return err
	}
	recipes, err := fs.ReadFile(repository, render.RecipesFile)
	if err != nil {
		return err
	}
	for url, body := range map[string][]byte{
		render.PluginURL: configuration, render.RelayURL: relay, render.RelayedURL: engine,
		render.RecipesURL: recipes,
	} {
		p.files[strings.TrimPrefix(url, "/")] = body
	}
	return nil
}

func addresses(b *assets.Bundle) render.Assets {
	a := render.Assets{
		Style: "/" + b.Style, Font: "/" + b.Font, Front: "/" + b.Front, Home: "/" + b.Home,
		Figures: "/" + b.Figures, Live: "/" + b.Live,
		Theme: "/" + b.Theme, Main: "/" + b.Main,
		Play: "/" + b.Play, PlayStyle: "/" + b.PlayStyle, Embed: "/" + b.Embed, EmbedStyle: "/" + b.EmbedStyle,
		Design: "/" + b.Design, DesignStyle: "/" + b.DesignStyle,
		Clients: "/" + b.Clients, ClientsStyle: "/" + b.ClientsStyle,
	}
	if b.Requests != "" {
		a.Requests, a.RequestsStyle = "/"+b.Requests, "/"+b.RequestsStyle
	}
	for _, name := range b.EmbedLoads {
		a.EmbedLoads = append(a.EmbedLoads, "/"+name)
	}
	for _, name := range b.Preload {
		a.Preload = append(a.Preload, "/"+name)
	}
	return a
}

// lists adds the pages that have no Markdown file.
func (p *pages) lists(site *render.Site, repository fs.FS) error {
	trial, problems, err := home(repository)
	if err != nil {
		return err
	}
	home, err := site.Home(trial, problems)
	if err != nil {
		return err
	}
	p.add("/", home)
	guides, err := site.Guides()
	if err != nil {
		return err
	}
	p.add("/guides/", guides)
	picture, err := site.Map()
	if err != nil {
		return err
	}
	p.add("/map/", picture)
	documents, err := site.Documents()
	if err != nil {
		return err
	}
	p.add("/docs/", documents)
	playground, err := site.Play()
	if err != nil {
		return err
	}
	p.add(render.PlayURL, playground)
	workbench, err := site.Design()
	if err != nil {
		return err
	}
	p.add(render.DesignURL, workbench)
	clients, err := site.Clients()
	if err != nil {
		return err
	}
	p.add(render.ClientsURL, clients)
	designs, err := site.Designs(repository)
	if err != nil {
		return err
	}
	p.files[strings.TrimPrefix(render.DesignsURL, "/")] = designs
	return p.starters(site)
}

// starters adds what the playground offers to begin with: a list of the guides, and the files of each.
func (p *pages) starters(site *render.Site) error {
	files, err := site.Starters()
	for url, body := range files {
		p.files[strings.TrimPrefix(url, "/")] = body
	}
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
		body, err := site.Page(page, documents[i])
		if err != nil {
			return err
		}
		p.add(page.URL(), body)
		maps.Copy(p.files, documents[i].Pictures)
		plain := site.Plain(page, documents[i])
		p.files[strings.TrimPrefix(page.PlainURL(), "/")] = plain
		if documents[i].Examples > 0 {
			p.files[strings.TrimPrefix(page.ScriptURL(), "/")] = site.Script(page)
		}
		if page.Kind.InHandbook() {
			handbook = append(handbook, plain)
		}
		file := strings.TrimPrefix(page.URL(), "/") + "index.html"
		p.sources[file] = check.Source{File: page.Source, Lines: documents[i].Lines}
		if len(documents[i].Shown) > 0 {
			file := strings.TrimPrefix(page.ExchangesURL(), "/") + "index.html"
			if p.files[file], err = site.Exchanges(page, documents[i]); err != nil {
				return err
			}
		}
	}
	var guides []*content.Page
	var texts []render.Document
	for i, page := range all {
		if page.Kind.InHandbook() {
			guides, texts = append(guides, page), append(texts, documents[i])
		}
	}
	whole, err := site.Print(guides, texts)
	if err != nil {
		return err
	}
	p.files[strings.TrimPrefix(render.PrintURL, "/")+"index.html"] = whole
	p.files["llms.txt"] = site.Contents()
	p.files["llms-full.txt"] = bytes.Join(handbook, []byte("\n---\n\n"))
	return nil
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

// write replaces the contents of a folder by the site. If keep, files whose content never changes stay.
func write(folder string, files map[string][]byte, keep bool) error {
	if err := safeToReplace(folder); err != nil {
		return err
	}
	old, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range old {
		name := entry.Name() + "/"
		if keep && (name == assets.Folder || name == assets.PinnedFolder) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	for name, body := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, body, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// safeToReplace refuses a folder that has files but wasn't written by an earlier build.
func safeToReplace(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(folder, "_headers")); err != nil {
		return fmt.Errorf("%s has files that this command did not write; choose another folder with -out", folder)
	}
	return nil
}
