package render

import "strings"

// Token is a run of an example's text and the class it is shown in; Class "" is plain text.
type Token struct{ Class, Text string }

// HTTP cuts the text of an http example into tokens whose texts, joined, are the text itself. The
// editor on the page does the same in TypeScript; testdata/highlight.json beside it holds both to
// one behaviour. The rules are those of a colouring, not of the script parser:
//
//   - a line beginning ### is a comment and starts a new request;
//   - any other line beginning # or // is a comment, or a directive (tk-d) if an @ follows;
//   - @name before a request line is a variable (tk-v), the rest of its line is plain;
//   - the request line is METHOD (tk-m) and a target; lines beginning ? or & continue the target;
//   - header lines are a name (tk-h) up to the colon and a plain value; a blank line starts the body;
//   - in a target, after the first ( or ?: 'strings' in which a doubled quote is one character (tk-s),
//     operators and the prefix of a typed literal (tk-k), numbers, true, false, null (tk-l), other
//     words, with a $ before them or not (tk-n); %XX and what follows " HTTP/" are plain;
//   - in a body: "strings" (tk-s, or tk-n when a colon follows), numbers, true, false, null (tk-l);
//   - {{…}} is tk-v everywhere, also within strings.
//
// Words are of A-Z a-z 0-9 and _; neighbouring tokens of one class are one token.
func HTTP(text string) []Token {
	h := &highlighter{}
	for line := range strings.Lines(text) {
		h.line(line)
	}
	return h.tokens
}

// part is where in a request the highlighter stands.
type part uint8

const (
	before  part = iota // directives, variables and comments, up to the request line
	headers             // continued target, then headers
	body
)

type highlighter struct {
	tokens []Token
	part   part
}

func (h *highlighter) emit(class, text string) {
	if text == "" {
		return
	}
	if last := len(h.tokens) - 1; last >= 0 && h.tokens[last].Class == class {
		h.tokens[last].Text += text
		return
	}
	h.tokens = append(h.tokens, Token{class, text})
}

func (h *highlighter) line(line string) {
	text, end := strings.TrimSuffix(line, "\n"), ""
	if len(text) < len(line) {
		end = "\n"
	}
	trimmed := strings.TrimLeft(text, " \t")
	switch {
	case strings.HasPrefix(text, "###"):
		h.emit("tk-c", text)
		h.part = before
	case strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "//"):
		h.comment(text)
	case h.part == body:
		h.body(text)
	case trimmed == "":
		h.emit("", text)
		if h.part == headers {
			h.part = body
		}
	case h.part == headers:
		h.header(text)
	case trimmed[0] == '@':
		h.variable(text)
	default:
		h.request(text)
		h.part = headers
	}
	h.emit("", end)
}

// comment is a comment line, or a directive: "# @expect status == 200".
func (h *highlighter) comment(text string) {
	at := strings.IndexByte(text, '@')
	if at < 0 || strings.Trim(text[:at], " \t#/") != "" {
		h.emit("tk-c", text)
		return
	}
	h.within("tk-d", text)
}

// variable is "@name = value".
func (h *highlighter) variable(text string) {
	end := wordEnd(text, strings.IndexByte(text, '@')+1)
	h.emit("tk-v", text[:end])
	h.plain(text[end:])
}

// request is "GET {{host}}/Orders()?$top=1".
func (h *highlighter) request(text string) {
	end := wordEnd(text, 0)
	if end < len(text) && text[end] == ' ' {
		h.emit("tk-m", text[:end])
		text = text[end:]
	}
	h.target(text)
}

// header is a header line, or one that continues the target.
func (h *highlighter) header(text string) {
	if trimmed := strings.TrimLeft(text, " \t"); trimmed[0] == '?' || trimmed[0] == '&' {
		h.target(text)
		return
	}
	if colon := strings.IndexByte(text, ':'); colon >= 0 {
		h.emit("tk-h", text[:colon])
		text = text[colon:]
	}
	h.plain(text)
}

// plain is text in which only {{…}} is marked.
func (h *highlighter) plain(text string) { h.within("", text) }

// within is text of one class in which {{…}} is marked.
func (h *highlighter) within(class, text string) {
	for text != "" {
		start := strings.Index(text, "{{")
		if start < 0 {
			break
		}
		h.emit(class, text[:start])
		end := variableEnd(text, start)
		h.emit("tk-v", text[start:end])
		text = text[end:]
	}
	h.emit(class, text)
}

var operators = map[string]bool{
	"eq": true, "ne": true, "gt": true, "ge": true, "lt": true, "le": true,
	"and": true, "or": true, "not": true,
}

var constants = map[string]bool{"true": true, "false": true, "null": true}

// target is the rest of a request line after the method, or a continuation of it.
func (h *highlighter) target(text string) {
	inside := h.part == headers // a continuation begins within the query
	for i := 0; i < len(text); {
		end := i + 1
		class := ""
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "{{"):
			end, class = variableEnd(text, i), "tk-v"
		case c == '?', c == '(':
			inside = true
		case !inside:
		case strings.HasPrefix(text[i:], " HTTP/"):
			end = len(text)
		case c == '\'':
			end = quoteEnd(text, i)
			h.within("tk-s", text[i:end])
			i = end
			continue
		case c == '%':
			end = min(i+3, len(text))
		case isDigit(c):
			end, class = numberEnd(text, i), "tk-l"
		case isWord(c), c == '$':
			end = wordEnd(text, i+1)
			class = targetWord(text[i:end], text[end:])
		}
		h.emit(class, text[i:end])
		i = end
	}
}

func targetWord(word, rest string) string {
	switch {
	case operators[word], strings.HasPrefix(rest, "'"):
		return "tk-k"
	case constants[word]:
		return "tk-l"
	}
	return "tk-n"
}

// body is a line of a JSON body.
func (h *highlighter) body(text string) {
	for i := 0; i < len(text); {
		end := i + 1
		class := ""
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "{{"):
			end, class = variableEnd(text, i), "tk-v"
		case c == '"':
			end, class = stringEnd(text, i), "tk-s"
			if strings.HasPrefix(strings.TrimLeft(text[end:], " \t"), ":") {
				class = "tk-n"
			}
			h.within(class, text[i:end])
			i = end
			continue
		case isDigit(c):
			end, class = numberEnd(text, i), "tk-l"
		case isWord(c):
			end = wordEnd(text, i)
			if constants[text[i:end]] {
				class = "tk-l"
			}
		}
		h.emit(class, text[i:end])
		i = end
	}
}

// variableEnd returns where the {{…}} that begins at i ends; an unclosed one runs to the end.
func variableEnd(text string, i int) int {
	if end := strings.Index(text[i:], "}}"); end >= 0 {
		return i + end + len("}}")
	}
	return len(text)
}

// quoteEnd returns where the 'string' that begins at i ends.
func quoteEnd(text string, i int) int {
	for i++; i < len(text); i++ {
		if text[i] != '\'' {
			continue
		}
		if i+1 == len(text) || text[i+1] != '\'' {
			return i + 1
		}
		i++
	}
	return len(text)
}

// stringEnd returns where the JSON string that begins at i ends.
func stringEnd(text string, i int) int {
	for i++; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '"':
			return i + 1
		case strings.HasPrefix(text[i:], "{{"):
			i = variableEnd(text, i) - 1
		}
	}
	return len(text)
}

func wordEnd(text string, i int) int {
	for i < len(text) && isWord(text[i]) {
		i++
	}
	return i
}

func numberEnd(text string, i int) int {
	for i < len(text) && (isWord(text[i]) || text[i] == '.') {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}
