package expect

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// countWords has the verb and the noun of each subject that is a count.
var countWords = [...]struct{ subject, verb, one, many string }{
	{onRows, "returns", "row", "rows"},
	{onCost + "entitiesRead", "reads", "entity", "entities"},
	{onCost + "entitiesReturned", "returns", "entity", "entities"},
	{onCost + "entitiesWritten", "writes", "entity", "entities"},
	{onCost + "pages", "takes", "page", "pages"},
	{onCost + "transactions", "is billed as", "transaction", "transactions"},
	{onCost + "bytes", "answers with", "byte", "bytes"},
	{onCost + "bytesRead", "reads", "byte", "bytes"},
	{onCost + "bytesWritten", "writes", "byte", "bytes"},
	{onTotal, "has been billed so far as", "transaction", "transactions"},
}

// amount puts the operator of a count into words. A map would be heavier.
func amount(op string) string {
	switch op {
	case "==":
		return "exactly "
	case "!=":
		return "anything but "
	case "<":
		return "fewer than "
	case "<=":
		return "at most "
	case ">":
		return "more than "
	case ">=":
		return "at least "
	}
	return op + " "
}

// sentence says what the expectation asks for, with the request as its subject: "reads at most 10
// entities".
func (e *Expectation) sentence(v Value) string {
	value := problem.Short(v.raw)
	switch e.subject {
	case onStatus:
		if e.op == "==" {
			return "answers " + value
		}
		return "answers with a status " + e.relation(value)
	case onHeader:
		if e.exists() {
			return e.presence() + "header " + e.header
		}
		return "has a header " + e.header + " " + e.relation(value)
	case onBody:
		return e.bodySentence(value)
	case onError:
		switch {
		case e.op == "exists":
			return "fails"
		case e.op == "!exists" || e.op == "==" && v.text == "":
			return "doesn't fail"
		}
		return "fails with a code " + e.relation(value)
	case onPlan:
		return e.planSentence(value)
	}
	return e.count(value)
}

func (e *Expectation) planSentence(value string) string {
	kind, isScan := strings.CutSuffix(value, "-scan")
	words := kind + " query"
	if isScan {
		words = kind + " scan"
	}
	switch e.op {
	case "==":
		return "is a " + words
	case "!=":
		return "isn't a " + words
	case "exists":
		return "is a query"
	case "!exists":
		return "isn't a query"
	}
	return "has a plan " + e.relation(value)
}

func (e *Expectation) bodySentence(value string) string {
	switch {
	case e.path.Source == "" && e.exists():
		return e.presence() + "body"
	case e.path.Source == "":
		return "has a body " + e.relation(value)
	case e.exists():
		return strings.TrimSuffix(e.presence(), "a ") + e.path.Source
	}
	return "has " + e.path.Source + " " + e.relation(value)
}

// presence begins the sentence of an expectation that something is there, or isn't.
func (e *Expectation) presence() string {
	if e.op == "exists" {
		return "has a "
	}
	return "has no "
}

// relation says how something compares with a value.
func (e *Expectation) relation(value string) string {
	switch e.op {
	case "==":
		return value
	case "!=":
		return "other than " + value
	case "contains":
		return "that contains " + value
	case "matches":
		return "like " + value
	}
	return e.op + " " + value
}

func (e *Expectation) count(value string) string {
	for _, c := range &countWords {
		if c.subject != e.subject {
			continue
		}
		noun := c.many
		switch {
		case value == "1":
			noun = c.one
		case value == "0" && e.op == "==":
			return c.verb + " no " + noun
		}
		return c.verb + " " + amount(e.op) + value + " " + noun
	}
	return e.Text
}

// noun names the subject in short: "entities read", "$.value[0].RowKey".
func (e *Expectation) noun() string {
	switch {
	case e.path.Source != "":
		return e.path.Source
	case e.header != "":
		return e.header
	case e.subject == onError:
		return "error"
	}
	name := e.subject[strings.LastIndexByte(e.subject, '.')+1:]
	words := []byte{}
	for i := range len(name) {
		if c := name[i]; c >= 'A' && c <= 'Z' {
			words = append(words, ' ', c+('a'-'A'))
		} else {
			words = append(words, c)
		}
	}
	return string(words)
}
