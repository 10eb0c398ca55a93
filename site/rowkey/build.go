//go:build !nosite

package main

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/site/assets"
	"github.com/rowkey/rowkey/site/check"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/kept"
	"github.com/rowkey/rowkey/site/render"
)

// builder builds the site, for release or for a preview while someone writes it.
type builder struct {
	root     string // the repository
	origin   string // the site's address, without a slash at its end
	release  bool
	quick    bool // a release in which only what budgets measure is compressed at the best level
	progress func(what string)
	engines  func() (assets.Engines, error) // for the browser
	runner   *exampleRunner
	endpoint *render.Endpoint // an account that is served beside the site, or nil
	notices  *assets.Notices  // of one build
}

// newBuilder returns a builder that builds the engine only once: when Go code changes, this program
// is restarted anyway.
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

// cacheFolder contains results that are expensive to compute. It can be deleted at any time.
const cacheFolder = ".cache"

// keptIn is the folder of a repository's cache for results of one kind.
func keptIn(root, kind string) kept.Folder {
	return kept.Folder(filepath.Join(root, cacheFolder, kind))
}

// output is the finished site.
type output struct {
	files  map[string][]byte // by path, without the first slash; compressed forms end in .br and .gz
	rules  []assets.Rule
	guides []check.Guide
	budget []check.Line // only for a release
}

func buildCommand(c console, args []string) int {
	flags := newFlags("build")
	out := flags.String("out", "dist", "the `folder` to write; its old contents are removed")
	dev := flags.Bool("dev", false, "leave scripts readable, compress less, skip the budgets")
	quick := flags.Bool("quick", false, "compress at the best level only what the budgets measure")
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
	b.release, b.quick = !*dev, *quick
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

// build makes the whole site in memory.
func (b builder) build() (*output, error) {
	repository := os.DirFS(b.root)
	library, err := content.Load(repository)
	if err != nil {
		return nil, err
	}
	engines, err := b.engines()
	if err != nil {
		return nil, err
	}
	b.notices = assets.NewNotices(b.root, engines)
	b.progress("scripts and styles")
	bundle, err := assets.New(b.source(engines))
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
	if p.files[assets.NoticesFile], err = b.notices.Text(); err != nil {
		return nil, err
	}
	if err := check.Pages(p.files, p.sources); err != nil {
		return nil, err
	}
	b.progress("compressed files")
	o := &output{files: p.files, guides: p.guides, rules: assets.Rules()}
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
		o.budget = check.Budget(o.files, func(name string) []string { return bundle.Entries[name].Parts })
	}
	return o, nil
}

// selfHost adds the files that other hosts copy. They aren't compressed, because nobody loads them
// from here.
func (b builder) selfHost(files map[string][]byte, bundle *assets.Bundle) error {
	full := bundle.Entries["full"].Script
	own, err := assets.SelfHost(b.source(assets.Engines{}), bundle, files[full], files[full+".gz"])
	maps.Copy(files, own)
	files[assets.SelfFolder+assets.NoticesFile] = files[assets.NoticesFile]
	return err
}

func (b builder) compressor() assets.Compressor {
	folder := keptIn(b.root, "compressed")
	switch {
	case !b.release:
		return assets.Fast(folder)
	case b.quick:
		return assets.Quick(folder, check.Measures)
	}
	return assets.Release(folder)
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

func (b builder) source(engines assets.Engines) assets.Source {
	return assets.Source{
		Root: b.root, Engines: engines, Transfer: b.compressor().Size, Release: b.release, Notices: b.notices,
	}
}
