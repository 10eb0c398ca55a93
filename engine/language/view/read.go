package view

import (
	"errors"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// ParseJSON reads a tree that AppendJSON has written.
func ParseJSON(text []byte) (Node, error) {
	v, ok := odata.ParseJSON(text)
	if !ok {
		return Node{}, errNoTree
	}
	return nodeOf(v)
}

var errNoTree = errors.New("this isn't a tree of elements")

func nodeOf(v jsontext.Value) (Node, error) {
	if v.Type == jsontext.String {
		return text(v.Str), nil
	}
	parts := v.Array()
	if !v.IsArray() || len(parts) < 2 || parts[0].Type != jsontext.String || !parts[1].IsObject() {
		return Node{}, errNoTree
	}
	n := Node{Tag: parts[0].Str}
	parts[1].ForEach(func(name, value jsontext.Value) bool {
		n = n.with(name.Str, value.String())
		return true
	})
	for _, part := range parts[2:] {
		child, err := nodeOf(part)
		if err != nil {
			return Node{}, err
		}
		n.Children = append(n.Children, child)
	}
	return n, nil
}
