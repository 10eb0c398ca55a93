package board

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/suites/peer"
)

// Board is the comparison as the page shows it.
type Board struct {
	Rowkey  string // its version, which who reads the board has to set
	Azurite string // its version
	Date    string // of the comparison
	General []Row  // what all answers of Azurite have otherwise
	Areas   []Area
	Known   []Known
}

// Known is how many differences are settled by a source.
type Known struct {
	Rows int
	From string
}

// Area is what a script of the corpus asks about.
type Area struct {
	Slug, Title string
	peer.Area
	Rows []Row
}

// Same is how many requests of the area Azurite answers as we do.
func (a Area) Same() int { return a.Requests - a.Other - a.Unknown }

// Row is a difference.
type Row struct {
	Slug, Title string
	From, Why   string // what the service's answer is known from, in a word or two and in full
	Choice      bool   // nobody knows it
	Rowkey      string // how it answers, or ""
	Azurite     string
	Script      string // its requests, with what they need; "" for all answers
}

// titles are those of the areas.
var titles = map[string]string{
	"delete": "Deleting", "envelopes": "Envelopes of transactions", "errors": "Errors", "filters": "Filters",
	"headers": "Headers", "insert": "Inserting", "keys": "Keys", "limits": "Limits", "metadata": "Metadata",
	"mismatches": "Constants of another type", "paging": "Pages", "secondary": "The secondary",
	"select-top": "$select and $top", "tables": "Tables", "transactions": "Transactions", "types": "Types",
	"update": "Updating",
}

// sources says in a word or two what an answer is known from.
var sources = []struct{ from, words string }{
	{"recording", "recorded"}, {"account", "from real accounts"}, {"documentation", "documented"},
	{"report", "reported"}, {"nothing", "not known"},
}

func wordsOf(from string) string {
	for _, s := range sources {
		if s.from == from {
			return s.words
		}
	}
	return ""
}

const folder = "engine/suites/"

// Read reads the board from the repository.
func Read(repository fs.FS) (*Board, error) {
	text, err := fs.ReadFile(repository, folder+"compared.txt")
	if err != nil {
		return nil, err
	}
	compared, err := peer.ParseComparison(string(text))
	if err != nil {
		return nil, fmt.Errorf("compared.txt: %w", err)
	}
	if text, err = fs.ReadFile(repository, folder+"deviations.txt"); err != nil {
		return nil, err
	}
	list, err := peer.ParseDeviations(string(text))
	if err != nil {
		return nil, fmt.Errorf("deviations.txt: %w", err)
	}
	b := &Board{Azurite: compared.Azurite, Date: compared.Date}
	for _, a := range compared.Areas {
		slug := strings.TrimSuffix(a.File, path.Ext(a.File))
		if titles[slug] == "" {
			return nil, fmt.Errorf("site/board: %s has no title", a.File)
		}
		b.Areas = append(b.Areas, Area{Slug: slug, Title: titles[slug], Area: a})
	}
	slices.SortFunc(b.Areas, func(a, b Area) int { return strings.Compare(a.Title, b.Title) })
	for _, d := range list {
		if d.General() {
			b.General = append(b.General, row("all", d))
		}
	}
	for _, s := range sources {
		k := Known{From: s.words}
		for _, d := range list {
			if d.From == s.from {
				k.Rows++
			}
		}
		b.Known = append(b.Known, k)
	}
	for i := range b.Areas {
		if err := b.Areas[i].fill(repository, list); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// fill adds the differences that are about the area.
func (a *Area) fill(repository fs.FS, list []peer.Deviation) error {
	text, err := fs.ReadFile(repository, folder+"corpus/"+a.File)
	if err != nil {
		return err
	}
	for _, d := range list {
		if slices.ContainsFunc(d.At, func(p peer.Place) bool { return p.File == a.File }) {
			r := row(a.Slug, d)
			r.Script = "# " + d.Title + ".\n" + asks(d.At, a.File) + "\n" + requests(d.At, a.File, string(text))
			a.Rows = append(a.Rows, r)
		}
	}
	return nil
}

// row is what an entry says.
func row(area string, d peer.Deviation) Row {
	return Row{
		Slug: area + "-" + slugOf(d.Title), Title: d.Title, From: wordsOf(d.From), Why: d.Why,
		Choice: d.Right == "unknown", Rowkey: shown(d.Ours), Azurite: shown(d.Azurite),
	}
}

// shown is a pattern as the page has it: "" if it says nothing.
func shown(pattern string) string {
	text := strings.ReplaceAll(strings.ReplaceAll(pattern, "*", "…"), "{host}", "")
	if strings.Trim(text, `…"`) == "" {
		return ""
	}
	return text
}

// slugOf makes an address of a title.
func slugOf(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9')
	})
	return strings.Join(words, "-")
}
