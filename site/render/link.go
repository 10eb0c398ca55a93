package render

import (
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/entry"
)

// repositoryURL is the public address of the project's files. Links to files that aren't pages lead there.
const repositoryURL = "https://github.com/rowkey/rowkey/blob/main/"

// resolveLink turns a link between files of the repository into a link between pages of the site.
func (j *job) resolveLink(n *ast.Link) {
	target, err := url.Parse(string(n.Destination))
	switch {
	case err != nil:
		j.problem(n, "invalid link: "+string(n.Destination))
		return
	case target.Scheme == "https", target.Scheme == "mailto":
		return
	case target.Scheme != "" || target.Host != "":
		j.problem(n, "links outside the site begin with https://: "+string(n.Destination))
		return
	case strings.HasPrefix(target.Path, "/"):
		j.problem(n, "link to a file, relative to this one, so that it works in the repository too: "+target.Path)
		return
	}
	if j.notWritten(target.Path) {
		j.unlinked = append(j.unlinked, n)
		return
	}
	destination := ""
	if target.Path != "" {
		destination = j.pageOf(n, target.Path)
	}
	if target.Fragment != "" {
		destination += "#" + target.EscapedFragment()
	}
	n.Destination = []byte(destination)
	j.doc.Lines[string(n.Destination)] = j.line(n)
}

// unlink replaces a link by its text.
func unlink(n *ast.Link) {
	parent := n.Parent()
	for n.HasChildren() {
		parent.InsertBefore(parent, n, n.FirstChild())
	}
	parent.RemoveChild(parent, n)
}

// notWritten reports whether a reference page links to a guide that doesn't exist yet. Reference pages
// may name such guides; only the link is dropped.
func (j *job) notWritten(relative string) bool {
	file := path.Join(path.Dir(j.page.Source), relative)
	guide, _ := path.Match("patterns/*/guide.md", file)
	return guide && j.page.Kind == content.Reference && j.library.BySource(file) == nil
}

// pageOf returns the address of the file that a link names: a page of the site or a file of the repository.
func (j *job) pageOf(n ast.Node, relative string) string {
	file := path.Join(path.Dir(j.page.Source), relative)
	if p := j.library.BySource(file); p != nil {
		return p.URL()
	}
	if file == RecipesFile {
		return RecipesURL
	}
	for _, e := range entry.All {
		if file == "site/templates/"+e.Page.Template {
			return e.Page.Path
		}
	}
	if !fs.ValidPath(file) {
		j.problem(n, "link leaves the repository: "+relative)
		return relative
	}
	if _, err := fs.Stat(j.repository, file); err != nil {
		j.problem(n, "link to a file that does not exist: "+file)
	}
	return repositoryURL + file
}
