package code

import (
	_ "embed" // for the files of the languages
	"strings"
)

// The languages, each as a file of sections.
var (
	//go:embed syntax/javascript.txt
	javaScript string
	//go:embed syntax/csharp.txt
	cSharp string
	//go:embed syntax/python.txt
	python string
	//go:embed syntax/go.txt
	golang string
	//go:embed syntax/java.txt
	java string
)

// syntax is how a language writes what programs do: texts by their names, in which $name or ${name}
// stands for a piece of code. In the file, "= NAME TEXT" is one in a line; else its lines follow "=
// NAME". A line that begins with ?NAME is in the program if the text of that name has been used, or
// one of several with | between them, and so is what «NAME:…» has in it. With @ before it, the line
// is the name of the text that's there instead. A line that begins with *NAME is there once for
// each of these.
type syntax map[string]string

func syntaxOf(file string) syntax {
	s, name := syntax{}, ""
	for line := range strings.SplitSeq(strings.TrimSuffix(file, "\n"), "\n") {
		begins, ok := strings.CutPrefix(line, "= ")
		switch {
		case ok:
			name, begins, _ = strings.Cut(begins, " ")
			s[name] = begins
		case strings.HasPrefix(line, "=#"): // a comment
		default:
			s[name] += line + "\n"
		}
	}
	for name, text := range s {
		s[name] = strings.TrimSuffix(text, "\n")
	}
	return s
}

// values gives the pieces of code that names in a text stand for.
type values func(name string) (code string, ok bool)

// pairs returns values that alternate with their names.
func pairs(all ...string) values {
	return func(name string) (string, bool) {
		for i := 0; i < len(all); i += 2 {
			if all[i] == name {
				return all[i+1], true
			}
		}
		return "", false
	}
}

// fill puts values in the place of their names. Further lines of a value are indented as its first
// one is, and a line with nothing but an empty value is left out.
func fill(text string, of values) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		code := strings.TrimLeft(line, " \t")
		indent := line[:len(line)-len(code)]
		filled := fillLine(code, of)
		if filled == "" && code != "" {
			continue
		}
		for part := range strings.SplitSeq(filled, "\n") {
			if part != "" {
				part = indent + part
			}
			lines = append(lines, part)
		}
	}
	return strings.Join(lines, "\n")
}

// fillLine puts values in the place of their names.
func fillLine(text string, of values) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "$")
		if b.WriteString(before); !found {
			return b.String()
		}
		name, braced := strings.CutPrefix(rest, "{")
		end := len(name) - len(strings.TrimLeft(name, letters))
		name, text = name[:end], name[end:]
		code, known := of(name)
		if braced {
			text, known = cutBrace(text, known)
		}
		if known {
			b.WriteString(code)
		} else {
			b.WriteString("$" + rest[:len(rest)-len(text)])
		}
	}
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// cutBrace removes the brace behind a name. Without it, the name isn't one.
func cutBrace(text string, known bool) (string, bool) {
	rest, closed := strings.CutPrefix(text, "}")
	if known = known && closed; known {
		text = rest
	}
	return text, known
}
