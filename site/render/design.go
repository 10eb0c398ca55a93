package render

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
)

// DesignURL is the address of the design workbench, and DesignsURL that of the designs that it offers to
// begin with.
const (
	DesignURL  = "/design/"
	DesignsURL = "/design/starters.json"
)

// Design writes the design workbench.
func (s *Site) Design() ([]byte, error) {
	return s.write("design.tmpl", layout{
		Title: "Design workbench", Path: DesignURL,
		Description: "Write down what you ask, try it on several choices of keys, and see what each one reads.",
	})
}

// designs are the files that the workbench offers.
const designs = "patterns/designs/*.rowkey.yaml"

// designLine is a design to begin with.
type designLine struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Designs lists the designs to begin with, by name.
func Designs(repository fs.FS) ([]byte, error) {
	files, err := fs.Glob(repository, designs)
	if err != nil {
		return nil, err
	}
	lines := []designLine{}
	for _, file := range files {
		text, err := fs.ReadFile(repository, file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(path.Base(file), ".rowkey.yaml")
		lines = append(lines, designLine{name, titleOf(string(text)), string(text)})
	}
	return json.Marshal(lines)
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
