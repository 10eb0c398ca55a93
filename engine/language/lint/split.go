package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
)

// split writes a request once for each alternative of an or over keys. The service reads no less for an or,
// but each alternative alone may name a partition or an entity. Together they find the same entities. It
// returns nil if their answers don't add up to the answer, or if another request refers to it.
func (l *linter) split(o *operation) *Fix {
	r := o.request
	for _, partial := range [...]string{"$top", "NextPartitionKey", "NextRowKey"} {
		if _, ok := o.Param(partial); ok {
			return nil
		}
	}
	line, at, source := l.filter(r)
	e, err := filter.Parse(source) // as it's written, with variables in strings
	if err != nil || r.Name != "" && slices.Contains(l.refs, r.Name) {
		return nil
	}
	filters := alternatives(e, source)
	if len(filters) < 2 {
		return nil
	}
	var requests []string
	for i, f := range filters {
		lines := slices.Clone(l.lines[r.Line-1 : r.Last])
		own := &lines[line-r.Line]
		*own = (*own)[:at] + f + (*own)[at+len(source):]
		requests = append(requests, strings.Join(append(l.heading(r, i, len(filters)), lines...), "\n"))
	}
	fix := &Fix{
		Label: "Write " + strconv.Itoa(len(filters)) + " requests", Write: strings.Join(requests, "\n\n"),
		First: r.First, Last: r.Last,
	}
	if !disjoint(filters) {
		fix.Note = "An entity that fulfils several comes with each."
	}
	return fix
}

// filter returns the $filter of a request as it's written, and its line and byte there.
func (l *linter) filter(r *script.Request) (line, at int, source string) {
	for n := r.Line; n <= r.Last; n++ {
		for _, name := range [...]string{"$filter=", "%24filter="} {
			if before, rest, found := strings.Cut(l.lines[n-1], name); found {
				source, _, _ = strings.Cut(rest, "&")
				source, _, _ = strings.Cut(source, " HTTP/")
				return n, len(before) + len(name), strings.TrimRight(source, " \t\r")
			}
		}
	}
	return 0, 0, ""
}

// heading returns what is above the request line of the ith of several. What one request was expected to
// read and return doesn't hold for its parts. Variables and comments stay above the first.
func (l *linter) heading(r *script.Request, i, of int) (lines []string) {
	above := l.lines[r.First-1 : r.Line-1]
	first := len(above) > 0 && strings.HasPrefix(above[0], "###")
	if title := strings.TrimPrefix(r.Title+", ", ", "); i > 0 || first {
		// Only what begins a file can do without a line that separates it.
		lines = append(lines, "### "+title+strconv.Itoa(i+1)+" of "+strconv.Itoa(of))
	}
	for _, line := range above {
		directive := strings.TrimLeft(line, " \t#/")
		expected, expects := strings.CutPrefix(directive, "@expect ")
		name, named := strings.CutPrefix(directive, "@name ")
		switch {
		case strings.HasPrefix(line, "###"), expects && !strings.HasPrefix(expected, "status"),
			i > 0 && (directive == line || !strings.HasPrefix(directive, "@")):
		case named:
			name = strings.TrimSpace(name)
			lines = append(lines, strings.Replace(line, name, name+strconv.Itoa(i+1), 1))
		default:
			lines = append(lines, line)
		}
	}
	return lines
}

// alternatives returns the filter once for each alternative of its first or over keys, or nothing.
func alternatives(e filter.Expr, source string) (filters []string) {
	for _, term := range filter.Conjuncts(nil, e) {
		all := disjuncts(term)
		if len(all) < 2 || slices.ContainsFunc(all, func(e filter.Expr) bool { return !ofKeys(e) }) {
			continue
		}
		start, end := outer(term, source)
		for _, one := range all {
			from, to := one.Place()
			f := source[:start] + source[from:to] + source[end:]
			if !slices.Contains(filters, f) {
				filters = append(filters, f)
			}
		}
		return filters
	}
	return nil
}

// outer returns the place of an expression with its parentheses.
func outer(e filter.Expr, source string) (start, end int) {
	start, end = e.Place()
	for {
		before := strings.TrimRight(source[:start], " ")
		after := strings.TrimLeft(source[end:], " ")
		if !strings.HasSuffix(before, "(") || !strings.HasPrefix(after, ")") {
			return start, end
		}
		start, end = len(before)-1, len(source)-len(after)+1
	}
}

func disjuncts(e filter.Expr) (all []filter.Expr) {
	or, ok := e.(*filter.Or)
	if !ok {
		return []filter.Expr{e}
	}
	for _, each := range or.Operands {
		all = append(all, disjuncts(each)...)
	}
	return all
}

// ofKeys reports whether an expression compares a key.
func ofKeys(e filter.Expr) bool {
	names := filter.Properties(e)
	return slices.Contains(names, table.PartitionKey) || slices.Contains(names, table.RowKey)
}

// disjoint reports whether no entity can match two filters, because each asks for another value of one key.
func disjoint(filters []string) bool {
	for _, key := range [...]string{table.PartitionKey, table.RowKey} {
		var values []table.Value
		for _, f := range filters {
			e, _ := filter.Parse(f)
			for _, term := range filter.Conjuncts(nil, e) {
				c, ok := term.(*filter.Compare)
				if ok && c.Property == key && c.Op == filter.Equal && !strings.Contains(c.Value.Text(), "{{") &&
					!slices.Contains(values, c.Value) {
					values = append(values, c.Value)
					break
				}
			}
		}
		if len(values) == len(filters) {
			return true
		}
	}
	return false
}
