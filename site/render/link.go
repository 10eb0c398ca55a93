package render

import (
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/render/fence/recipe"
)

// repositoryURL is the public address of the project's files. Links to files that aren't pages lead
// there.
const repositoryURL = "https://github.com/rowkey/rowkey/blob/main/"

// resolveLink turns a link between files of the repository into a link between pages of the site.
func (j *job) resolveLink(n *ast.Link) {
	target, err := url.Parse(string(n.Destination))
	switch {
	case err != nil:
		j.Problem(n, "invalid link: "+string(n.Destination))
		return
	case target.Scheme == "https", target.Scheme == "mailto":
		return
	case target.Scheme != "" || target.Host != "":
		j.Problem(n, "links outside the site begin with https://: "+string(n.Destination))
		return
	case strings.HasPrefix(target.Path, "/"):
		j.Problem(n, "link to a file, relative to this one, so that it works in the repository too: "+target.Path)
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
	j.Lines[string(n.Destination)] = j.LineOf(n)
}

// unlink replaces a link by its text.
func unlink(n *ast.Link) {
	parent := n.Parent()
	for n.HasChildren() {
		parent.InsertBefore(parent, n, n.FirstChild())
	}
	parent.RemoveChild(parent, n)
}

// notWritten reports whether a reference page links to a guide that doesn't exist yet. Reference
// pages may name such guides; only the link is dropped.
func (j *job) notWritten(relative string) bool {
	file := path.Join(path.Dir(j.Page.Page.Source), relative)
	guide, _ := path.Match("patterns/*/guide.md", file)
	return guide && j.Kind == content.Reference && j.Library.BySource(file) == nil
}

// pageOf returns the address of the file that a link names: a page of the site or a file of the
// repository.
func (j *job) pageOf(n ast.Node, relative string) string {
	file := path.Join(path.Dir(j.Page.Page.Source), relative)
	if p := j.Library.BySource(file); p != nil {
		return p.URL()
	}
	for _, f := range recipe.Files {
		if file == f.Path {
			return f.URL()
		}
	}
	for _, e := range entry.All {
		if file == "site/"+e.Page.Template {
			return e.Page.Path
		}
	}
	if !fs.ValidPath(file) {
		j.Problem(n, "link leaves the repository: "+relative)
		return relative
	}
	if _, err := fs.Stat(j.Repository, file); err != nil {
		j.Problem(n, "link to a file that does not exist: "+file)
	}
	return repositoryURL + file
}
