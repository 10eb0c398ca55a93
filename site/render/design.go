package render

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"

	"github.com/rowkey/rowkey/site/entry"
)

// DesignsURL is the address of the designs that the workbench offers to begin with.
const DesignsURL = entry.DesignPath + "starters.json"

// designs are the files of whole applications that the workbench offers.
const designs = "patterns/designs/*.rowkey.yaml"

// designGroup is some of the designs to begin with.
type designGroup struct {
	Title   string       `json:"title"`
	Designs []designLine `json:"designs"`
}

// designLine is a design to begin with.
type designLine struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Designs lists the designs to begin with: whole applications, and the keys that guides compare.
func (s *Site) Designs(repository fs.FS) ([]byte, error) {
	files, err := fs.Glob(repository, designs)
	if err != nil {
		return nil, err
	}
	whole := designGroup{Title: "Whole applications"}
	for _, file := range files {
		text, err := fs.ReadFile(repository, file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(path.Base(file), ".rowkey.yaml")
		whole.Designs = append(whole.Designs, designLine{name, titleOf(string(text)), string(text)})
	}
	groups := []designGroup{whole}
	for _, g := range s.Library.Handbook() {
		group := designGroup{Title: g.Kind.Title()}
		for _, p := range g.Pages {
			if p.Design != "" {
				group.Designs = append(group.Designs, designLine{p.Slug, p.Title, p.Design})
			}
		}
		if group.Designs != nil {
			groups = append(groups, group)
		}
	}
	return json.Marshal(groups)
}

// titleOf returns the beginning of the comment at the top of a design file, up to its first mark.
func titleOf(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	title := strings.TrimPrefix(line, "# ")
	if at := strings.IndexAny(title, ".:,"); at >= 0 {
		title = title[:at]
	}
	return title
}
