package script

import "strings"

// Fence is one ```http block of a Markdown page, or one with the data of a table.
type Fence struct {
	Line  int    // of the first line of its content, from 1
	Text  string // its content, lines joined by \n
	Apart bool   // something other than blank lines is between it and the previous fence with requests
	Table string // the table whose data it is; "" for requests

	indents []int // spaces removed from the beginning of each line; nil for none
}

// Fences returns the fenced blocks of a Markdown page, as CommonMark defines them, whose info string is
// http and nothing else, which is what editors recognise, or csv and the name of a table. It doesn't look
// inside lists and quotes.
// https://spec.commonmark.org/0.31.2/#fenced-code-blocks
func Fences(markdown string) []Fence {
	return fencesOf(markdown, func(info string) (table string, ok bool) {
		table, ok = tableOf(info)
		return table, ok || info == "http"
	})
}

// FencesOf returns the fenced blocks of a Markdown page that have an info string.
func FencesOf(markdown, info string) []Fence {
	return fencesOf(markdown, func(has string) (string, bool) { return "", has == info })
}

// fencesOf returns the fenced blocks that are wanted, with the table that a function names.
func fencesOf(markdown string, wanted func(info string) (table string, ok bool)) []Fence {
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
		if table, ok := wanted(open.info); ok {
			f.Table = table
			f.take(lines[i+1:min(end, len(lines))], open.indent)
			fences = append(fences, f)
		}
		apart = open.info != "http"
		i = end
	}
	return fences
}

// tableOf returns the name of the table in csv TABLE.
func tableOf(info string) (name string, ok bool) {
	words := strings.Fields(info)
	if len(words) != 2 || words[0] != "csv" {
		return "", false
	}
	return words[1], true
}

// take sets the content of the fence, and removes the opening line's indentation from each line.
func (f *Fence) take(lines []string, indent int) {
	var b strings.Builder
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		spaces := min(indent, leadingSpaces(line))
		if indent > 0 {
			f.indents = append(f.indents, spaces)
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line[spaces:])
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

// openFence parses a line that opens a fenced block. ok is false for any other line.
func openFence(line string) (o opening, ok bool) {
	o.indent = leadingSpaces(line)
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

// closes reports whether a line ends the block.
func (o opening) closes(line string) bool {
	indent := leadingSpaces(line)
	if indent > 3 {
		return false
	}
	rest := strings.TrimRight(line[indent:], " \t")
	return len(rest) >= o.length && strings.Trim(rest, string(o.mark)) == ""
}

// opensComment reports whether an HTML comment begins on the line. Its content isn't Markdown.
func opensComment(line string) bool {
	indent := leadingSpaces(line)
	return indent <= 3 && strings.HasPrefix(line[indent:], "<!--")
}

func leadingSpaces(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
