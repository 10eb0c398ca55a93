package wire

// Header is one header line. Value has no leading or trailing spaces.
type Header struct {
	Name  string
	Value string
}

// Headers is a list of header lines in the order they were sent. Names are case-insensitive.
type Headers []Header

// Lookup returns the first value of the header. ok is false when it wasn't sent; it can be empty.
func (h Headers) Lookup(name string) (value string, ok bool) {
	for i := range h {
		if EqualFold(h[i].Name, name) {
			return h[i].Value, true
		}
	}
	return "", false
}

// Get returns the first value of the header, or "".
func (h Headers) Get(name string) string {
	value, _ := h.Lookup(name)
	return value
}

// Has reports whether the header was sent, even if it is empty.
func (h Headers) Has(name string) bool {
	_, ok := h.Lookup(name)
	return ok
}

// Count returns how many lines have this name.
func (h Headers) Count(name string) int {
	n := 0
	for _, line := range h {
		if EqualFold(line.Name, name) {
			n++
		}
	}
	return n
}

// Add appends a line.
func (h *Headers) Add(name, value string) {
	*h = append(*h, Header{Name: name, Value: value})
}

// Set replaces the value of the first line with this name, or appends a line.
func (h *Headers) Set(name, value string) {
	for i := range *h {
		if EqualFold((*h)[i].Name, name) {
			(*h)[i].Value = value
			return
		}
	}
	h.Add(name, value)
}

// EqualFold reports whether two ASCII names are equal when case is ignored, as in header names.
func EqualFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

// CutPrefixFold returns what follows an ASCII prefix, whose case is ignored, and whether the text has it.
func CutPrefixFold(s, prefix string) (rest string, found bool) {
	if len(s) < len(prefix) || !EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
