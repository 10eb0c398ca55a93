package filter

// Expr is a parsed $filter.
type Expr interface {
	// String prints the expression as a filter that parses to the same expression.
	String() string
}
