package script

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// suggest returns the candidate that word is most likely a slip of, or "".
func suggest(word string, candidates []string) string {
	best, least := "", 1+min(max(1, len(word)/3), len(word)-1)
	for _, c := range candidates {
		if strings.EqualFold(word, c) {
			return c
		}
		if d := distance(word, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// maxWord bounds the words that distance compares; longer ones are nobody's slip.
const maxWord = 64

// distance counts the letters to insert, delete, change or swap with their neighbour to make b of a.
func distance(a, b string) int {
	if len(a) > maxWord || len(b) > maxWord {
		return maxWord
	}
	var before, last, row [maxWord + 1]int
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// glob reports whether the whole of text fits a pattern, in which * stands for any characters, also
// none, ? for one, and \ takes the meaning from the character after it.
func glob(pattern, text string) bool {
	p, t := 0, 0
	star, back := -1, 0 // where to go on after the last *, and from which character of text
	for t < len(text) {
		if p < len(pattern) && pattern[p] == '*' {
			p++
			star, back = p, t
			continue
		}
		if n, width, ok := globOne(pattern[p:], text[t:]); ok {
			p, t = p+n, t+width
			continue
		}
		if star < 0 {
			return false
		}
		_, width := utf8.DecodeRuneInString(text[back:])
		back += width
		p, t = star, back
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// globOne fits the first element of pattern, which is not *, to the first character of text. It
// returns how many bytes of each that took.
func globOne(pattern, text string) (n, width int, ok bool) {
	_, width = utf8.DecodeRuneInString(text)
	switch {
	case pattern == "":
		return 0, 0, false
	case pattern[0] == '?':
		return 1, width, true
	case pattern[0] == '\\' && len(pattern) > 1:
		pattern, n = pattern[1:], 1
	}
	return n + width, width, strings.HasPrefix(pattern, text[:width])
}

// short cuts text to what one line of a report can show, with blanks for line breaks and the like.
func short(text string) string {
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

// isName reports whether s is a name as # @name and @variable take it: a letter or _, then letters,
// digits and _.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !isLetter(c) && c != '_' && (i == 0 || !isDigit(c)) {
			return false
		}
	}
	return s != ""
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isDigits reports whether s is a run of digits.
func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// quote puts s in double quotes for a message.
func quote(s string) string {
	if strings.HasPrefix(s, `"`) {
		return short(s)
	}
	return `"` + short(s) + `"`
}

// found ends a message with what stands where something else was expected.
func found(s string) string {
	if s == "" {
		return ""
	}
	return ", found " + quote(s)
}

// counted is a number and a noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

// number writes n in decimal.
func number(n int) string { return strconv.Itoa(n) }
