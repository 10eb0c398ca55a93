package view

import (
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// kindOf returns how a query looked for entities. A write finds its entity by key too, but readers think of
// it as a write.
func kindOf(x *Exchange) plan.Kind {
	if x.Trace == nil || !reads(x) {
		return plan.None
	}
	return x.Trace.Plan.Kind
}

func reads(x *Exchange) bool { return wire.EqualFold(x.Method, "GET") }

// name names a request in a few words: "range query", "insert entity".
func name(x *Exchange) string {
	if kind := kindOf(x); kind != plan.None {
		_, name := kind.Shown()
		return name
	}
	if x.Trace != nil && x.Trace.Operation != "" {
		words := OperationWords(x.Trace.Operation)
		return strings.ToLower(words[:1]) + words[1:]
	}
	return x.Method + " request"
}

// brief describes a request in a line: "range query, read 4, returned 4, 1 transaction".
func brief(x *Exchange) string {
	if x.Trace == nil {
		return answered(x)
	}
	var parts []string
	if kindOf(x) != plan.None || writes(x) == "" {
		parts = append(parts, name(x))
	}
	return strings.Join(append(parts, figures(x)...), ", ")
}

// figures returns the counts of a request, in words.
func figures(x *Exchange) []string {
	var parts []string
	if kindOf(x) != plan.None || x.Trace.Cost.EntitiesRead > 0 {
		parts = append(parts, readWords(x.Trace.Cost))
	}
	if words := writes(x); words != "" {
		parts = append(parts, words)
	}
	return append(parts, transactions(x.Trace.Cost.Transactions))
}

func readWords(c trace.Cost) string {
	return "read " + number(c.EntitiesRead) + " → returned " + number(c.EntitiesReturned)
}

// writes says what a request wrote: "3 entities written, 1 deleted", or "".
func writes(x *Exchange) string { return writeWords(divide(x)) }

func writeWords(kept, removed int) string {
	switch {
	case kept == 0 && removed == 0:
		return ""
	case removed == 0:
		return entities(kept) + " written"
	case kept == 0:
		return entities(removed) + " deleted"
	}
	return entities(kept) + " written, " + number(removed) + " deleted"
}

// divide splits the entities written into those that were kept and those that were deleted. A trace lists
// only the first ones: if all of those are deleted, the rest are too.
func divide(x *Exchange) (kept, removed int) {
	if x.Trace == nil {
		return 0, 0
	}
	for _, t := range x.Trace.Touched {
		switch t.Act {
		case trace.Written:
			kept++
		case trace.Deleted:
			removed++
		}
	}
	if removed > 0 && kept == 0 {
		return 0, x.Trace.Cost.EntitiesWritten
	}
	return x.Trace.Cost.EntitiesWritten - removed, removed
}

// sentence describes the plan: what was looked for, how much that read, and what it costs.
func sentence(x *Exchange, layout trace.Layout) Node {
	p := el("p", "rs-plan")
	kind := el("strong", "rs-kind")
	if k := kindOf(x); k != plan.None {
		kind.add(sign(k), text(" "))
	}
	kind.add(text(sentenceCase(name(x))))
	words := ": "
	if x.Iterations > 1 {
		times := " times: "
		if x.Transaction {
			times = " operations: "
		}
		words = ", " + number(x.Iterations) + times
	}
	var clauses []string
	for _, c := range [...]string{found(x, layout), stored(x)} {
		if c != "" {
			clauses = append(clauses, c)
		}
	}
	cost := transactions(x.Trace.Cost.Transactions)
	if x.Trace.Cost.BytesReturned > 0 {
		cost += ", " + size(x.Trace.Cost.BytesReturned)
	}
	p.add(kind, text(words+strings.Join(append(clauses, cost), "; ")))
	return p
}

// found says what a query read and returned: "read 4 of 150 entities, in 1 of 3 partitions,
// returned 4".
func found(x *Exchange, layout trace.Layout) string {
	if kindOf(x) == plan.None && x.Trace.Cost.EntitiesRead == 0 {
		return ""
	}
	if x.Trace.Cost.EntitiesRead == 0 {
		return "read nothing"
	}
	words := "read " + entities(x.Trace.Cost.EntitiesRead)
	where := " in " + partitions(len(x.Trace.Partitions))
	if x.Iterations <= 1 && wire.EqualFold(x.Trace.Table, layout.Table) {
		words = "read " + number(x.Trace.Cost.EntitiesRead) + " of " + entities(total(layout))
		if touched, all := len(x.Trace.Partitions), len(layout.Partitions); touched < all {
			where = ", in " + number(touched) + " of " + partitions(all)
		}
	}
	return words + where + ", returned " + number(x.Trace.Cost.EntitiesReturned)
}

// Found says how a query looked, and what it read and returned: "Range query: read 4 of 150 entities, in 1 of
// 3 partitions, returned 4".
func Found(x *Exchange, layout trace.Layout) string {
	return sentenceCase(name(x)) + ": " + found(x, layout)
}

// stored says what a write left behind: "1 entity written (118 bytes)".
func stored(x *Exchange) string {
	words := writes(x)
	if words != "" && x.Trace.Cost.BytesWritten > 0 {
		words += " (" + size(x.Trace.Cost.BytesWritten) + ")"
	}
	return words
}

// scope says where the service looked for entities, or which entity was written.
func scope(x *Exchange) Node {
	if x.Trace == nil {
		return Node{}
	}
	if k := kindOf(x); k != plan.None {
		label := "Key range: "
		if k == plan.Point {
			label = "Key: "
		}
		if x.Trace.Plan.Scope == "" {
			return Node{}
		}
		return textEl("p", "rs-scope", label+x.Trace.Plan.Scope)
	}
	if touched := x.Trace.Touched; len(touched) == 1 {
		return textEl("p", "rs-scope", "Key: "+keyWords(touched[0].Key))
	}
	return Node{}
}

// terms says for each term of the filter whether it narrows the key range.
func terms(x *Exchange) Node {
	if x.Trace == nil || len(x.Trace.Plan.Terms) == 0 {
		return Node{}
	}
	list := el("ul", "rs-terms")
	for _, t := range x.Trace.Plan.Terms {
		class, role := "is-after", "tested after the read"
		if t.Role == plan.Bound {
			class, role = "is-bound", "narrows the key range"
		}
		list.add(el("li", class, textEl("code", "", t.Text), text(" "), textEl("span", "rs-role", role)))
	}
	return list
}

// advice says how the query could cost less.
func advice(x *Exchange) Node {
	if x.Trace == nil || x.Trace.Plan.Advice == "" {
		return Node{}
	}
	return el("p", "rs-advice", textEl("strong", "", "Cheaper:"), text(" "+x.Trace.Plan.Advice))
}
