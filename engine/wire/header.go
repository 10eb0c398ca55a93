package wire

// Header is one header line. Value has no surrounding blanks.
type Header struct {
	Name  string
	Value string
}

// Headers is a list of header lines in the order they were sent. Names compare without case.
type Headers []Header

// Lookup returns the first value sent under name. ok is false when there is none; an empty one counts.
func (h Headers) Lookup(name string) (value string, ok bool) {
	for i := range h {
		if EqualFold(h[i].Name, name) {
			return h[i].Value, true
		}
	}
	return "", false
}

// Get returns the first value sent under name, or "".
func (h Headers) Get(name string) string {
	value, _ := h.Lookup(name)
	return value
}

// Has reports whether name was sent at all; an empty value counts.
func (h Headers) Has(name string) bool {
	_, ok := h.Lookup(name)
	return ok
}

// AtOnce reports whether the client asks for the name of what it deletes to be free at once. No service
// has such a header: tests and examples send it, which would else wait.
func (h Headers) AtOnce() bool { return h.Get("x-rowkey-at-once") == "1" }

// Count returns how many lines carry name.
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

// Set replaces the first line called name, or appends one.
func (h *Headers) Set(name, value string) {
	for i := range *h {
		if EqualFold((*h)[i].Name, name) {
			(*h)[i].Value = value
			return
		}
	}
	h.Add(name, value)
}

// EqualFold compares two ASCII names without case, as header names are compared.
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

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
