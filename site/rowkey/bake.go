//go:build !nosite

package main

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/site/render/fence"
)

// bake divides a live result into what the built page shows. The raw HTTP moves to a page of its own. Of a
// set-up only the line of the plan stays; running it on the page shows the rest.
func bake(into *fence.Example, result view.Node, setUp bool) {
	for _, a := range result.Attrs {
		into.Class += a.Value
	}
	for _, part := range result.Children {
		switch {
		case classOf(part) == "rs-tabs" && setUp:
			into.Result = append(into.Result, find(part, "rs-plan").AppendHTML(nil)...)
		case classOf(part) == "rs-tabs":
			for _, tab := range part.Children {
				addTab(into, tab)
			}
		case !setUp:
			into.Result = part.AppendHTML(into.Result)
		}
	}
}

func addTab(into *fence.Example, tab view.Node) {
	t := fence.Tab{Summary: tab.Children[0].AppendHTML(nil)}
	for _, a := range tab.Attrs {
		switch a.Name {
		case "class":
			t.Class = a.Value
		case "open":
			t.Open = true
		}
	}
	panel := tab.Children[1]
	if strings.HasSuffix(t.Class, " tab-http") {
		into.Exchange = appendAll(nil, panel.Children)
	} else {
		t.Content = short(panel).AppendHTML(nil)
	}
	into.Tabs = append(into.Tabs, t)
}

// short leaves of the requests that ran before only their sum.
func short(panel view.Node) view.Node {
	panel.Children = slices.Clone(panel.Children)
	for i, part := range panel.Children {
		if classOf(part) == "rs-before" {
			summary := part.Children[0]
			summary.Tag, summary.Attrs = "p", part.Attrs
			panel.Children[i] = summary
		}
	}
	return panel
}

func appendAll(dst []byte, nodes []view.Node) []byte {
	for _, n := range nodes {
		dst = n.AppendHTML(dst)
	}
	return dst
}

// only returns a result with nothing but the parts of the given classes, wherever they are in it.
func only(n view.Node, classes ...string) view.Node {
	var kept []view.Node
	for _, class := range classes {
		kept = append(kept, find(n, class))
	}
	n.Children = kept
	return n
}

// find returns the first element of a class within a tree.
func find(n view.Node, class string) (found view.Node) {
	for _, child := range n.Children {
		if classOf(child) == class {
			return child
		}
		if found = find(child, class); found.Tag != "" {
			return found
		}
	}
	return view.Node{}
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
