package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/rowkey/rowkey/patterns"
)

// guide is a guide of the handbook as one that's looked for.
type guide struct {
	slug     string
	summary  string
	head     text // what begins the file: title, summary, need
	body     text
	sections []section
}

// section is a part of a guide between two headings.
type section struct {
	heading, text string
	head, body    text
}

// text is how often each word is in something.
type text struct {
	words map[string]int
	count int
}

// handbook reads the guides once.
var handbook = sync.OnceValue(func() (all []guide) {
	names, _ := fs.Glob(patterns.Guides, "*/guide.md") // the pattern is well-formed
	for _, name := range names {
		file, err := fs.ReadFile(patterns.Guides, name)
		if err != nil {
			panic("bug: " + err.Error()) // it's part of the program
		}
		all = append(all, newGuide(path.Dir(name), string(file)))
	}
	return all
})

// asides are the headings of what answers nothing: a guide's own questions, and another service.
var asides = map[string]bool{"What would you expect?": true, "In Cosmos DB": true}

func newGuide(slug, file string) guide {
	front, body, _ := strings.Cut(file, "\n---\n")
	_, summary, _ := strings.Cut(front, "\nsummary: ")
	summary, _, _ = strings.Cut(summary, "\n")
	g := guide{slug: slug, summary: strings.Trim(summary, `"`), head: textOf(front), body: textOf(body)}
	for part := range strings.SplitSeq("\n"+body, "\n## ") {
		heading, body, _ := strings.Cut(strings.TrimSpace(part), "\n")
		if body = strings.TrimSpace(body); body != "" && !asides[heading] {
			g.sections = append(g.sections, section{heading, body, textOf(heading), textOf(body)})
		}
	}
	return g
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

// lookUp returns the section that answers a question best, of a guide or, if that's "", of the one that fits
// best, and which other guides fit.
func lookUp(question, slug string) (string, error) {
	all := handbook()
	heads, bodies := make([]text, len(all)), make([]text, len(all))
	for i := range all {
		heads[i], bodies[i] = all[i].head, all[i].body
	}
	order := ranked(heads, bodies, question)
	if slug != "" {
		order = slices.DeleteFunc(order, func(i int) bool { return all[i].slug == slug })
		named := slices.IndexFunc(all, func(g guide) bool { return g.slug == slug })
		if named < 0 {
			return "", fmt.Errorf("there's no guide %q: ask without one, and see which there are", slug)
		}
		order = slices.Insert(order, 0, named)
	}
	if len(order) == 0 {
		return "", errors.New("no guide has these words; ask about keys, queries, transactions or copies")
	}
	g := all[order[0]]
	heads, bodies = heads[:0], bodies[:0]
	for _, s := range g.sections {
		heads, bodies = append(heads, s.head), append(bodies, s.body)
	}
	s := g.sections[0] // what a guide begins with
	if sections := ranked(heads, bodies, question); len(sections) > 0 {
		s = g.sections[sections[0]]
	}
	answer := "From the guide " + g.slug + ", " + s.heading + ":\n\n" + s.text + "\n\nOther guides:\n"
	const others = 5
	for _, i := range order[1:min(len(order), 1+others)] {
		answer += "- " + all[i].slug + ": " + all[i].summary + "\n"
	}
	return answer, nil
}

// ranked returns the places of the texts that have a question's words, the best first. What a head says
// counts more.
func ranked(heads, bodies []text, question string) (order []int) {
	const more = 3
	inHeads, inBodies := scores(heads, question), scores(bodies, question)
	score := func(i int) float64 { return more*inHeads[i] + inBodies[i] }
	for i := range heads {
		if score(i) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	return order
}

// scores says how much of a question's words each text has, rare ones above all: BM25, as it's usually set.
func scores(texts []text, question string) []float64 {
	const saturation, length = 1.2, 0.75
	among, average, all := map[string]float64{}, 0.0, float64(len(texts))
	for _, t := range texts {
		for w := range t.words {
			among[w]++
		}
		average += float64(t.count) / all
	}
	found := make([]float64, len(texts))
	for i, t := range texts {
		for _, w := range wordsOf(question) {
			n := float64(t.words[w])
			rare := math.Log(1 + (all-among[w]+0.5)/(among[w]+0.5))
			found[i] += rare * n * (saturation + 1) / (n + saturation*(1-length+length*float64(t.count)/average))
		}
	}
	return found
}
