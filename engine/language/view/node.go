package view

// Node is an element or, if Tag is empty, a text.
type Node struct {
	Tag      string
	Attrs    []Attr
	Children []Node
	Text     string
}

// Attr is one attribute of an element.
type Attr struct {
	Name  string
	Value string
}

// el returns an element. class may be "".
func el(tag, class string, children ...Node) Node {
	n := Node{Tag: tag}
	if class != "" {
		n.Attrs = []Attr{{"class", class}}
	}
	n.add(children...)
	return n
}

// text returns a text.
func text(s string) Node { return Node{Text: s} }

// textEl returns an element with one text.
func textEl(tag, class, s string) Node { return el(tag, class, text(s)) }

// with returns the element with another attribute.
func (n Node) with(name, value string) Node {
	n.Attrs = append(n.Attrs[:len(n.Attrs):len(n.Attrs)], Attr{name, value})
	return n
}

// add appends children, except zero Nodes: a part of a result with nothing to show is one.
func (n *Node) add(children ...Node) {
	for _, c := range children {
		if c.Tag != "" || c.Text != "" {
			n.Children = append(n.Children, c)
		}
	}
}

// decoration returns text that is only seen, beside words that say the same.
func decoration(class, s string) Node { return textEl("span", class, s).with("aria-hidden", "true") }

// unseen returns text for screen readers, in place of a colour or a mark.
func unseen(s string) Node { return textEl("span", "vh", s) }

// scroller returns an element that can be wider than the page. It can be focused to scroll it by keyboard,
// and therefore needs a name.
func scroller(tag, class, label string, children ...Node) Node {
	return el(tag, class, children...).with("tabindex", "0").with("role", "group").with("aria-label", label)
}
