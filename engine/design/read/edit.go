package read

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/protocol"
)

// text returns the document with its edits.
func (d *document) text() string {
	slices.SortStableFunc(d.edits, func(a, b edit) int {
		if a.from.line != b.from.line {
			return b.from.line - a.from.line
		}
		return b.from.at - a.from.at
	})
	for _, e := range d.edits {
		first, last := d.lines[e.from.line], d.lines[e.to.line]
		written := strings.Split(first[:e.from.at]+e.text+last[e.to.at:], "\n")
		d.lines = slices.Replace(d.lines, e.from.line, e.to.line+1, written...)
	}
	return strings.Join(d.lines, "\n")
}

func (d *document) replace(at span, text string) { d.edits = append(d.edits, edit{at, text}) }

// flow reports whether a mapping is written between braces.
func (d *document) flow(n *node) bool {
	return strings.HasPrefix(d.lines[n.from.line][n.from.at:], "{")
}

// set gives a member of a mapping a value, which is written as it is in the file; "" takes the member out.
func (d *document) set(in *node, name, value string) {
	at := in.index(name)
	switch {
	case in == nil || in.kind != mapping || at < 0 && value == "":
	case value == "":
		d.drop(in, at)
	case at < 0:
		d.insert(in, name+": "+value, name+": "+value)
	case in.members[at].value.empty():
		d.replace(in.members[at].value.span, " "+value)
	default:
		d.replace(in.members[at].value.span, value)
	}
}

// keep takes all members out whose names aren't in a list.
func (d *document) keep(in *node, names []string) {
	first := slices.IndexFunc(in.members, func(m member) bool { return slices.Contains(names, m.name) })
	if first > 0 && d.flow(in) { // one cut, because the others would meet it
		d.replace(span{in.members[0].from, in.members[first].from}, "")
		in = &node{span: in.span, members: in.members[first:]}
	}
	for i := len(in.members) - 1; i >= 0; i-- {
		if !slices.Contains(names, in.members[i].name) {
			d.drop(in, i)
		}
	}
}

// drop takes a member out of a mapping.
func (d *document) drop(in *node, at int) {
	m := in.members[at]
	cut := span{m.from, m.value.to}
	switch {
	case !d.flow(in):
		d.cutLines(m.from.line, m.value.to.line)
		return
	case at > 0:
		cut.from = in.members[at-1].value.to
	case len(in.members) > 1:
		cut.to = in.members[1].from
	}
	d.replace(cut, "")
}

// remove takes a type or a pattern out of its section, and the section with the last one.
func (d *document) remove(root *node, section string, at int) {
	if in := root.get(section); len(in.members) > 1 {
		d.drop(in, at)
	} else {
		d.drop(root, root.index(section))
	}
}

// cutLines takes lines out.
func (d *document) cutLines(first, last int) {
	cut := span{spot{first, 0}, spot{last + 1, 0}}
	if last+1 == len(d.lines) {
		cut.to = spot{last, len(d.lines[last])}
	}
	d.replace(cut, "")
}

// insert adds a member at the end of a mapping: between braces, or as lines.
func (d *document) insert(in *node, flow string, lines ...string) {
	switch n := len(in.members); {
	case d.flow(in) && n > 0:
		d.replace(span{in.members[n-1].value.to, in.members[n-1].value.to}, ", "+flow)
	case d.flow(in):
		d.replace(in.span, "{"+flow+"}")
	default:
		d.below(in.to.line, in.from.at, lines)
	}
}

// add adds a type or a pattern to its section, which may not be there yet.
func (d *document) add(to protocol.FormSection, section *node, flow string, lines ...string) {
	const indent = 2
	switch {
	case section != nil && section.kind == mapping:
		d.insert(section, flow, lines...)
	case section != nil && section.empty():
		d.below(section.from.line, indent, lines)
	case section == nil:
		for i := range lines {
			lines[i] = strings.Repeat(" ", indent) + lines[i]
		}
		lines = append([]string{string(to) + ":"}, lines...)
		after := len(d.lines) - 1
		for after >= 0 && strings.TrimSpace(d.lines[after]) == "" {
			after--
		}
		if types := d.root.get(string(protocol.FormEntities)); types != nil && to == protocol.FormPatterns {
			after = types.to.line
		}
		d.below(after, 0, lines)
	}
}

// below writes lines below another one; -1 is above the first.
func (d *document) below(line, indent int, lines []string) {
	text := ""
	for _, each := range lines {
		text += "\n" + strings.Repeat(" ", indent) + each
	}
	if line < 0 {
		d.replace(span{}, text[1:]+"\n")
		return
	}
	end := spot{line, len(d.lines[line])}
	if line == len(d.lines)-1 {
		text += "\n"
	}
	d.replace(span{end, end}, text)
}

// plain writes a string, in quotes if it needs them.
func plain(s string) string {
	if s == "" || plainEnd(s) == len(s) && strings.IndexByte("&*!|>%@`-?'\"#", s[0]) < 0 {
		return s
	}
	return quotedText(s)
}

func quotedText(s string) string {
	if s == "" {
		return ""
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// values writes how many values there are, or which.
func values(s string) string {
	if strings.Trim(s, "0123456789_") == "" {
		return s
	}
	var all []string
	for each := range strings.SplitSeq(strings.Trim(s, "[]"), ",") {
		if each = strings.TrimSpace(each); each != "" {
			all = append(all, plain(each))
		}
	}
	return "[" + strings.Join(all, ", ") + "]"
}
