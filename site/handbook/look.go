package handbook

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/spelling"
)

// Answer is the section that answers a question best, and other pages that might.
type Answer struct {
	Guide   string  `json:"guide" jsonschema:"the page: a guide, or a document such as docs/questions"`
	Section string  `json:"section"`
	Text    string  `json:"text" jsonschema:"the section in full, as Markdown"`
	Others  []Other `json:"others" jsonschema:"pages to ask by name"`
}

// Other is a page that might answer, too.
type Other struct {
	Guide   string `json:"guide"`
	Summary string `json:"summary"`
}

// Look answers a question from a page or, if that's "", from the one that fits best.
func Look(question, slug string) (a Answer, err error) {
	all := pages()
	found := ranked(all, question)
	best := place{page: slices.IndexFunc(all, func(p page) bool { return p.slug == slug })}
	switch {
	case slug != "" && best.page < 0:
		return a, unknown(slug, all)
	case slug == "" && len(found) == 0:
		return a, errors.New("no guide has these words: ask in those of Table storage, such as keys, queries, " +
			"pages, ETags, transactions, retries, copies or bills")
	case slug == "":
		best = found[0]
	default:
		if i := slices.IndexFunc(found, func(f place) bool { return f.page == best.page }); i >= 0 {
			best = found[i]
		}
	}
	p := all[best.page]
	s := p.sections[best.section]
	a = Answer{Guide: p.slug, Section: s.heading, Text: s.text, Others: []Other{}}
	const others = 5
	met := map[int]bool{best.page: true}
	for _, f := range found {
		if !met[f.page] && len(a.Others) < others {
			met[f.page] = true
			a.Others = append(a.Others, Other{all[f.page].slug, all[f.page].summary})
		}
	}
	return a, nil
}

// place is a section of a page, by their numbers, and how well it answers.
type place struct {
	page, section int
	score         float64
}

// ranked returns the sections that have a question's words, the best first. What a page's head says counts
// most, as the words in which it's asked for do.
func ranked(all []page, question string) (found []place) {
	const ofHead, ofPage, ofHeading, ofSide = 3, 0.5, 1.7, 0.8
	var heads, wholes, headings, bodies []text
	for i := range all {
		heads, wholes = append(heads, all[i].head), append(wholes, all[i].body)
		for j := range all[i].sections {
			found = append(found, place{page: i, section: j})
			headings = append(headings, all[i].sections[j].head)
			bodies = append(bodies, all[i].sections[j].body)
		}
	}
	head, whole := scores(heads, question), scores(wholes, question)
	heading, body := scores(headings, question), scores(bodies, question)
	for i, f := range found {
		own := ofHeading*heading[i] + body[i]
		switch all[f.page].sections[f.section].heading {
		case "More cases", "Try it": // what's shown there is said elsewhere
			own *= ofSide
		}
		found[i].score = ofHead*head[f.page] + ofPage*whole[f.page] + own
	}
	found = slices.DeleteFunc(found, func(f place) bool { return f.score == 0 })
	slices.SortStableFunc(found, func(x, y place) int { return cmp.Compare(y.score, x.score) })
	return found
}

// unknown says that there's no such page, and which one may have been meant.
func unknown(slug string, all []page) error {
	var names []string
	for _, p := range all {
		names = append(names, p.slug)
	}
	meant := "."
	if nearest := spelling.Nearest(slug, names); nearest != "" {
		meant = "; did you mean " + nearest + "?"
	}
	return fmt.Errorf("there's no guide %q%s The guides are %s", slug, meant, strings.Join(names, ", "))
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
