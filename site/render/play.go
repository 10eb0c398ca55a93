package render

import (
	"encoding/json"
	"strings"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/entry"
)

// StartersURL is the address of the list of what the playground offers to begin with.
const StartersURL = entry.PlayPath + "starters/index.json"

// starterGroup is the guides of one kind that the playground offers.
type starterGroup struct {
	Title    string        `json:"title"`
	Starters []starterLine `json:"starters"`
}

// starterLine says what a starter is good for, so that a reader can choose.
type starterLine struct {
	Slug    string `json:"slug"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
}

// starter is a workspace to begin with: the examples of a guide.
type starter struct {
	Name  string        `json:"name"`
	Guide string        `json:"guide"` // or the page that it's from
	Files []starterFile `json:"files"`
}

type starterFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Starters returns what the playground offers to begin with: a list of the guides that have
// examples, and a file of its own for each guide, by address.
func (s *Site) Starters() (map[string][]byte, error) {
	files := map[string][]byte{}
	groups := []starterGroup{}
	for _, g := range s.Library.Handbook() {
		group := starterGroup{Title: g.Kind.Title()}
		for _, p := range g.Pages {
			fences := script.Fences(p.Text)
			if len(fences) == 0 {
				continue
			}
			body, err := json.Marshal(s.starter(p, fences))
			if err != nil {
				return nil, err
			}
			files[entry.PlayPath+"starters/"+p.Slug+".json"] = body
			group.Starters = append(group.Starters, starterLine{p.Slug, p.Title, withoutMarks(p.Summary)})
		}
		if len(group.Starters) > 0 {
			groups = append(groups, group)
		}
	}
	for _, a := range s.Board.Areas {
		for _, r := range a.Rows {
			body, err := json.Marshal(starter{r.Title, entry.BoardPath, []starterFile{{"example.http", r.Script}}})
			if err != nil {
				return nil, err
			}
			files[entry.PlayPath+"starters/"+r.Slug+".json"] = body
		}
	}
	body, err := json.Marshal(groups)
	files[StartersURL] = body
	return files, err
}

// starter makes one file of a guide's examples, the code of their fences unchanged and in order,
// and a file of each table's data.
func (s *Site) starter(p *content.Page, fences []script.Fence) starter {
	var requests strings.Builder
	requests.WriteString("# " + p.Title + ". " + withoutMarks(p.Summary) + "\n# " + s.Origin + p.URL() + "\n")
	var data []starterFile
	for _, f := range fences {
		text := strings.TrimRight(f.Text, "\n") + "\n"
		if f.Table != "" {
			data = append(data, starterFile{f.Table + ".csv", text})
			continue
		}
		requests.WriteByte('\n')
		if !strings.HasPrefix(text, "###") {
			requests.WriteString("###\n")
		}
		requests.WriteString(text)
	}
	files := append([]starterFile{{p.Slug + ".http", requests.String()}}, data...)
	return starter{Name: p.Title, Guide: p.URL(), Files: files}
}

// withoutMarks leaves out the marks of code in a line of Markdown.
func withoutMarks(markdown string) string { return strings.ReplaceAll(markdown, "`", "") }
