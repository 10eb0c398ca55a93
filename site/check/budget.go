package check

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/site/assets"
	"github.com/rowkey/rowkey/site/entry"
)

// The budgets of pages, in bytes as transferred with brotli. Those of what they load later are in
// the table of entries.
const (
	pageMedian = 23 << 10 // HTML, style and scripts of a guide, before the reader does anything
	pageWorst  = 35 << 10
	scripts    = 4 << 10
	style      = 7_200
	index      = 130_000  // what the search searches
	fonts      = 40 << 10 // the type face, for text and for code
	home       = 20 << 10 // the first page, with its style and scripts
	pageLoads  = 6        // requests, without the type face
	guidePages = "guides/*/index.html"
	homePage   = "index.html"
	program    = ".wasm"

	searchIndex = assets.Folder + "search-*.json"
)

// Line is one measured figure beside its limit.
type Line struct {
	What  string
	Value int
	Limit int
	Unit  string // "B", or "" for a plain number
}

// Over reports whether the figure breaks its budget.
func (l Line) Over() bool { return l.Value > l.Limit }

// Measures reports whether it's the form with brotli of a file that counts towards a budget.
func Measures(name string) bool {
	guide, _ := path.Match(guidePages, name)
	return guide || name == homePage || path.Ext(name) != program && strings.HasPrefix(name, assets.Folder) ||
		slices.ContainsFunc(entry.All, func(e entry.Entry) bool { return slices.Contains(e.Files, name) })
}

// Budget measures what a reader transfers. The files must hold their compressed forms. parts are
// the files of a row of the table of entries.
func Budget(files map[string][]byte, parts func(name string) []string) []Line {
	sum := func(names []string) (total int) {
		for _, name := range names {
			form := ".br"
			if path.Ext(name) == program {
				form = ".gz" // made in a second, where brotli takes twenty
			}
			total += len(files[name+form])
		}
		return total
	}
	var indexes []string
	for name := range files {
		if ok, _ := path.Match(searchIndex, name); ok {
			indexes = append(indexes, name)
		}
	}
	lines := append(guides(files),
		Line{"home page", weigh(files, homePage).total(), home, "B"},
		Line{"type face", total(files, ".woff2"), fonts, "B"},
		Line{"index of the search", sum(indexes), index, "B"},
	)
	for _, e := range entry.All {
		if e.Limit > 0 {
			lines = append(lines, Line{e.What, sum(parts(e.Name)), e.Limit, "B"})
		}
	}
	return lines
}

// guides measures the guides with all that they load at once.
func guides(files map[string][]byte) []Line {
	var totals, js, css, loads []int
	for name := range files {
		if ok, _ := path.Match(guidePages, name); !ok {
			continue
		}
		w := weigh(files, name)
		totals = append(totals, w.total())
		js = append(js, w.js)
		css = append(css, w.css)
		loads = append(loads, w.loads)
	}
	return []Line{
		{"guide page, median", median(totals), pageMedian, "B"},
		{"guide page, worst", largest(totals), pageWorst, "B"},
		{"guide page, scripts", largest(js), scripts, "B"},
		{"guide page, style sheet", largest(css), style, "B"},
		{"guide page, requests", largest(loads), pageLoads, ""},
	}
}

// weight is what a page transfers, without the type face, which is the same for all pages and has a budget of
// its own: bytes, and how many requests.
type weight struct{ html, js, css, loads int }

func (w weight) total() int { return w.html + w.js + w.css }

func weigh(files map[string][]byte, name string) weight {
	w := weight{html: len(files[name+".br"]), loads: 1}
	for _, address := range read(name, files[name]).loads {
		size := len(files[fileOf(address)+".br"])
		switch path.Ext(address) {
		case ".woff2":
			continue
		case ".js":
			w.js += size
		case ".css":
			w.css += size
		}
		w.loads++
	}
	return w
}

// total is the size of all files with an extension, which aren't compressed further.
func total(files map[string][]byte, ext string) (sum int) {
	for name, body := range files {
		if path.Ext(name) == ext {
			sum += len(body)
		}
	}
	return sum
}

// Table writes the figures for a reader.
func Table(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		mark := "✔"
		if l.Over() {
			mark = "✘"
		}
		fmt.Fprintf(&b, "  %s %-32s %9d of %7d %s\n", mark, l.What, l.Value, l.Limit, l.Unit)
	}
	return b.String()
}

// Within returns an error that names every broken budget.
func Within(lines []Line) error {
	var problems []error
	for _, l := range lines {
		if l.Over() {
			problems = append(problems, fmt.Errorf("over budget: %s: %d, at most %d", l.What, l.Value, l.Limit))
		}
	}
	return errors.Join(problems...)
}

func median(values []int) int {
	if len(values) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(values))[len(values)/2]
}

func largest(values []int) int { return slices.Max(append(values, 0)) }
