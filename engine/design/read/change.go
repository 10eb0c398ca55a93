package read

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// document is a text whose parts can get other values. What isn't changed stays as it's written, but lines
// end in \n.
type document struct {
	lines []string
	root  *node
	edits []edit
}

// edit puts text in the place of another.
type edit struct {
	span
	text string
}

// documentOf reads a text. ok is false if it isn't one of names and values.
func documentOf(text string) (d *document, ok bool) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")
	root, broken := parse(text)
	return &document{lines: strings.Split(text, "\n"), root: root}, broken == nil
}

// Change returns a design file with a change. A text that isn't of names and values stays as it is.
func Change(text string, c *protocol.FormChange) string {
	d, ok := documentOf(text)
	if !ok {
		return text
	}
	c.Value = strings.TrimSpace(strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(c.Value))
	if c.Section == protocol.FormEntities && (c.Name == "" || c.Field == "name") {
		c.Value = joined(c.Value)
	}
	section := d.root.get(string(c.Section))
	at := section.index(c.Name)
	switch {
	case c.Section == protocol.FormChosen:
		d.set(d.root, "chosen", plain(c.Value))
	case c.Section == protocol.FormPrices:
		d.price(section, c.Name, c.Value)
	case c.Name == "" && c.Value != "" && section.index(c.Value) < 0:
		d.begin(c.Section, section, c.Value)
	case at < 0:
	case c.Field == "" && c.Property == "":
		d.remove(d.root, string(c.Section), at)
	case c.Section == protocol.FormPatterns:
		d.changePattern(section.members[at], c)
	case c.Property != "":
		d.changeProperty(section.members[at], c)
	case c.Field == "name":
		d.rename(section, at, c.Value, d.renameEntity)
	case c.Field == "count":
		d.set(section.members[at].value, "count", plain(c.Value))
	}
	if len(d.edits) == 0 {
		return text
	}
	return d.text()
}

// price gives a price another value, or the currency or the date. None and 0 take it out.
func (d *document) price(in *node, name, value string) {
	if price, ok := number(value); ok && price == 0 {
		value = ""
	}
	if value != "" && (in == nil || in.kind != mapping) {
		d.set(d.root, "prices", "{"+name+": "+plain(value)+"}")
		return
	}
	d.set(in, name, plain(value))
}

// joined makes a name of words: ParkingPermit of parking permit.
func joined(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		if letters := []rune(word); len(words) > 1 {
			words[i] = strings.ToUpper(string(letters[:1])) + string(letters[1:])
		}
	}
	return strings.Join(words, "")
}

// begin adds a type or a pattern. Its first property, or what it reads, can be changed then.
func (d *document) begin(to protocol.FormSection, section *node, name string) {
	name = plain(name)
	if to == protocol.FormEntities {
		d.add(to, section, name+": {count: 1000, properties: {Id: guid}}",
			name+":", "  count: 1000", "  properties:", "    Id: guid")
		return
	}
	first := "Type"
	if all := d.root.get("entities").all(); len(all) > 0 {
		first = all[0].name
	}
	line := name + ": {of: " + plain(first) + ", rate: 1/s}"
	d.add(to, section, line, line)
}

func (d *document) changeProperty(of member, c *protocol.FormChange) {
	all := of.value.get("properties")
	if c.Field == "add" && all.index(joined(c.Property)) < 0 && all != nil {
		line := plain(joined(c.Property)) + ": string"
		d.insert(all, line, line)
		return
	}
	at := all.index(c.Property)
	if at < 0 {
		return
	}
	p := all.members[at].value
	switch {
	case c.Field == "" && len(all.members) > 1:
		d.drop(all, at)
	case c.Field == "name":
		d.rename(all, at, c.Value, func(old, new string) { d.renameProperty(of.name, old, new) })
	case c.Field == "type" && strings.Contains(c.Value, "."):
		d.replace(p.span, "{of: "+plain(c.Value)+"}")
	case c.Field == "type" && (p.kind == scalar || p.get("of") != nil):
		d.replace(p.span, plain(c.Value))
	case c.Field == "type":
		for _, k := range kinds {
			if kindName(k) == c.Value {
				d.keep(p, fieldsOf(k))
			}
		}
		d.set(p, "type", plain(c.Value))
	case c.Field == "values" && p.kind == scalar && c.Value != "":
		d.replace(p.span, "{type: "+plain(p.text)+", values: "+values(c.Value)+"}")
	case c.Field == "values":
		d.set(p, "values", values(c.Value))
		if c.Value == "" {
			d.set(p, "skew", "") // it's of values
		}
	}
}

func (d *document) changePattern(m member, c *protocol.FormChange) {
	switch c.Field {
	case "name":
		patterns := d.root.get("patterns")
		d.rename(patterns, patterns.index(m.name), c.Value, func(_, new string) {
			if budgets := d.root.get("budgets"); budgets.index(m.name) >= 0 {
				d.replace(budgets.members[budgets.index(m.name)].span, plain(new))
			}
		})
	case "does":
		for _, v := range verbs {
			if at := m.value.index(v.name); at >= 0 && v.name != c.Value {
				d.replace(m.value.members[at].span, c.Value)
				for _, to := range verbs {
					if to.name == c.Value {
						d.keep(m.value, append([]string{v.name, "rate"}, to.fields...))
					}
				}
			}
		}
	case "entity":
		for _, v := range verbs {
			if of := m.value.get(v.name); of != nil {
				d.replace(of.span, plain(c.Value))
			}
		}
	case "where":
		d.set(m.value, "where", quotedText(c.Value))
	default:
		d.set(m.value, c.Field, plain(c.Value))
	}
}

// rename gives a member another name, if no other has it.
func (d *document) rename(in *node, at int, to string, elsewhere func(old, new string)) {
	if to == "" || in.index(to) >= 0 {
		return
	}
	m := in.members[at]
	d.replace(m.span, plain(to))
	elsewhere(m.name, to)
}

func (d *document) renameEntity(old, new string) {
	d.each(d.root.get("entities"), func(name string, n *node) {
		if of, property, _ := strings.Cut(n.text, "."); name == "of" && of == old {
			d.replace(n.span, plain(new+"."+property))
		}
	})
	d.each(d.root.get("patterns"), func(_ string, n *node) {
		if n.text == old {
			d.replace(n.span, plain(new))
		}
		d.renameMember(n, old, new) // of with
	})
	for _, m := range d.root.get("designs").all() {
		d.renameMember(m.value, old, new)
	}
}

func (d *document) renameMember(in *node, old, new string) {
	if at := in.index(old); at >= 0 {
		d.replace(in.members[at].span, plain(new))
	}
}

// renameProperty renames it where its type's properties, patterns and keys have it.
func (d *document) renameProperty(of, old, new string) {
	d.each(d.root.get("entities"), func(name string, n *node) {
		if name == "of" && n.text == of+"."+old {
			d.replace(n.span, plain(of+"."+new))
		}
	})
	d.each(d.root.get("entities").get(of), func(name string, n *node) {
		if (name == "per" || name == "unique") && n.text == old {
			d.replace(n.span, plain(new))
		}
	})
	for _, m := range d.root.get("patterns").all() {
		about := slices.ContainsFunc(verbs, func(v verb) bool {
			n := m.value.get(v.name)
			named := func(n *node) bool { return n.text == of }
			return n != nil && (named(n) || slices.ContainsFunc(n.items, named))
		})
		if !about {
			continue
		}
		d.each(m.value, func(name string, n *node) {
			if slices.Contains([]string{"where", "sort", "select", "set", "add", "same"}, name) {
				d.words(n, old, new)
			}
		})
	}
	for _, m := range d.root.get("designs").all() {
		d.each(m.value.get(of), func(name string, n *node) {
			switch name {
			case table.PartitionKey, table.RowKey:
				source := d.says(&node{kind: list, span: n.span})
				source = strings.ReplaceAll(source, "{"+old+"}", "{"+new+"}")
				d.replace(n.span, strings.ReplaceAll(source, "{"+old+":", "{"+new+":"))
			case "only", "when":
				d.words(n, old, new)
			}
		})
	}
}

// each calls visit with what is in a node, and with the nearest name that it has.
func (d *document) each(n *node, visit func(name string, n *node)) {
	for _, m := range n.all() {
		visit(m.name, m.value)
		d.each(m.value, visit)
		for _, item := range m.value.items {
			visit(m.name, item)
		}
	}
}

// words puts a word in the place of another in a scalar, if it isn't in single quotes.
func (d *document) words(n *node, old, new string) {
	if n.kind != scalar {
		return
	}
	letter := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
	}
	source, quoted := d.lines[n.from.line], false
	for i := n.from.at; i < n.to.at; i++ {
		end := i + len(old)
		quoted = quoted != (source[i] == '\'')
		if !quoted && strings.HasPrefix(source[i:n.to.at], old) && (i == 0 || !letter(source[i-1])) &&
			(end == len(source) || !letter(source[end])) {
			d.replace(span{spot{n.from.line, i}, spot{n.from.line, end}}, new)
		}
	}
}
