package script

import "strings"

// Fence is one ```http block of a Markdown text.
type Fence struct {
	Line  int    // of the first line of its content, from 1
	Text  string // its content, lines joined by \n
	Apart bool   // something but blank lines stands between it and the fence before it

	indents []int // blanks taken from the beginning of each line; nil for none
}

// Fences returns the blocks of a Markdown text that are fenced as CommonMark says and whose info
// string is http and nothing else, which is what editors recognise. Fences within lists and quotes
// are not looked for.
// https://spec.commonmark.org/0.31.2/#fenced-code-blocks
func Fences(markdown string) []Fence {
	var fences []Fence
	lines := strings.Split(strings.TrimSuffix(markdown, "\n"), "\n")
	apart, comment := true, false
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSuffix(lines[i], "\r")
		if comment || opensComment(line) {
			comment = !strings.Contains(line, "-->")
			apart = true
			continue
		}
		open, ok := openFence(line)
		if !ok {
			apart = apart || strings.TrimSpace(line) != ""
			continue
		}
		f := Fence{Line: i + 2, Apart: apart}
		end := i + 1
		for end < len(lines) && !open.closes(strings.TrimSuffix(lines[end], "\r")) {
			end++
		}
		if open.info == "http" {
			f.take(lines[i+1:min(end, len(lines))], open.indent)
			fences = append(fences, f)
		}
		apart = open.info != "http"
		i = end
	}
	return fences
}

// take makes lines the content of the fence, each without the indentation of the opening line.
func (f *Fence) take(lines []string, indent int) {
	var b strings.Builder
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		blanks := min(indent, leadingBlanks(line))
		if indent > 0 {
			f.indents = append(f.indents, blanks)
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line[blanks:])
	}
	f.Text = b.String()
}

// opening is the line that opens a fenced block.
type opening struct {
	mark   byte
	length int
	indent int
	info   string
}

func openFence(line string) (o opening, ok bool) {
	o.indent = leadingBlanks(line)
	rest := line[o.indent:]
	if o.indent > 3 || rest == "" || rest[0] != '`' && rest[0] != '~' {
		return o, false
	}
	o.mark = rest[0]
	o.length = len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	o.info = strings.Trim(rest[o.length:], " \t")
	if o.length < 3 || o.mark == '`' && strings.Contains(o.info, "`") {
		return o, false
	}
	return o, true
}

func (o opening) closes(line string) bool {
	indent := leadingBlanks(line)
	if indent > 3 {
		return false
	}
	rest := strings.TrimRight(line[indent:], " \t")
	return len(rest) >= o.length && strings.Trim(rest, string(o.mark)) == ""
}

// opensComment reports whether an HTML comment begins on the line; what is in it is not Markdown.
func opensComment(line string) bool {
	indent := leadingBlanks(line)
	return indent <= 3 && strings.HasPrefix(line[indent:], "<!--")
}

func leadingBlanks(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
