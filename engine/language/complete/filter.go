package complete

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// filter completes a filter.
func (p *place) filter(source string, t *Table) {
	before, typed := tokens(source)
	last, former := before[len(before)-1], before[len(before)-2]
	literal := strings.IndexByte(typed, '\'') + 1
	switch {
	case literal > 0:
		p.list(typed[literal:], protocol.CompleteValue, t.keys(former))
	case isComparison(last):
		p.list(typed, protocol.CompleteValue, literals(t.kind(former)))
	case isComparison(former) || last == ")":
		p.offer(typed, protocol.CompleteKeyword, joints)
	case last == "" || strings.Contains(" ( and or not ", " "+last+" "):
		p.properties(typed, t, " ")
	default:
		p.offer(typed, protocol.CompleteKeyword, comparisons)
	}
}

// tokens cuts a filter into words and parentheses, with two empty ones before. typed is the word that isn't
// ended yet; a string in it begins with its quote.
func tokens(source string) (all []string, typed string) {
	all = []string{"", ""}
	from, quoted := 0, false
	for i := range len(source) {
		c := source[i]
		quoted = quoted != (c == '\'')
		if quoted || c != ' ' && c != '(' && c != ')' {
			continue
		}
		if i > from {
			all = append(all, source[from:i])
		}
		if from = i + 1; c != ' ' {
			all = append(all, source[i:from])
		}
	}
	if typed = source[from:]; !quoted && strings.Contains(typed, "'") {
		return append(all, typed), "" // the string has ended
	}
	return all, typed
}

func isComparison(token string) bool {
	for _, c := range comparisons {
		if c.Write == token+" " {
			return true
		}
	}
	return false
}

// literals says how a value of a type is written.
func literals(kind string) []string {
	switch data.KindOf(kind) {
	case table.Boolean:
		return []string{"true", "false"}
	case table.DateTime:
		return []string{"datetime'2026-01-05T09:00:00Z'"}
	case table.GUID:
		return []string{"guid'00000000-0000-0000-0000-000000000000'"}
	case table.Int32, table.Int64, table.Double:
		return nil
	}
	return []string{"'"}
}
