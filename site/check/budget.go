package check

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/rowkey/rowkey/site/assets"
)

// The budgets, in bytes as transferred with brotli.
const (
	pageMedian = 20 << 10 // HTML, style and scripts of a guide, before the reader does anything
	pageWorst  = 35 << 10
	scripts    = 4 << 10
	style      = 7 << 10
	editor     = 10 << 10        // and all that makes examples live
	grid       = 20 << 10        // what makes data editable
	search     = 12 << 10        // what searches
	index      = 130_000         // what it searches
	fonts      = 40 << 10        // the type face, for text and for code
	home       = 20 << 10        // the first page, with its style and scripts
	link       = 8 << 10         // what makes a link to the playground
	engine     = 800_000         // WebAssembly and what starts it
	full       = 1_200_000       // the one with queues, blobs and signatures, and what starts it
	offline    = 4 << 10         // the service worker and what registers it
	frame      = 40 << 10        // the client and all else that JavaScript examples can use
	storage    = 4 << 10         // the clients of queues and blobs for examples that import them
	reading    = 2 << 10         // aids for reading, when a page is idle
	host       = 3 << 10         // what other pages load to show examples
	embed      = 18 << 10        // one such example, before the reader turns to it
	play       = 140_000         // the playground's scripts and style, with its editor
	playLater  = 80 << 10        // its grid, imports, links, code for other tools, and accounts outside
	sandbox    = 10 << 10        // what keeps a workspace at an address
	design     = engine + 60_000 // the workbench's WebAssembly, with the load lab, and what starts it
	designPage = 11 << 10        // its page's scripts and style
	load       = 8 << 10         // what plays a load there
	clients    = 24 << 10        // the page of two clients: scripts, style and the explorer
	pageLoads  = 6               // requests, without the type face
	guidePages = "guides/*/index.html"

	searchIndex = assets.Folder + "search-*.json"
)

// Parts are the files that are loaded later than a page.
type Parts struct {
	Editor, Reading, Grid, Search, Link, Engine, Full, Frame, Storage, Offline, Play, PlayLater,
	Sandbox []string

	Design, DesignPage, Load []string // the workbench's program, its page's parts, and what plays a load

	Clients []string // the parts of the page of two clients

	Host  string   // the script that other pages load
	Embed []string // what each example there loads at once, and what all of them share
}

// Line is one measured figure beside its limit.
type Line struct {
	What  string
	Value int
	Limit int
	Unit  string // "B", or "" for a plain number
}

// Over reports whether the figure breaks its budget.
func (l Line) Over() bool { return l.Value > l.Limit }

// Budget measures what a reader transfers. The files must hold their compressed forms.
func Budget(files map[string][]byte, parts Parts) []Line {
	size := func(name string) int { return len(files[name+".br"]) }
	sum := func(names []string) (total int) {
		for _, name := range names {
			total += size(name)
		}
		return total
	}
	var totals, js, css, loads []int
	for name, body := range files {
		if ok, _ := path.Match(guidePages, name); !ok {
			continue
		}
		byType := map[string]int{}
		p := read(name, body)
		for _, address := range p.loads {
			byType[path.Ext(address)] += size(fileOf(address))
		}
		totals = append(totals, size(name)+byType[".js"]+byType[".css"])
		js = append(js, byType[".js"])
		css = append(css, byType[".css"])
		loads = append(loads, 1+len(slices.DeleteFunc(p.loads, isFont)))
	}
	var indexes []string
	for name := range files {
		if ok, _ := path.Match(searchIndex, name); ok {
			indexes = append(indexes, name)
		}
	}
	return []Line{
		{"guide page, median", median(totals), pageMedian, "B"},
		{"guide page, worst", largest(totals), pageWorst, "B"},
		{"its scripts", largest(js), scripts, "B"},
		{"its style", largest(css), style, "B"},
		{"its requests", largest(loads), pageLoads, ""},
		{"editor, on first touch", sum(parts.Editor), editor, "B"},
		{"aids for reading, when idle", sum(parts.Reading), reading, "B"},
		{"grid, on first edit of data", sum(parts.Grid), grid, "B"},
		{"search, on first use", sum(parts.Search), search, "B"},
		{"index of the search", sum(indexes), index, "B"},
		{"type face", total(files, ".woff2"), fonts, "B"},
		{"home page", weight(files, "index.html", size), home, "B"},
		{"link to the playground", sum(parts.Link), link, "B"},
		{"engine and loader, on first run", sum(parts.Engine), engine, "B"},
		{"full account in its place", sum(parts.Full), full, "B"},
		{"JavaScript examples, on first run", sum(parts.Frame), frame, "B"},
		{"queues and blobs for these", sum(parts.Storage), storage, "B"},
		{"service worker, after a while", sum(parts.Offline), offline, "B"},
		{"script for other pages", size(parts.Host), host, "B"},
		{"example in another page", sum(parts.Embed), embed, "B"},
		{"playground's own code", sum(parts.Play), play, "B"},
		{"what the playground loads later", sum(parts.PlayLater), playLater, "B"},
		{"workspace at an address, first use", sum(parts.Sandbox), sandbox, "B"},
		{"design workbench, its program", sum(parts.Design), design, "B"},
		{"its page's own code", sum(parts.DesignPage), designPage, "B"},
		{"what plays a load there", sum(parts.Load), load, "B"},
		{"two clients, its page", sum(parts.Clients), clients, "B"},
	}
}

// isFont reports whether an address is that of a type face, which is the same for all pages and has a budget
// of its own.
func isFont(address string) bool { return path.Ext(address) == ".woff2" }

// total is the size of all files with an extension, which aren't compressed further.
func total(files map[string][]byte, ext string) (sum int) {
	for name, body := range files {
		if path.Ext(name) == ext {
			sum += len(body)
		}
	}
	return sum
}

// weight is the size of a page with its style and scripts.
func weight(files map[string][]byte, name string, size func(string) int) int {
	total := size(name)
	for _, address := range read(name, files[name]).loads {
		if ext := path.Ext(address); ext == ".js" || ext == ".css" {
			total += size(fileOf(address))
		}
	}
	return total
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
	sorted := slices.Clone(values)
	sort.Ints(sorted)
	return sorted[len(sorted)/2]
}

func largest(values []int) int {
	if len(values) == 0 {
		return 0
	}
	return slices.Max(values)
}
