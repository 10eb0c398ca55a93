package check

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/site/assets"
	"github.com/rowkey/rowkey/site/content"
)

// Source is where a page comes from, so that a finding can name it.
type Source struct {
	File  string
	Lines map[string]int // the line at which a link's address or a "#id" stands
}

// Pages checks every HTML file of a site and how they lead to each other, except for those that
// pages load or frame. Sources are by the name of the HTML file; a page without one is named
// itself.
func Pages(files map[string][]byte, sources map[string]Source) error {
	pages := map[string]*page{}
	for name, body := range files {
		if path.Ext(name) == ".html" && !assets.IsFramed(name) {
			pages[name] = read(name, body)
		}
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		p := pages[name]
		for _, address := range p.links {
			p.follow(address, files, pages)
		}
		problems = append(problems, p.problems(sources[name]))
	}
	return errors.Join(problems...)
}

// Page checks one HTML file by itself, and the links to its own ids.
func Page(body []byte, s Source) error {
	p := read(s.File, body)
	for _, address := range p.links {
		if id, ok := strings.CutPrefix(address, "#"); ok && !p.ids[id] {
			p.find(address, "link to %s, but there is no such id", address)
		}
	}
	return p.problems(s)
}

// problems are the findings, each with its place in the source as well as it is known.
func (p *page) problems(s Source) error {
	var all []error
	for _, f := range p.findings {
		all = append(all, &content.Problem{File: cmp.Or(s.File, p.file), Line: s.Lines[f.key], Message: f.message})
	}
	return errors.Join(all...)
}

// follow checks that an address leads somewhere.
func (p *page) follow(address string, files map[string][]byte, pages map[string]*page) {
	target, err := url.Parse(address)
	if err != nil {
		p.find(address, "address cannot be read: %s", address)
		return
	}
	if target.Scheme != "" || target.Host != "" {
		if target.Scheme != "https" && target.Scheme != "mailto" {
			p.find(address, "address is not https: %s", address)
		}
		return
	}
	name := p.file
	if target.Path != "" {
		name = fileOf(target.Path)
	}
	if _, ok := files[name]; !ok {
		p.find(address, "link to %s, where nothing stands", address)
		return
	}
	if strings.Contains(target.Fragment, "=") || strings.HasPrefix(target.Fragment, "d1.") {
		return // what the page's script reads, such as a load, or the text of a design
	}
	if to := pages[name]; target.Fragment != "" && (to == nil || !to.ids[target.Fragment]) {
		p.find(address, "link to %s, but %s has no id %q", address, name, target.Fragment)
	}
}

// fileOf is the file that a server answers with for a path.
func fileOf(urlPath string) string {
	name := strings.TrimPrefix(urlPath, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	return name
}
