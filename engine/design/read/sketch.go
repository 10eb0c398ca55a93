package read

import "strings"

// where is a place of a text that may be wrong anywhere.
type where struct {
	path   []string // the names that lead to it; that of a value is the last
	typed  string   // of what is being written
	beside []string // names that are in the same mapping already
	line   string   // what begins with the name at the outer margin of its mapping in braces, up to the place
	braced bool     // it's in a mapping with braces
	above  string   // the lines above that
}

// level is a name with its indentation, and the names before it in the same mapping.
type level struct {
	indent int
	name   string
	before []string
}

// sketch finds where a text ends. It goes by indentation, colons and brackets alone.
func sketch(before string) (w where) {
	lines := strings.Split(before, "\n")
	var stack []level
	start, depth := 0, 0 // of the line that the last one goes on with
	for i, line := range lines {
		if depth == 0 {
			start = i
		}
		open := brackets(line)
		if i == len(lines)-1 {
			break
		}
		text := strings.TrimLeft(line, " ")
		if depth == 0 && text != "" && text[0] != '#' {
			stack = pushed(stack, len(line)-len(text), nameOf(text))
		}
		depth = max(0, depth+open)
	}
	w.above = strings.Join(lines[:start], "\n")
	w.line = strings.Join(lines[start:], " ")
	text := strings.TrimLeft(w.line, " ")
	stack = pushed(stack, len(w.line)-len(text), "")
	for _, l := range stack[:len(stack)-1] {
		w.path = append(w.path, l.name)
	}
	w.beside = stack[len(stack)-1].before
	w.inLine(text)
	return w
}

// pushed puts a name where its indentation belongs.
func pushed(stack []level, indent int, name string) []level {
	var before []string
	for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
		if last := stack[len(stack)-1]; last.indent == indent {
			before = append(last.before, last.name)
		}
		stack = stack[:len(stack)-1]
	}
	return append(stack, level{indent, name, before})
}

func nameOf(text string) string {
	name, _, _ := strings.Cut(text, ":")
	return strings.Trim(name, `"' `)
}

// brackets returns how many more brackets a line opens than it closes, outside quotes and comments.
func brackets(line string) (n int) {
	quote := byte(0)
	for i := range len(line) {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' && (i == 0 || strings.IndexByte(" :,{[", line[i-1]) >= 0):
			quote = c
		case c == '#' && (i == 0 || line[i-1] == ' '):
			return n
		case c == '{', c == '[':
			n++
		case c == '}', c == ']':
			n--
		}
	}
	return n
}

// inLine follows names and braces to the end of a line.
func (w *where) inLine(text string) {
	word, inName, quoted := 0, true, byte(0)
	var outer [][]string
	for i := range len(text) {
		c := text[i]
		switch {
		case quoted != 0 && c == quoted:
			quoted = 0
		case quoted == 0 && c == '"', quoted == 0 && c == '\'' && !inName:
			quoted, word = c, i+1
		case quoted == '"' && strings.IndexByte(` {_`, c) >= 0, quoted == '\'' && c == '{':
			word = i + 1
		case quoted != 0:
		case c == ':' && inName && (i+1 == len(text) || text[i+1] == ' '):
			w.path, inName, word = append(w.path, strings.Trim(text[word:i], `"' `)), false, i+1
		case c == '{':
			outer, w.beside, w.braced = append(outer, w.beside), nil, true
			inName, word = true, i+1
		case c == '[':
			outer, word = append(outer, w.beside), i+1
		case c == '}' || c == ']':
			if len(outer) > 0 {
				w.beside, outer = outer[len(outer)-1], outer[:len(outer)-1]
			}
			if c == '}' && len(w.path) > 0 && !inName {
				w.path = w.path[:len(w.path)-1]
			}
			inName, word = false, i+1
		case c == ',' && strings.LastIndexByte(text[:i], '[') > strings.LastIndexByte(text[:i], ']'):
			word = i + 1
		case c == ',':
			if len(w.path) > 0 && !inName {
				w.beside = append(w.beside, w.path[len(w.path)-1])
				w.path = w.path[:len(w.path)-1]
			}
			inName, word = true, i+1
		}
	}
	w.typed = strings.TrimLeft(text[min(word, len(text)):], " ")
}
