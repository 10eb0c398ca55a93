package filter

// Operator is a comparison.
type Operator uint8

// The six comparisons of the service.
const (
	Equal Operator = iota
	NotEqual
	GreaterThan
	GreaterThanOrEqual
	LessThan
	LessThanOrEqual
)

// order is how a property's value stands to a constant.
type order uint8

const (
	less order = 1 << iota
	equal
	greater
	unordered // NaN and any number
)

var operators = [...]struct {
	text, name       string
	holds            order // the orders for which it holds
	swapped, negated Operator
}{
	Equal:              {"eq", "Equal", equal, Equal, NotEqual},
	NotEqual:           {"ne", "NotEqual", less | greater | unordered, NotEqual, Equal},
	GreaterThan:        {"gt", "GreaterThan", greater, LessThan, LessThanOrEqual},
	GreaterThanOrEqual: {"ge", "GreaterThanOrEqual", greater | equal, LessThanOrEqual, LessThan},
	LessThan:           {"lt", "LessThan", less, GreaterThan, GreaterThanOrEqual},
	LessThanOrEqual:    {"le", "LessThanOrEqual", less | equal, GreaterThanOrEqual, GreaterThan},
}

// String returns the operator as it is written in a filter: eq, ne, gt, ge, lt or le.
func (o Operator) String() string { return operators[o].text }

// Swapped returns the operator that says the same with its sides exchanged: lt for gt.
func (o Operator) Swapped() Operator { return operators[o].swapped }

// Negated returns the operator that holds, among values that can be ordered, when o does not: lt
// for ge. A comparison with it is not the negation of one with o, since neither holds for an entity
// that lacks the property.
func (o Operator) Negated() Operator { return operators[o].negated }

// parseOperator reads eq, ne, gt, ge, lt or le.
func parseOperator(text string) (o Operator, ok bool) {
	for i := range operators {
		if operators[i].text == text {
			return Operator(i), true
		}
	}
	return 0, false
}
