package content_test

import (
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/rowkey/rowkey/site/content"
)

// mostWords bounds what tells users how Rowkey works. Guides, and the pages below /learn/, teach tables.
const mostWords = 25_000

// TestDocuments: a document says in its first line who it's for, and those for users stay short together.
func TestDocuments(t *testing.T) {
	library, err := content.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	all := words(string(readme))
	for _, p := range library.Pages() {
		if p.Kind.IsGuide() || p.Kind == content.Decision {
			continue
		}
		if !strings.HasPrefix(strings.TrimSpace(p.Body), "For you if ") {
			t.Errorf("%s:%d: the first line doesn't say who the page is for", p.Source, p.Line)
		}
		if p.Kind != content.Internal && p.Kind != content.Learn {
			all += words(p.Body)
		}
	}
	if all > mostWords {
		t.Errorf("the pages for users have %d words, more than %d", all, mostWords)
	}
}

// words counts what has a letter or a digit in it, in code too, and so not the bars of tables.
func words(text string) (n int) {
	for _, field := range strings.Fields(text) {
		if strings.ContainsFunc(field, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}
