package read

import "strings"

// flow reads a value that begins on this line: a scalar, or brackets that can go on for several lines.
func (p *parser) flow() *node {
	switch rest := p.rest(); {
	case strings.HasPrefix(rest, "{"):
		return p.brackets(mapping, '}')
	case strings.HasPrefix(rest, "["):
		return p.brackets(list, ']')
	}
	return p.scalar()
}

// brackets reads what is between two of them, with commas.
func (p *parser) brackets(k kind, closing byte) *node {
	n := &node{place: p.here(), span: span{from: p.spot()}, kind: k}
	opened := n.place
	if p.depth++; p.depth > maxDepth {
		p.fail("this is nested too deeply", "A design file has four levels.")
	}
	p.at++
	for p.err == nil {
		if p.inside(opened, closing); p.err != nil {
			break
		}
		if p.rest()[0] == closing {
			p.at++
			p.depth--
			n.to = p.spot()
			return n
		}
		if p.full(max(len(n.members), len(n.items))) {
			break
		}
		if k == mapping {
			m := p.name(n)
			if p.inside(opened, closing); p.err != nil {
				break
			}
			m.value = p.flow()
			n.members = append(n.members, m)
		} else {
			item := p.flow()
			if p.err == nil && item.empty() {
				p.fail("expected a value before the comma", "Take out the comma.")
			}
			n.items = append(n.items, item)
		}
		ended := p.line
		if p.inside(opened, closing); p.err != nil {
			break
		}
		switch c := p.rest()[0]; {
		case c == ',':
			p.at++
		case c != closing && p.line > ended:
			p.unclosed(opened, closing)
		case c != closing:
			p.fail("expected a comma or "+string(closing)+", found "+quote(p.rest()),
				"Put a string with commas, brackets or colons in quotes.")
		}
	}
	return n
}

// inside moves to what comes next between brackets.
func (p *parser) inside(opened place, closing byte) {
	if !p.next() && p.err == nil {
		p.unclosed(opened, closing)
	}
}

func (p *parser) unclosed(opened place, closing byte) {
	p.line, p.at = opened.line-1, 0
	for range opened.column - 1 {
		p.at += runeLen(p.rest())
	}
	p.fail("this bracket isn't closed", "Put a "+string(closing)+" where it ends, or a comma if it goes on.")
}

// scalar reads a string with or without quotes. A name ends before its colon.
func (p *parser) scalar() *node {
	n := &node{place: p.here(), span: span{p.spot(), p.spot()}}
	rest := p.rest()
	if rest == "" {
		return n
	}
	switch c := rest[0]; {
	case c == '"', c == '\'':
		n.column++
		n.quoted = true
		n.text = p.quoted(c)
		n.to = p.spot()
		return n
	case strings.IndexByte("&*!|>%@`", c) >= 0 && !strings.HasPrefix(rest, ">=") ||
		strings.HasPrefix(rest, "- ") ||
		strings.HasPrefix(rest, "? ") || rest == "---":
		p.fail("a design file has no "+quote(rest[:1])+" of YAML",
			"Put the string in quotes if it begins with this.")
		return n
	}
	end := plainEnd(rest)
	n.text = strings.TrimRight(rest[:end], " \t")
	p.at += len(n.text)
	n.to = p.spot()
	return n
}

// plainEnd returns where a string without quotes ends. Commas and brackets end it outside brackets, too: a
// string with them is so likely a mistake that it needs quotes.
func plainEnd(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case c == ':' && (i+1 == len(s) || strings.IndexByte(" ,}]", s[i+1]) >= 0),
			c == '#' && i > 0 && s[i-1] == ' ', strings.IndexByte(",[]{}", c) >= 0:
			return i
		}
	}
	return len(s)
}

// quoted reads a string in quotes. In double ones a backslash escapes itself and the quote. Single ones are
// doubled.
func (p *parser) quoted(quote byte) string {
	rest := p.rest()
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		c := rest[i]
		switch {
		case c == '\\' && quote == '"':
			if i++; i == len(rest) || rest[i] != '"' && rest[i] != '\\' {
				p.at += i - 1
				p.fail(`a backslash can only stand before " and \ here`, `Double it, or use single quotes.`)
				return ""
			}
			b.WriteByte(rest[i])
		case c == quote && quote == '\'' && i+1 < len(rest) && rest[i+1] == quote:
			i++
			b.WriteByte(c)
		case c == quote:
			p.at += i + 1
			return b.String()
		default:
			b.WriteByte(c)
		}
	}
	p.fail("this string has no end", "Close the quote on the same line.")
	return ""
}
