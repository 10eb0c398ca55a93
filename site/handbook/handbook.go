package handbook

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/rowkey/rowkey/docs"
	"github.com/rowkey/rowkey/patterns"
)

// page is a guide, or a document with short answers.
type page struct {
	slug     string // of a guide: its name; of a document: docs/NAME
	summary  string
	head     text // what begins the file: title, summary, need
	body     text
	sections []section
}

// section is a part of a page between two headings.
type section struct {
	heading, text string
	head, body    text
}

// text is how often each word is in something.
type text struct {
	words map[string]int
	count int
}

// pages reads the guides and the documents once.
var pages = sync.OnceValue(func() (all []page) {
	read := func(in fs.FS, pattern string, add func(name, file string) page) {
		names, _ := fs.Glob(in, pattern) // the pattern is well-formed
		for _, name := range names {
			file, err := fs.ReadFile(in, name)
			if err != nil {
				panic("bug: " + err.Error()) // it's part of the program
			}
			all = append(all, add(name, string(file)))
		}
	}
	read(patterns.Guides, "*/guide.md", func(name, file string) page {
		return newPage(path.Dir(name), file, "\n## ")
	})
	read(docs.Answers, "*.md", func(name, file string) page {
		parts := "\n## "
		if strings.Contains(file, "\n### ") {
			parts = "\n### "
		}
		return newPage("docs/"+strings.TrimSuffix(name, ".md"), file, parts)
	})
	return all
})

// Guides returns the names of the guides, and what each says of itself.
func Guides() (all []Other) {
	for _, p := range pages() {
		if !strings.HasPrefix(p.slug, "docs/") {
			all = append(all, Other{p.slug, p.summary})
		}
	}
	return all
}

// asides are the headings of what answers nothing: a guide's own questions, and another service.
var asides = map[string]bool{"What would you expect?": true, "In Cosmos DB": true}

func newPage(slug, file, parts string) page {
	front, body, _ := strings.Cut(file, "\n---\n")
	_, summary, _ := strings.Cut(front, "\nsummary: ")
	summary, _, _ = strings.Cut(summary, "\n")
	p := page{slug: slug, summary: strings.Trim(summary, `"`), head: textOf(front + " " + askedFor(slug)),
		body: textOf(body)}
	for i, part := range strings.Split("\n"+body, parts) {
		heading, body, _ := strings.Cut(strings.TrimSpace(part), "\n")
		heading, _, _ = strings.Cut(heading, " {")
		if i == 0 {
			heading, body = "what it begins with", part
		}
		if body = strings.TrimSpace(body); body != "" && !asides[heading] {
			p.sections = append(p.sections, section{heading, body, textOf(heading), textOf(body)})
		}
	}
	return p
}

// textOf counts the words of prose. Code has names that are everywhere.
func textOf(s string) text {
	t := text{words: map[string]int{}}
	for i, part := range strings.Split(s, "```") {
		if i%2 == 1 {
			continue
		}
		for _, w := range wordsOf(part) {
			t.words[w]++
			t.count++
		}
	}
	return t
}

// empty are words that every sentence has.
var empty = strings.Fields("a an and are as at be but by can do does for from has have how i if in into is " +
	"it its my no not of on one or s should so t than that the their then there they this to up was what when " +
	"where which who why will with you your entity entities table tables")

// wordsOf returns the words of a text without endings that change with the sentence.
func wordsOf(text string) (words []string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if slices.Contains(empty, w) {
			continue
		}
		for _, ending := range []string{"ies", "es", "s", "ing", "ed"} {
			if stem, ok := strings.CutSuffix(w, ending); ok && len(stem) > 3 {
				w = stem
				break
			}
		}
		words = append(words, w)
	}
	return words
}

// Section returns a section of a guide or a document as Markdown, without what only a page of the site shows:
// requests that run there, and figures. Links lead to the repository.
func Section(slug, heading string) (string, error) {
	for _, p := range pages() {
		for _, s := range p.sections {
			if p.slug == slug && s.heading == heading {
				return linked(withoutFences(s.text), slug), nil
			}
		}
	}
	return "", fmt.Errorf("%s has no section %q", slug, heading)
}

// withoutFences leaves out blocks of code and the sentence that announces one.
func withoutFences(text string) string {
	var parts []string
	for i, part := range strings.Split("\n"+text, "\n```") {
		if i%2 == 1 {
			continue
		}
		if _, after, ok := strings.Cut(part, "\n"); i > 0 && ok {
			part = after
		}
		parts = append(parts, strings.TrimSpace(part))
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Join(parts, "\n\n")
}

// repository is where links lead.
const repository = "https://github.com/rowkey/rowkey/tree/main/"

// linked makes the links of a page lead to the repository.
func linked(text, slug string) string {
	file := "patterns/" + slug + "/guide.md"
	if strings.HasPrefix(slug, "docs/") {
		file = slug + ".md"
	}
	parts := strings.Split(text, "](")
	for i, part := range parts {
		if i == 0 || strings.HasPrefix(part, "http") {
			continue
		}
		target, rest, _ := strings.Cut(part, ")")
		switch {
		case strings.HasPrefix(target, "#"):
			target = file + target
		case !strings.HasPrefix(target, "/"):
			target = path.Join(path.Dir(file), target)
		}
		parts[i] = repository + strings.TrimPrefix(target, "/") + ")" + rest
	}
	return strings.Join(parts, "](")
}
