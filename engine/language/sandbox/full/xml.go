package full

import (
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/language/internal/answer"
)

// XML walks a path into an XML document and returns what it finds as JSON: the text of an element, or an
// object with its elements. Elements with the same name in one element form a list; without an index, a
// path takes the first. ok is false for a body that isn't XML.
func XML(body []byte, path []answer.PathStep) (json []byte, ok bool) {
	root, err := xmlbody.Parse(body)
	if err != nil {
		return nil, false
	}
	return walk([]xmlbody.Element{{Children: []xmlbody.Element{root}}}, path), true
}

// walk walks a path from elements with the same name, and returns nothing if it leads nowhere.
func walk(same []xmlbody.Element, path []answer.PathStep) []byte {
	for i, step := range path {
		switch {
		case step.Index == answer.Every:
			return every(same, path[i+1:])
		case len(same) == 0:
		case step.Index == answer.Member:
			same = named(same[0].Children, step.Name)
		case step.Index < len(same):
			same = same[step.Index : step.Index+1]
		default:
			same = nil
		}
	}
	return appendList(nil, same)
}

// every walks a path from each of the elements, and leaves out those from which it leads nowhere.
func every(same []xmlbody.Element, path []answer.PathStep) []byte {
	all := []byte{'['}
	for _, e := range same {
		found := walk([]xmlbody.Element{e}, path)
		if len(found) > 0 && len(all) > 1 {
			all = append(all, ',')
		}
		all = append(all, found...)
	}
	return append(all, ']')
}

// appendList appends the value of an element, or an array with the values of several.
func appendList(dst []byte, same []xmlbody.Element) []byte {
	switch len(same) {
	case 0:
		return dst
	case 1:
		return appendValue(dst, same[0])
	}
	for i, e := range same {
		dst = appendValue(append(dst, "[,"[min(i, 1)]), e)
	}
	return append(dst, ']')
}

func appendValue(dst []byte, e xmlbody.Element) []byte {
	if len(e.Children) == 0 {
		return odata.AppendString(dst, e.Text)
	}
	dst = append(dst, '{')
	done := map[string]bool{}
	for _, c := range e.Children {
		if done[c.Name] {
			continue
		}
		if len(done) > 0 {
			dst = append(dst, ',')
		}
		done[c.Name] = true
		dst = append(odata.AppendString(dst, c.Name), ':')
		dst = appendList(dst, named(e.Children, c.Name))
	}
	return append(dst, '}')
}

// named returns the elements with a name.
func named(elements []xmlbody.Element, name string) (same []xmlbody.Element) {
	for _, e := range elements {
		if e.Name == name {
			same = append(same, e)
		}
	}
	return same
}
