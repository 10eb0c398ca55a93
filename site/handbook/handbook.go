package handbook

import (
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
