package complete

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// filter completes a filter.
func (p *place) filter(source string, t *Table) {
	before, typed := tokens(source)
	last := func(n int) string {
		if n > len(before) {
			return ""
		}
		return before[len(before)-n]
	}
	literal := strings.IndexByte(typed, '\'') + 1
	switch {
	case literal > 0:
		p.offer(typed[literal:], plain(t.keys(last(2)), protocol.CompleteValue))
	case isComparison(last(1)):
		p.offer(typed, literals(t.kind(last(2))))
	case isComparison(last(2)) || last(1) == ")":
		p.offer(typed, described(joints, protocol.CompleteKeyword))
	case slices.Contains([]string{"", "(", "and", "or", "not"}, last(1)):
		p.offer(typed, t.properties(" "))
	default:
		p.offer(typed, described(comparisons, protocol.CompleteKeyword))
	}
}

// tokens cuts a filter into words and parentheses. typed is the word that isn't ended yet; a string in it begins
// with its quote.
func tokens(source string) (all []string, typed string) {
	from, quoted := 0, false
	end := func(i int) {
		if i > from {
			all = append(all, source[from:i])
		}
		from = i
	}
	for i := range len(source) {
		switch c := source[i]; {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == ' ':
			end(i)
			from++
		case c == '(' || c == ')':
			end(i)
			end(i + 1)
		}
	}
	if typed = source[from:]; !quoted && strings.Contains(typed, "'") {
		return append(all, typed), "" // the string has ended
	}
	return all, typed
}

func isComparison(token string) bool {
	return slices.ContainsFunc(comparisons, func(w word) bool { return w.write == token+" " })
}

// kind returns the type of a property, or "" if it isn't known.
func (t *Table) kind(property string) string {
	if t != nil {
		for _, c := range t.Properties {
			if c.Name == property {
				return c.Type
			}
		}
	}
	return ""
}

// literals says how a value of a type is written.
func literals(kind string) []protocol.Completion {
	switch data.KindOf(kind) {
	case table.Boolean:
		return plain([]string{"true", "false"}, protocol.CompleteValue)
	case table.DateTime:
		return described([]word{{"datetime'2026-01-05T09:00:00Z'", "a date"}}, protocol.CompleteValue)
	case table.GUID:
		return described([]word{{"guid'00000000-0000-0000-0000-000000000000'", "a GUID"}}, protocol.CompleteValue)
	case table.Int32, table.Int64, table.Double:
		return nil
	}
	return described([]word{{"'", "a string"}}, protocol.CompleteValue)
}
