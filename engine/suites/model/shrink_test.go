package model_test

import "slices"

// shrink looks for the shortest sequence that still fails: it removes runs of operations, longest first, and
// simplifies the rest, until neither helps any more.
func shrink(ops []op, fails func([]op) bool) []op {
	for {
		before := len(ops)
		ops = without(ops, fails)
		for i := range ops {
			ops[i] = simplify(ops[i], func(o op) bool {
				return fails(slices.Replace(slices.Clone(ops), i, i+1, o))
			})
		}
		if len(ops) == before {
			return ops
		}
	}
}

// without removes elements as long as the rest fails.
func without[T any](all []T, fails func([]T) bool) []T {
	for n := len(all) / 2; n > 0; n /= 2 {
		for at := len(all) - n; at >= 0; at -= n {
			if tried := slices.Delete(slices.Clone(all), at, at+n); fails(tried) {
				all = tried
				at = min(at+n, len(all)) // continue with what follows
			}
		}
	}
	return all
}

// simplify removes from an operation what isn't needed to fail.
func simplify(o op, fails func(op) bool) op {
	switch o := o.(type) {
	case write:
		return simplifyWrite(o, func(w write) bool { return fails(w) })
	case transact:
		o = without(o, func(parts []part) bool { return len(parts) > 0 && fails(transact(parts)) })
		for i, p := range o {
			p.write = simplifyWrite(p.write, func(w write) bool {
				return fails(slices.Replace(slices.Clone(o), i, i+1, part{w, p.read}))
			})
			o[i] = p
		}
		return o
	case list:
		o.filter = simplifyFilter(o.filter, func(f filter) bool {
			return fails(list{o.with(f), o.ofTables, o.slot})
		})
		return o
	case readAll:
		o.filter = simplifyFilter(o.filter, func(f filter) bool { return fails(readAll{o.with(f)}) })
		if once := (list{query: o.query}); fails(once) {
			return once
		}
		return o
	default:
		return o
	}
}

func simplifyWrite(w write, fails func(write) bool) write {
	properties := without(w.properties, func(some []sentProperty) bool {
		w := w
		w.properties = some
		return fails(w)
	})
	w.properties = properties
	if plain := w; plain.spelling != 2 {
		plain.spelling = 2
		if fails(plain) {
			return plain
		}
	}
	return w
}

func (q query) with(f filter) query {
	q.filter = f
	return q
}

func simplifyFilter(f filter, fails func(filter) bool) filter {
	for {
		at := slices.IndexFunc(simplerFilters(f), fails)
		if at < 0 {
			return f
		}
		f = simplerFilters(f)[at]
	}
}

// simplerFilters returns the filters that are one step simpler.
func simplerFilters(f filter) (filters []filter) {
	switch f := f.(type) {
	case nil:
	case grouped:
		filters = append(filters, f.filter)
	case negation:
		filters = append(filters, f.of)
		for _, of := range simplerFilters(f.of) {
			if of != nil {
				filters = append(filters, negation{of})
			}
		}
	case junction:
		filters = append(filters, f.operands...)
		for i, operand := range f.operands {
			for _, of := range simplerFilters(operand) {
				if of != nil {
					operands := slices.Replace(slices.Clone(f.operands), i, i+1, of)
					filters = append(filters, junction{f.word, operands})
				}
			}
		}
	default:
		filters = append(filters, nil)
	}
	return filters
}
