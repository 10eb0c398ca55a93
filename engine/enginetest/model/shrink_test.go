package model_test

import "slices"

// shrink looks for the shortest sequence that still fails: it leaves out runs of operations, long
// ones first, and then takes what is left apart.
func shrink(ops []op, fails func([]op) bool) []op {
	for {
		before := len(ops)
		ops = without(ops, fails)
		simplified := false
		for i := range ops {
			for _, simpler := range simpler(ops[i]) {
				tried := slices.Clone(ops)
				tried[i] = simpler
				if fails(tried) {
					ops, simplified = tried, true
					break
				}
			}
		}
		if len(ops) == before && !simplified {
			return ops
		}
	}
}

// without leaves elements out as long as what is left fails.
func without[T any](all []T, fails func([]T) bool) []T {
	for n := len(all) / 2; n > 0; n /= 2 {
		for at := len(all) - n; at >= 0; at -= n {
			if tried := slices.Delete(slices.Clone(all), at, at+n); fails(tried) {
				all = tried
				at = min(at+n, len(all)) // the next round begins at what follows
			}
		}
	}
	return all
}

// simpler is what an operation could be instead.
func simpler(o op) (ops []op) {
	switch o := o.(type) {
	case write:
		for _, w := range simplerWrites(o) {
			ops = append(ops, w)
		}
	case transact:
		for _, n := range []int{len(o) / 2, 1} {
			for at := 0; n > 0 && at+n <= len(o) && len(o) > n; at += n {
				ops = append(ops, slices.Delete(slices.Clone(o), at, at+n))
			}
		}
		for i, p := range o {
			for _, w := range simplerWrites(p.write) {
				parts := slices.Clone(o)
				parts[i].write = w
				ops = append(ops, parts)
			}
		}
	case list:
		for _, f := range simplerFilters(o.filter) {
			ops = append(ops, list{o.with(f), o.ofTables, o.slot})
		}
	case readAll:
		ops = append(ops, list{query: o.query})
		for _, f := range simplerFilters(o.filter) {
			ops = append(ops, readAll{o.with(f)})
		}
	}
	return ops
}

func (q query) with(f filter) query {
	q.filter = f
	return q
}

func simplerWrites(w write) (writes []write) {
	for i := range w.properties {
		one := w
		one.properties = slices.Delete(slices.Clone(w.properties), i, i+1)
		writes = append(writes, one)
	}
	if w.spelling != 2 {
		w.spelling = 2
		writes = append(writes, w)
	}
	return writes
}

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
					filters = append(filters, junction{f.word, slices.Replace(slices.Clone(f.operands), i, i+1, of)})
				}
			}
		}
	default:
		filters = append(filters, nil)
	}
	return filters
}
