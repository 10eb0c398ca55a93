package convert

import (
	"strconv"
	"strings"
)

// raw is a row as it was found.
type raw struct {
	line  int
	cells []string
}

// markdown reads a table in Markdown.
func markdown(text string) (rows []raw) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if !strings.Contains(line, "|") || isRule(line) {
			continue
		}
		line = strings.TrimPrefix(line, "|")
		if !strings.HasSuffix(line, `\|`) {
			line = strings.TrimSuffix(line, "|")
		}
		var cells []string
		for i, part := range strings.Split(line, "|") {
			if last := len(cells) - 1; i > 0 && strings.HasSuffix(cells[last], `\`) {
				cells[last] = strings.TrimSuffix(cells[last], `\`) + "|" + part
			} else {
				cells = append(cells, part)
			}
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, raw{n, cells})
	}
	return rows
}

// markup reads the first table of an HTML document. Nothing of it becomes an element.
type markup struct {
	rows []raw
	cell []byte // nil outside cells
	line int
}

func html(text string) []raw {
	lower := lowered(text)
	m := &markup{line: 1}
	at := strings.Index(lower, "<table")
	for at >= 0 {
		open := strings.IndexByte(text[at:], '<')
		if open < 0 {
			m.add(text[at:])
			break
		}
		m.add(text[at : at+open])
		at += open
		end := strings.IndexByte(text[at:], '>')
		tag := tagOf(lower[at:])
		if end < 0 || tag == "/table" {
			break
		}
		m.tag(tag)
		switch tag {
		case "!--", "script", "style": // whose content isn't text
			closing := "</" + tag
			if tag == "!--" {
				closing = "-->"
			}
			if end = strings.Index(lower[at:], closing); end < 0 {
				at = -1
				continue
			}
			at += end
		default:
			at += end + 1
		}
	}
	m.close()
	rows := m.rows[:0]
	for _, r := range m.rows {
		if len(r.cells) > 0 {
			rows = append(rows, r)
		}
	}
	return rows
}

// lowered writes the letters of ASCII in lower case, so that every byte stays at its place.
func lowered(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// tagOf returns the name of the tag that a text begins with.
func tagOf(text string) string {
	if strings.HasPrefix(text, "<!--") {
		return "!--"
	}
	end := 1
	if strings.HasPrefix(text, "</") {
		end++
	}
	for end < min(12, len(text)) && text[end] >= 'a' && text[end] <= 'z' {
		end++
	}
	return text[1:end]
}

func (m *markup) add(text string) {
	m.line += strings.Count(text, "\n")
	if m.cell != nil {
		m.cell = append(m.cell, text...)
	}
}

func (m *markup) tag(tag string) {
	switch strings.TrimPrefix(tag, "/") {
	case "tr", "td", "th":
		m.close()
	}
	switch tag {
	case "br":
		if m.cell != nil {
			m.cell = append(m.cell, '\n')
		}
	case "tr":
		m.rows = append(m.rows, raw{line: m.line})
	case "td", "th":
		m.cell = []byte{}
	}
}

func (m *markup) close() {
	if m.cell != nil && len(m.rows) > 0 {
		last := &m.rows[len(m.rows)-1]
		last.cells = append(last.cells, plain(string(m.cell)))
	}
	m.cell = nil
}

var named = map[string]string{
	"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'", "nbsp": " ",
}

// plain returns the text of a cell, without the white space of its source.
func plain(text string) string {
	b, blank := make([]byte, 0, len(text)), false
	for at := 0; at < len(text); at++ {
		c := text[at]
		if c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' {
			if !blank {
				b = append(b, ' ')
			}
			blank = true
			continue
		}
		blank = false
		if c == '&' {
			if end := strings.IndexByte(text[at:min(len(text), at+10)], ';'); end > 0 {
				if character := entity(text[at+1 : at+end]); character != "" {
					b = append(b, character...)
					at += end
					continue
				}
			}
		}
		b = append(b, c)
	}
	return strings.TrimSpace(string(b))
}

// entity returns the character that a reference means, or "".
func entity(name string) string {
	digits, numbered := strings.CutPrefix(name, "#")
	if !numbered {
		return named[strings.ToLower(name)]
	}
	base := 10
	if hex := strings.TrimLeft(digits, "xX"); hex != digits {
		digits, base = hex, 16
	}
	code, err := strconv.ParseUint(digits, base, 21)
	if err != nil || code == 0 || code > 0x10FFFF {
		return ""
	}
	return string(rune(code))
}
