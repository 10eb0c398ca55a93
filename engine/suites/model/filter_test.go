package model_test

import "strings"

// filter is a $filter, which an entity matches or not.
type filter interface {
	String() string
	matches(property func(name string) (value, bool)) bool
}

// comparison compares a property with a constant. An entity without the property never matches.
type comparison struct {
	name     string
	op       string
	constant value
	text     string // the constant as written
	swapped  bool   // the constant is on the left
}

func (c comparison) String() string {
	if c.swapped {
		return c.text + " " + c.op + " " + c.name
	}
	return c.name + " " + c.op + " " + c.text
}

func (c comparison) matches(property func(string) (value, bool)) bool {
	v, ok := property(c.name)
	if !ok {
		return false
	}
	op := c.op
	if c.swapped {
		op = map[string]string{"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}[op]
	}
	order, comparable := compare(v, c.constant)
	switch op {
	case "eq":
		return comparable && order == 0
	case "ne":
		return !comparable || order != 0
	case "lt":
		return comparable && order < 0
	case "le":
		return comparable && order <= 0
	case "gt":
		return comparable && order > 0
	default:
		return comparable && order >= 0
	}
}

// bare is the name of a property alone. An entity matches if the property is true.
type bare string

func (b bare) String() string { return string(b) }

func (b bare) matches(property func(string) (value, bool)) bool {
	v, ok := property(string(b))
	return ok && v.kind == edmBoolean && v.n == 1
}

// negation is not.
type negation struct{ of filter }

func (n negation) String() string {
	if _, joined := n.of.(junction); joined {
		return "not (" + n.of.String() + ")"
	}
	return "not " + n.of.String()
}

func (n negation) matches(property func(string) (value, bool)) bool { return !n.of.matches(property) }

// junction joins operands with and, or with or.
type junction struct {
	word     string
	operands []filter
}

// String puts parentheses only where they are needed: around an or within an and.
func (j junction) String() string {
	texts := make([]string, len(j.operands))
	for i, operand := range j.operands {
		texts[i] = operand.String()
		if inner, joined := operand.(junction); joined && inner.word == "or" && j.word == "and" {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	return strings.Join(texts, " "+j.word+" ")
}

func (j junction) matches(property func(string) (value, bool)) bool {
	for _, operand := range j.operands {
		if operand.matches(property) == (j.word == "or") {
			return j.word == "or"
		}
	}
	return j.word == "and"
}

// grouped is a filter in redundant parentheses.
type grouped struct{ filter }

func (g grouped) String() string { return "(" + g.filter.String() + ")" }
