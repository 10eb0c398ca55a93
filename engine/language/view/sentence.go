package view

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// kindOf is how a step looked for entities. A write finds its entity by its key too, but what it is
// to a reader is a write.
func kindOf(s runner.Step) plan.Kind {
	if s.Trace == nil || !reads(s) {
		return plan.None
	}
	return s.Trace.Plan.Kind
}

func reads(s runner.Step) bool { return wire.EqualFold(s.Method, "GET") }

// name says in two or three words what a step was: "range query", "insert entity".
func name(s runner.Step) string {
	if kind := kindOf(s); kind != plan.None {
		return kindWords[kind].words
	}
	if s.Trace != nil && s.Trace.Operation != "" {
		words := operationWords(s.Trace.Operation)
		return strings.ToLower(words[:1]) + words[1:]
	}
	return s.Method + " request"
}

// brief is a step in a line: "range query, read 4, returned 4, 1 transaction".
func brief(s runner.Step) string {
	if s.Trace == nil {
		return answered(s)
	}
	var parts []string
	if kindOf(s) != plan.None || writes(s) == "" {
		parts = append(parts, name(s))
	}
	return strings.Join(append(parts, figures(s)...), ", ")
}

// figures are a step's counts, in words.
func figures(s runner.Step) []string {
	var parts []string
	if kindOf(s) != plan.None || s.Cost.EntitiesRead > 0 {
		parts = append(parts, readWords(s.Cost))
	}
	if words := writes(s); words != "" {
		parts = append(parts, words)
	}
	return append(parts, transactions(s.Cost.Transactions))
}

func readWords(c trace.Cost) string {
	return "read " + number(c.EntitiesRead) + ", returned " + number(c.EntitiesReturned)
}

// writes says what a step wrote: "3 entities written, 1 deleted", or "".
func writes(s runner.Step) string { return writeWords(divide(s)) }

func writeWords(stayed, went int) string {
	switch {
	case stayed == 0 && went == 0:
		return ""
	case went == 0:
		return entities(stayed) + " written"
	case stayed == 0:
		return entities(went) + " deleted"
	}
	return entities(stayed) + " written, " + number(went) + " deleted"
}

// divide divides the entities written into those that stayed and those that went. A trace names
// only so many: when it names none that stayed, none did.
func divide(s runner.Step) (stayed, went int) {
	if s.Trace == nil {
		return s.Cost.EntitiesWritten, 0
	}
	for _, t := range s.Trace.Touched {
		switch t.Act {
		case trace.Written:
			stayed++
		case trace.Deleted:
			went++
		}
	}
	if went > 0 && stayed == 0 {
		return 0, s.Cost.EntitiesWritten
	}
	return s.Cost.EntitiesWritten - went, went
}

// sentence is the plan in words: what was looked for, how much that read, and what it costs.
func sentence(s runner.Step, layout trace.Layout) Node {
	p := el("p", "rs-plan", badge(s))
	if s.Trace == nil {
		return p
	}
	kind := el("strong", "rs-kind")
	if k := kindOf(s); k != plan.None {
		kind.add(decoration("glyph", kindWords[k].glyph), text(" "))
	}
	kind.add(text(sentenceCase(name(s))))
	words := ": "
	if s.Iterations > 1 {
		times := " times: "
		if s.Transaction != "" {
			times = " operations: "
		}
		words = ", " + number(s.Iterations) + times
	}
	var clauses []string
	for _, c := range [...]string{found(s, layout), stored(s)} {
		if c != "" {
			clauses = append(clauses, c)
		}
	}
	cost := transactions(s.Cost.Transactions)
	if s.Cost.BytesReturned > 0 {
		cost += ", " + size(s.Cost.BytesReturned)
	}
	p.add(text(" "), kind, text(words+strings.Join(append(clauses, cost), "; ")))
	return p
}

// found says what a query read and returned: "read 4 of 150 entities, in 1 of 3 partitions,
// returned 4".
func found(s runner.Step, layout trace.Layout) string {
	if kindOf(s) == plan.None && s.Cost.EntitiesRead == 0 {
		return ""
	}
	if s.Cost.EntitiesRead == 0 {
		return "read nothing"
	}
	words := "read " + entities(s.Cost.EntitiesRead)
	where := " in " + partitions(len(s.Trace.Partitions))
	if s.Iterations <= 1 && wire.EqualFold(s.Trace.Table, layout.Table) {
		words = "read " + number(s.Cost.EntitiesRead) + " of " + entities(held(layout))
		if touched, all := len(s.Trace.Partitions), len(layout.Partitions); touched < all {
			where = ", in " + number(touched) + " of " + partitions(all)
		}
	}
	return words + where + ", returned " + number(s.Cost.EntitiesReturned)
}

// stored says what a write left behind: "1 entity written (118 bytes)".
func stored(s runner.Step) string {
	words := writes(s)
	if words != "" && s.Cost.BytesWritten > 0 {
		words += " (" + size(s.Cost.BytesWritten) + ")"
	}
	return words
}

// scope says where entities were looked for, or which one was written.
func scope(s runner.Step) Node {
	if s.Trace == nil {
		return Node{}
	}
	if k := kindOf(s); k != plan.None {
		label := "Key range: "
		if k == plan.Point {
			label = "Key: "
		}
		if s.Trace.Plan.Scope == "" {
			return Node{}
		}
		return textEl("p", "rs-scope", label+s.Trace.Plan.Scope)
	}
	if touched := s.Trace.Touched; len(touched) == 1 {
		return textEl("p", "rs-scope", "Key: "+keyWords(touched[0].Key))
	}
	return Node{}
}

// terms says of each term of the filter what it is good for.
func terms(s runner.Step) Node {
	if s.Trace == nil || len(s.Trace.Plan.Terms) == 0 {
		return Node{}
	}
	list := el("ul", "rs-terms")
	for _, t := range s.Trace.Plan.Terms {
		class, role := "is-after", "tested after the read"
		if t.Role == plan.Bound {
			class, role = "is-bound", "narrows the key range"
		}
		list.add(el("li", class, textEl("code", "", t.Text), text(" "), textEl("span", "rs-role", role)))
	}
	return list
}

func advice(s runner.Step) Node {
	if s.Trace == nil || s.Trace.Plan.Advice == "" {
		return Node{}
	}
	return el("p", "rs-advice", textEl("strong", "", "Cheaper:"), text(" "+s.Trace.Plan.Advice))
}
