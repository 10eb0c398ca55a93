package handbook

import (
	_ "embed" // for the words
	"strings"
)

// asked has for pages the words in which they're asked for and which they don't say themselves.
//
//go:embed asked.txt
var asked string

// askedFor returns the words in which a page is asked for.
func askedFor(slug string) string {
	_, words, _ := strings.Cut("\n"+asked, "\n"+slug+": ")
	words, _, _ = strings.Cut(words, "\n")
	return words
}
