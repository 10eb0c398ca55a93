package problem

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/spelling"
)

// Problem is what is wrong with a piece of a script, without its place.
type Problem struct {
	Message string
	Hint    string // how to fix it; may be ""
	Meant   string // what to write in place of a misspelt word; may be ""
}

// New returns a problem.
func New(message, hint string) *Problem { return &Problem{Message: message, Hint: hint} }

// Misspelt returns a problem with a word in whose place another one was meant.
func Misspelt(message, meant string) *Problem {
	return &Problem{Message: message, Hint: "Did you mean " + meant + "?", Meant: meant}
}

// Unknown returns a problem with a word. The hint offers the candidate nearest to it, or is otherwise if none
// is near.
func Unknown(message, word string, candidates []string, otherwise string) *Problem {
	if s := spelling.Nearest(word, candidates); s != "" {
		return Misspelt(message, s)
	}
	return New(message, otherwise)
}

// List is a sentence that lists names.
func List(what string, names []string) string {
	const most = 15
	if len(names) == 0 {
		return ""
	}
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return what + ": " + strings.Join(names, ", ") + "."
}

// Short cuts text to what fits one line of a report, with spaces for line breaks and other control
// characters.
func Short(text string) string {
	const most = 120
	n := 0
	for i := range text {
		if n++; n > most {
			text = text[:i] + "…"
			break
		}
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return ' '
		}
		return r
	}, text)
}

// Quote puts s in double quotes for a message, unless it has some already.
func Quote(s string) string {
	if strings.HasPrefix(s, `"`) {
		return Short(s)
	}
	return `"` + Short(s) + `"`
}

// Found ends a message with what was found where something else was expected.
func Found(s string) string {
	if s == "" {
		return ""
	}
	return ", found " + Quote(s)
}
