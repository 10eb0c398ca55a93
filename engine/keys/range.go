package keys

// Range is the half-open run of store keys From <= key < To.
type Range struct {
	From string
	To   string
}

// Empty reports whether no key can lie in the range.
func (r Range) Empty() bool { return r.From >= r.To }
