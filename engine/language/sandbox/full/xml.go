package full

import (
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/language/answer"
	"github.com/rowkey/rowkey/engine/odata"
)

// XML walks a path into an XML document and returns what is there as JSON: the text of an element, or
// an object of the elements in it. Elements of one name that stand in one element are a list, of which
// the first stands for all where none is chosen. ok is false for what is no document.
func XML(body []byte, way []answer.PathStep) (json []byte, ok bool) {
	root, err := xmlbody.Parse(body)
	if err != nil {
		return nil, false
	}
	return walk([]xmlbody.Element{{Children: []xmlbody.Element{root}}}, way), true
}

// walk goes the way from elements of one name, and returns nothing if it leads nowhere.
func walk(same []xmlbody.Element, way []answer.PathStep) []byte {
	for i, h := range way {
		switch {
		case h.Index == answer.Every:
			return every(same, way[i+1:])
		case len(same) == 0:
		case h.Index == answer.Member:
			same = named(same[0].Children, h.Name)
		case h.Index < len(same):
			same = same[h.Index : h.Index+1]
		default:
			same = nil
		}
	}
	return appendList(nil, same)
}

// every goes the way from each of the elements. Those from which it leads nowhere are left out.
func every(same []xmlbody.Element, way []answer.PathStep) []byte {
	all := []byte{'['}
	for _, e := range same {
		found := walk([]xmlbody.Element{e}, way)
		if len(found) > 0 && len(all) > 1 {
			all = append(all, ',')
		}
		all = append(all, found...)
	}
	return append(all, ']')
}

// appendList appends the value of one element, or an array of those of several.
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
