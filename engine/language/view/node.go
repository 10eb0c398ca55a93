package view

// Node is an element or, when Tag is empty, a text.
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

// el makes an element of the children that are there. class may be "".
func el(tag, class string, children ...Node) Node {
	n := Node{Tag: tag}
	if class != "" {
		n.Attrs = []Attr{{"class", class}}
	}
	n.add(children...)
	return n
}

// text makes a text.
func text(s string) Node { return Node{Text: s} }

// textEl makes an element that holds one text.
func textEl(tag, class, s string) Node { return el(tag, class, text(s)) }

// with returns the element with one attribute more.
func (n Node) with(name, value string) Node {
	n.Attrs = append(n.Attrs[:len(n.Attrs):len(n.Attrs)], Attr{name, value})
	return n
}

// add appends children. A part of a result that has nothing to say is the zero Node, and is left out
// here.
func (n *Node) add(children ...Node) {
	for _, c := range children {
		if c.Tag != "" || c.Text != "" {
			n.Children = append(n.Children, c)
		}
	}
}

// decoration is text for the eye alone, beside words that say the same.
func decoration(class, s string) Node { return textEl("span", class, s).with("aria-hidden", "true") }

// unseen is text for screen readers, where the eye has a colour or a mark.
func unseen(s string) Node { return textEl("span", "vh", s) }

// scroller makes an element that may be wider than the page. It can be focused, so that it scrolls
// by keyboard, and so it needs a name.
func scroller(tag, class, label string, children ...Node) Node {
	return el(tag, class, children...).with("tabindex", "0").with("role", "group").with("aria-label", label)
}
