package render

import (
	"strings"
	"unicode/utf8"
)

// JavaScript cuts the text of a js example into tokens whose texts, joined, are the text itself. The
// editor on the page does the same in TypeScript (site/ui/javascript.ts), and testdata/javascript.json
// holds both to one behaviour:
//
//   - comments are tk-c; of those from // to the end of the line, ones that begin with an @ are
//     directives (tk-d);
//   - strings, templates and regular expressions are tk-s, and within templates ${…} is tk-v; a slash
//     begins a regular expression unless a value stands before it;
//   - words of the language are tk-k; true, false, null, undefined and numbers tk-l; other words before
//     an opening parenthesis tk-n; everything else is plain.
//
// A string or regular expression ends at the end of its line at the latest.
func JavaScript(text string) []Token {
	j := &javaScript{text: text}
	for j.at < len(text) {
		j.next()
	}
	return j.out.tokens
}

type javaScript struct {
	text  string
	at    int
	out   highlighter
	value bool // what stands before is a value, so that a slash divides it
}

var javaScriptWords = setOf("async await break case catch class const continue default delete do else export extends " +
	"finally for from function if import in instanceof let new of return static super switch this throw try typeof " +
	"var void while yield")

var javaScriptConstants = setOf("true false null undefined")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// take makes a token of the text up to end.
func (j *javaScript) take(class string, end int) {
	j.out.emit(class, j.text[j.at:end])
	j.at = end
}

func (j *javaScript) next() {
	rest := j.text[j.at:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "//"):
		line, _, _ := strings.Cut(rest, "\n")
		class := "tk-c"
		if strings.HasPrefix(strings.TrimLeft(line, "/ "), "@") {
			class = "tk-d"
		}
		j.take(class, j.at+len(line))
	case strings.HasPrefix(rest, "/*"):
		end := len(j.text)
		if close := strings.Index(rest[2:], "*/"); close >= 0 {
			end = j.at + 2 + close + 2
		}
		j.take("tk-c", end)
	case c == '\'' || c == '"' || c == '/' && !j.value:
		j.take("tk-s", quotedEnd(j.text, j.at))
		j.value = true
	case c == '`':
		j.template()
		j.value = true
	case isDigit(c):
		j.take("tk-l", numberEnd(j.text, j.at))
		j.value = true
	case isIdentifier(c):
		j.word()
	default:
		j.take("", j.at+1)
		if !strings.ContainsRune(" \t\r\n", rune(c)) {
			j.value = c == ')' || c == ']' || c == '}'
		}
	}
}

func isIdentifier(c byte) bool { return isWord(c) || c == '$' || c >= utf8.RuneSelf }

func (j *javaScript) word() {
	end := j.at
	for end < len(j.text) && isIdentifier(j.text[end]) {
		end++
	}
	word := j.text[j.at:end]
	before := j.text[:j.at]
	member := strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "..")
	j.value = true
	switch {
	case javaScriptWords[word] && !member:
		j.value = word == "this" || word == "super"
		j.take("tk-k", end)
	case javaScriptConstants[word] && !member:
		j.take("tk-l", end)
	case strings.HasPrefix(j.text[end:], "("):
		j.take("tk-n", end)
	default:
		j.take("", end)
	}
}

// template takes a template with what is filled in.
func (j *javaScript) template() {
	end := j.at + 1
	for end < len(j.text) && j.text[end] != '`' {
		switch {
		case j.text[end] == '\\':
			end += 2
		case strings.HasPrefix(j.text[end:], "${"):
			j.take("tk-s", end)
			end = braceEnd(j.text, end+1)
			j.take("tk-v", end)
		default:
			end++
		}
	}
	j.take("tk-s", min(end+1, len(j.text)))
}

// quotedEnd returns where the string or regular expression that begins at i ends, with its flags.
func quotedEnd(text string, i int) int {
	quote, class := text[i], false
	for i++; i < len(text) && text[i] != '\n'; i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && text[i+1] != '\n':
			i++
		case quote == '/' && (c == '[' || c == ']'):
			class = c == '['
		case c == quote && quote == '/' && !class:
			return wordEnd(text, i+1)
		case c == quote && !class:
			return i + 1
		}
	}
	return i
}

// braceEnd returns where the braces close that open at i.
func braceEnd(text string, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}
