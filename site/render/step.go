package render

import (
	"regexp"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Step is a guide's place on a path: a page for newcomers that lists guides to tick off.
type Step struct {
	Path       *content.Page
	Number, Of int
	Tick       string        // the value of the guide's box there
	Next       *content.Page // the guide after it, or nil
}

// stop is a guide in the list of such a page.
var stop = regexp.MustCompile(`(?m)^- \[ \] \*\*\[([^\]]+)\]\(\.\./(patterns/[\w-]+/guide\.md)\)\*\*`)

// Step returns the page's place on a path, or nil.
func (l layout) Step() *Step {
	for _, g := range l.Library.Groups {
		if g.Kind != content.Learn || l.Page == nil {
			continue
		}
		for _, path := range g.Pages {
			all := stop.FindAllStringSubmatch(path.Body, -1)
			for i, found := range all {
				if found[2] != l.Page.Source {
					continue
				}
				s := &Step{Path: path, Number: i + 1, Of: len(all), Tick: markup.ID(found[1])}
				if i+1 < len(all) {
					s.Next = l.Library.BySource(all[i+1][2])
				}
				return s
			}
		}
	}
	return nil
}
