package filter

import (
	"cmp"

	"github.com/rowkey/rowkey/engine/table"
)

// Row is an entity as a predicate sees it.
type Row interface {
	// Property returns a property, including PartitionKey, RowKey and Timestamp. ok is false if the
	// entity doesn't have it.
	Property(name string) (v table.Value, ok bool)
}

// Predicate reports whether an entity matches.
type Predicate func(Row) bool

// Compile turns an expression into a predicate. Every entity matches a nil Expr.
func Compile(e Expr) Predicate {
	switch e := e.(type) {
	case *And:
		return all(compileEach(e.Operands))
	case *Or:
		return some(compileEach(e.Operands))
	case *Not:
		operand := Compile(e.Operand)
		return func(r Row) bool { return !operand(r) }
	case *Compare:
		return comparison(e)
	case *Boolean:
		yes := table.BooleanValue(true)
		return comparison(&Compare{Property: e.Property, Op: Equal, Value: yes})
	case *Constant:
		return func(Row) bool { return e.Value }
	default:
		return func(Row) bool { return true }
	}
}

// Comparisons returns how many comparisons a predicate makes at most.
func Comparisons(e Expr) (n int) {
	switch e := e.(type) {
	case *And:
		for _, operand := range e.Operands {
			n += Comparisons(operand)
		}
	case *Or:
		for _, operand := range e.Operands {
			n += Comparisons(operand)
		}
	case *Not:
		n = Comparisons(e.Operand)
	case *Compare, *Boolean:
		n = 1
	}
	return n
}

func compileEach(operands []Expr) []Predicate {
	predicates := make([]Predicate, len(operands))
	for i, e := range operands {
		predicates[i] = Compile(e)
	}
	return predicates
}

func all(predicates []Predicate) Predicate {
	return func(r Row) bool {
		for _, holds := range predicates {
			if !holds(r) {
				return false
			}
		}
		return true
	}
}

func some(predicates []Predicate) Predicate {
	return func(r Row) bool {
		for _, holds := range predicates {
			if holds(r) {
				return true
			}
		}
		return false
	}
}

// comparison is false for an entity without the property, even with ne.
func comparison(e *Compare) Predicate {
	name, holds, orderOf := e.Property, operators[e.Op].holds, ordering(e.Value)
	return func(r Row) bool {
		v, ok := r.Property(name)
		return ok && holds&orderOf(v) != 0
	}
}

// ordering returns a function that compares values to the constant c. A value of another type is less than
// the constant, except for numbers: the constant is widened, Int32 to Int64 to Double, to the type of the
// value. The value is never widened.
func ordering(c table.Value) func(table.Value) order {
	kind, text := c.Kind(), c.Text()
	switch kind {
	case table.Int32, table.Int64, table.Double:
		return func(v table.Value) order { return orderNumbers(v, c) }
	case table.Boolean:
		return func(v table.Value) order {
			if v.Kind() != kind {
				return less
			}
			return orderOf(truth(v), truth(c))
		}
	case table.DateTime:
		return func(v table.Value) order {
			if v.Kind() != kind {
				return less
			}
			return orderOf(v.Ticks(), c.Ticks())
		}
	case table.String:
		return func(v table.Value) order {
			if v.Kind() != kind {
				return less
			}
			return orderOf(table.CompareText(v.Text(), text), 0)
		}
	default: // Guid and Binary, byte by byte
		return func(v table.Value) order {
			if v.Kind() != kind {
				return less
			}
			return orderOf(v.Text(), text)
		}
	}
}

func orderNumbers(v, c table.Value) order {
	switch kind := v.Kind(); {
	case kind == table.Double && c.Kind() == table.Double:
		return orderFloats(v.Float(), c.Float())
	case kind == table.Double:
		return orderFloats(v.Float(), float64(c.Int()))
	case kind == c.Kind(), kind == table.Int64 && c.Kind() == table.Int32:
		return orderOf(v.Int(), c.Int())
	default:
		return less
	}
}

func orderFloats(v, c float64) order {
	if v != v || c != c {
		return unordered
	}
	return orderOf(v, c)
}

func orderOf[T cmp.Ordered](v, c T) order {
	switch {
	case v < c:
		return less
	case v > c:
		return greater
	default:
		return equal
	}
}

func truth(v table.Value) int {
	if v.Bool() {
		return 1
	}
	return 0
}
