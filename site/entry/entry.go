// Package entry is the table of what a browser loads: the pages that have no Markdown file,
// scripts, styles and programs, with their budgets.
//
// Each of them is one row of All. site/assets bundles the rows, site/render writes the pages among
// them, and site/check compares what they weigh with their budgets. So a new page is a row and a folder of
// site/ui with its script, its template and its style sheet, as that of two clients is. It holds no code for
// any of this, and imports nothing of the site.
package entry

import (
	"slices"
	"strings"
)

// Entry is a row: what a browser loads on its own account.
type Entry struct {
	// Name is what templates and other rows call it. A script reads the address of its script as
	// NAME_URL, and that of its style sheet as NAME_STYLE.
	Name string

	Page Page // the page that it is, if it's one

	Script  string   // the entry point of its script in site/ui; "" without one
	Style   string   // that of its style sheet in site/ui
	Form    Form     // of the script
	Of      string   // of a Later script: the row whose script loads it
	Files   []string // files at fixed addresses that come with it
	With    []string // rows that it can't do without, which count towards its budget
	Preview bool     // a release doesn't have it

	What  string // its name in the list of budgets
	Limit int    // the budget, in bytes with brotli, and of a program with gzip; 0 without one
}

// Form is how a script is bundled.
type Form uint8

// The forms of scripts.
const (
	Classic Form = iota // one file that isn't a module
	Shared              // a module, in pieces that it shares with the others of this form
	Alone               // a module, in pieces of its own, so that what it needs makes no other page load more
	Boot                // like Alone, but it loads the other pieces itself, once the page shows
	Later               // a piece that the script of another row loads when it's needed
	Rest                // all such pieces that aren't rows
	Made                // site/assets makes it in its own way
)

// Page is a page that has no Markdown file.
type Page struct {
	Path     string // its address; "" if it has none that a reader would share
	File     string // its file on the site, if Path doesn't say it
	Unlisted bool   // search engines aren't told of it
	Title    string
	About    string // a sentence
	Template string // in site
}

// IsPage reports whether the row has a page.
func (e Entry) IsPage() bool { return e.Page.Template != "" }

// Output is the page's file on the site.
func (p Page) Output() string {
	if p.File != "" {
		return p.File
	}
	return strings.TrimPrefix(p.Path, "/") + "index.html"
}

// Named returns the row of a name.
func Named(name string) Entry { return All[Index(name)] }

// Index returns the place of a row in the table.
func Index(name string) int {
	at := slices.IndexFunc(All, func(e Entry) bool { return e.Name == name })
	if at < 0 {
		panic("bug: there is no entry " + name)
	}
	return at
}

// Starts reports whether the page of the row begins with its script.
func (e Entry) Starts() bool {
	return e.Script != "" && (e.Form == Shared || e.Form == Alone || e.Form == Boot)
}
