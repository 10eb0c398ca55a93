package main

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/site/render"
)

// bake reduces a live result to what the built page shows. The parts that a live result folds away are
// long and seldom read: the raw HTTP moves to a page of its own, and of the set-up requests only the
// summary stays.
func bake(result view.Node) (page, exchange []byte) {
	shown := result
	shown.Children = nil
	for _, part := range result.Children {
		switch classOf(part) {
		case render.ExchangeClass:
			exchange = appendAll(nil, part.Children[1:]) // without its summary
		case "rs-before":
			summary := part.Children[0]
			summary.Tag, summary.Attrs = "p", part.Attrs
			shown.Children = append(shown.Children, summary)
		default:
			shown.Children = append(shown.Children, part)
		}
	}
	return shown.AppendHTML(nil), exchange
}

// bakeSetUp reduces the result of a set-up to its plan line; running it on the page shows the rest.
func bakeSetUp(result view.Node) []byte { return keep(result, "rs-plan").AppendHTML(nil) }

func appendAll(dst []byte, nodes []view.Node) []byte {
	for _, n := range nodes {
		dst = n.AppendHTML(dst)
	}
	return dst
}

// keep returns a result with only the parts of the given classes.
func keep(n view.Node, classes ...string) view.Node {
	n.Children = slices.DeleteFunc(slices.Clone(n.Children), func(child view.Node) bool {
		return !slices.Contains(classes, classOf(child))
	})
	return n
}

// classOf returns the first class of an element.
func classOf(n view.Node) string {
	for _, a := range n.Attrs {
		if a.Name == "class" {
			first, _, _ := strings.Cut(a.Value, " ")
			return first
		}
	}
	return ""
}
