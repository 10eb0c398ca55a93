package code

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/rowkey/rowkey/engine/table"
)

// wrap returns a text in lines of at most so many characters, where blanks allow.
func wrap(text string, width int) (lines []string) {
	for word := range strings.SplitSeq(text, " ") {
		n := len(lines)
		if n > 0 && table.Length(lines[n-1])+table.Length(word) < width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// remarks returns texts as lines of a comment.
func remarks(mark string, texts ...string) (lines []string) {
	for _, text := range texts {
		if text = oneLine(text); text != "" {
			for _, line := range wrap(text, 96) {
				lines = append(lines, mark+" "+line)
			}
		}
	}
	return lines
}

// oneLine returns a text that is one line in every language.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unseen(r) {
			return ' '
		}
		return r
	}, text)), " ")
}

// unseen reports a character that ends a line in some language, turns the direction of writing, or
// can't be seen otherwise. Code has it as an escape.
func unseen(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\ufeff' || r == '\u061c' ||
		r == '\u200e' || r == '\u200f' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// quoted returns a text in double quotes, as JavaScript, Go, C#, Java and Python read it.
func quoted(text string) string {
	b := []byte{'"'}
	for _, r := range text {
		switch at := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case at >= 0:
			b = append(b, '\\', `"\bfnrt`[at])
		case unseen(r):
			hex := strconv.FormatInt(int64(r), 16)
			b = append(append(append(b, `\u`...), "0000"[len(hex):]...), hex...)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(append(b, '"'))
}

// inner returns what is between the quotes of a quoted text.
func inner(text string) string {
	q := quoted(text)
	return q[1 : len(q)-1]
}

// each returns what a function returns for each text.
func each(texts []string, of func(string) string) (all []string) {
	for _, text := range texts {
		all = append(all, of(text))
	}
	return all
}

// isWhole reports whether a number would be a whole one in JSON.
func isWhole(value string) bool {
	_, fraction, _ := strings.Cut(value, ".")
	return !strings.ContainsAny(value, "eE") && strings.Trim(fraction, "0") == ""
}
