package check

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/site/content"
)

// What the reader of a guide has to get through, at most. The tests of the pages measure how tall
// they are.
const (
	maxWords   = 1000 // of prose that isn't folded
	maxOpen    = 10   // requests that aren't hidden or folded
	maxSummary = 110  // characters
	maxPhrase  = 90   // characters of use and avoid
	maxCosmos  = 110  // characters
	maxNamed   = 5    // related guides
)

// Guide is a guide and what is counted of it.
type Guide struct {
	Page    *content.Page
	Decided bool // it begins with a decision
	Words   int
	Open    int
}

// count is one of the figures of a guide beside its limit.
type count struct {
	what         string
	value, limit int
}

func (g Guide) counts() []count {
	p := g.Page
	return []count{
		{"words of prose outside folds", g.Words, maxWords},
		{"open requests", g.Open, maxOpen},
		{"characters of summary", utf8.RuneCountInString(p.Summary), maxSummary},
		{"characters of use", utf8.RuneCountInString(p.Catalogue.Use), maxPhrase},
		{"characters of avoid", utf8.RuneCountInString(p.Catalogue.Avoid), maxPhrase},
		{"characters of cosmos", utf8.RuneCountInString(p.Cosmos), maxCosmos},
		{"related guides", p.Named(), maxNamed},
	}
}

// Problems returns what is wrong with the form of a guide.
func (g Guide) Problems() error {
	var problems []error
	bad := func(message string) {
		problems = append(problems, &content.Problem{File: g.Page.Source, Line: 1, Message: message})
	}
	if !g.Decided {
		bad("a guide begins with a decision")
	}
	for _, field := range [...][2]string{{"use", g.Page.Catalogue.Use}, {"avoid", g.Page.Catalogue.Avoid}} {
		if strings.TrimSpace(field[1]) == "" {
			bad("front matter: " + field[0] + " is missing")
		}
	}
	for _, c := range g.counts() {
		if c.value > c.limit {
			bad(fmt.Sprintf("%d %s, at most %d", c.value, c.what, c.limit))
		}
	}
	return errors.Join(problems...)
}

// Line is the figures of a guide for a reader.
func (g Guide) Line() string {
	mark := "✔"
	if g.Problems() != nil {
		mark = "✘"
	}
	counts := g.counts()
	return fmt.Sprintf("  %s %-36s %5d words %3d requests %4d characters of summary\n",
		mark, g.Page.Slug, counts[0].value, counts[1].value, counts[2].value)
}
