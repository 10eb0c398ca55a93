package read

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/language/data"
)

// Error says what is wrong with a design file, where, and how to fix it.
type Error = data.Error

// File returns the design that a text describes, or what is wrong with it. The name is for errors.
func File(name, text string) (*design.File, []*Error) {
	f, missing, errors := Begun(name, text)
	for _, section := range missing {
		errors = append(errors, &Error{File: name, Line: 1, Column: 1, Message: "the file has no " + section,
			Hint: "Write entities:, patterns: and designs:, each with at least one name below it."})
	}
	if len(errors) > 0 {
		return nil, errors
	}
	return f, nil
}

// Begun returns what is there of a design file that somebody is still writing, and which of its sections it
// doesn't have yet. If there are errors, the file is only a part of what the text says.
func Begun(name, text string) (f *design.File, missing []string, errors []*Error) {
	root, broken := parse(text)
	r := &reader{file: &design.File{Seed: 1, Prices: design.ExamplePrices()}}
	if broken != nil {
		r.errors = append(r.errors, broken)
	} else {
		r.all(root)
	}
	r.allows(text)
	lines := strings.Split(text, "\n")
	for _, e := range r.errors {
		e.File = name
		if e.Line <= len(lines) {
			e.Source = strings.TrimPrefix(strings.TrimSuffix(lines[e.Line-1], "\r"), "\uFEFF")
		}
	}
	return r.file, r.missing, r.errors
}

// allows reads the comments that allow a finding, each with a reason.
func (r *reader) allows(text string) {
	var open []design.Allow
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		rest, found := strings.CutPrefix(line, "# @allow ")
		switch {
		case found:
			code, reason, _ := strings.Cut(rest, ":")
			if strings.TrimSpace(reason) == "" {
				r.fail(place{n, 1}, "this allows something without a reason",
					"Write # @allow table-scan: the export of the night.")
			}
			open = append(open, design.Allow{Line: n, Code: strings.TrimSpace(code)})
		case line != "" && !strings.HasPrefix(line, "#"):
			for i := range open {
				open[i].On = n
			}
			r.file.Allows, open = append(r.file.Allows, open...), nil
		}
	}
	r.file.Allows = append(r.file.Allows, open...)
}

// reader makes a file of nodes. It goes on after an error, because the others are worth knowing, too.
type reader struct {
	file    *design.File
	errors  []*Error
	missing []string // of the sections that each file has
}

func (r *reader) fail(at place, message, hint string) {
	if len(r.errors) < data.MaxErrors {
		r.errors = append(r.errors, &Error{Line: at.line, Column: at.column, Message: message, Hint: hint})
	}
}

// all reads the sections in the order in which they need each other, whatever their order in the text is.
func (r *reader) all(root *node) {
	sections := []struct {
		name string
		most int // how many names it can have
		read func(*node)
	}{
		{"entities", 50, r.entities}, {"patterns", 200, r.patterns}, {"designs", 20, r.designs},
		{"chosen", 0, func(n *node) { r.file.Chosen = r.design(n) }}, {"budgets", 200, r.budgets},
		{"prices", 20, r.prices}, {"seed", 0, r.seed},
	}
	names := make([]string, len(sections))
	for i, s := range sections {
		names[i] = s.name
	}
	r.only(root, "a design file", names...)
	for i, s := range sections {
		switch section := root.get(s.name); {
		case section != nil && len(section.members) > s.most:
			r.fail(section.place, s.name+" has more than "+strconv.Itoa(s.most)+" names",
				"Each pattern is run under each design: make several files.")
		case section != nil:
			s.read(section)
		case i < 3:
			r.missing = append(r.missing, s.name)
		}
		if i == 2 && (len(r.errors) > 0 || len(r.missing) > 0) {
			return // budgets would only complain about what isn't there
		}
	}
}

func (r *reader) seed(n *node) {
	if seed, ok := r.whole(n, "seed"); ok {
		r.file.Seed = uint64(seed)
	}
}

// get returns the value of a name, or nil.
func (n *node) get(name string) *node {
	if i := n.index(name); i >= 0 {
		return n.members[i].value
	}
	return nil
}

// index returns which member has a name, or -1. A nil node has none.
func (n *node) index(name string) int {
	if n == nil {
		return -1
	}
	return slices.IndexFunc(n.members, func(m member) bool { return m.name == name })
}

// mapping reports whether a node is a mapping that isn't empty.
func (r *reader) mapping(n *node, what string) bool {
	if n.kind == mapping && len(n.members) > 0 {
		return true
	}
	found := n.what()
	if n.kind == mapping {
		found = "an empty one"
	}
	r.fail(n.place, what+" needs to be a mapping, found "+found,
		"Write {name: value}, or lines of name: value below it.")
	return false
}

// mappings reads the members of a mapping, each of which is one.
func (r *reader) mappings(n *node, what, each string, read func(member)) {
	if !r.mapping(n, what) {
		return
	}
	for _, m := range n.members {
		if r.mapping(m.value, each) {
			read(m)
		}
	}
}

// only refuses the names that aren't in a list.
func (r *reader) only(n *node, what string, names ...string) {
	for _, m := range n.members {
		if !slices.Contains(names, m.name) {
			r.fail(m.place, what+" has no "+quote(m.name), "It can have "+strings.Join(names, ", ")+".")
		}
	}
}

// text returns the string that a node is.
func (r *reader) text(n *node, what string) (string, bool) {
	if n.kind != scalar || n.empty() {
		r.fail(n.place, what+" needs to be a string, found "+n.what(),
			"Put it in quotes if it has brackets or commas.")
		return "", false
	}
	return n.text, true
}

// most is the largest whole number that a file can have.
const most = 1_000_000_000_000

// whole returns the number of zero or more that a node is. 4_320 and 4320 are the same.
func (r *reader) whole(n *node, what string) (int, bool) {
	f, err := strconv.ParseInt(strings.ReplaceAll(n.text, "_", ""), 10, 64)
	if n.kind != scalar || err != nil || f < 0 || f > most {
		r.fail(n.place, what+" needs to be a whole number, found "+n.what(), "Write digits only: 4320.")
		return 0, false
	}
	return int(f), true
}

// number returns the finite number that a node is.
func (r *reader) number(n *node, what string) (float64, bool) {
	f, ok := number(n.text)
	if n.kind != scalar || !ok {
		r.fail(n.place, what+" needs to be a number, found "+n.what(), "Write it with digits and a point: 12.5.")
		return 0, false
	}
	return f, true
}

// number parses digits with a sign, a point and an exponent. ParseFloat knows more forms.
func number(s string) (float64, bool) {
	if s == "" || strings.Trim(s, "+-.eE0123456789") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// names returns the strings of a list.
func (r *reader) names(n *node, what string) (names []*node) {
	if n.kind != list || len(n.items) == 0 {
		found := n.what()
		if n.kind == list {
			found = "an empty one"
		}
		r.fail(n.place, what+" needs to be a list, found "+found, "Write it in brackets: [a, b].")
		return nil
	}
	for _, item := range n.items {
		if _, ok := r.text(item, "an item of "+what); ok {
			names = append(names, item)
		}
	}
	return names
}

// quote puts text in quotes for a message, cut to what is readable.
func quote(s string) string {
	const longest = 60
	if runes := []rune(s); len(runes) > longest {
		s = string(runes[:longest]) + "…"
	}
	return `"` + s + `"`
}

func runeLen(s string) int {
	_, size := utf8.DecodeRuneInString(s)
	return size
}
