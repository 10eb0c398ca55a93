package filter

// Operator is a comparison operator.
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

// order is how a property's value compares to a constant.
type order uint8

const (
	less order = 1 << iota
	equal
	greater
	unordered // NaN and any number
)

var operators = [...]struct {
	text, name       string
	holds            order // the orders for which the operator is true
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

// Swapped returns the operator that means the same with its sides exchanged: lt for gt.
func (o Operator) Swapped() Operator { return operators[o].swapped }

// Negated returns the operator that is true, among ordered values, if o is false: lt for ge. It doesn't
// negate a comparison, because both are false for an entity without the property.
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
