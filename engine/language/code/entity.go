package code

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// property is a property of an entity. Its value is as it was sent, without quotes, because
// programs write it in the same way.
type property struct {
	name  string
	kind  table.Kind
	value string
}

const noBody = "Clients send no such body"

// membersOf reads a JSON object that has only strings, numbers and truth values. The types are
// those that a value has without an annotation.
func membersOf(body string) (all []property, why string) {
	text := quoteMarks(body)
	if !jsontext.Valid(text) || !jsontext.Parse(text).IsObject() {
		return nil, noBody
	}
	for c := jsontext.Parse(text).Cursor(); c.Next(); {
		p := property{c.Name.Str, table.String, c.Value.Str}
		value, bare := strings.CutPrefix(p.value, string(bareMark))
		switch c.Value.Type {
		case jsontext.String:
			if bare {
				p.kind, p.value = table.Int32, value
			}
		case jsontext.True, jsontext.False:
			p.kind, p.value = table.Boolean, c.Value.Raw
		case jsontext.Number:
			p.kind, p.value = table.Int32, c.Value.Raw
			n, err := strconv.ParseInt(p.value, 10, 32)
			if strings.ContainsAny(p.value, ".eE") {
				p.kind = table.Double
			} else if err != nil || n == -n && n != 0 {
				return nil, "Clients send no whole number of that size without a type"
			}
		default:
			return nil, noBody
		}
		all = append(all, p)
	}
	return all, ""
}

// quoteMarks puts marks that are values of their own between quotes.
func quoteMarks(body string) string {
	var b strings.Builder
	quoted, escaped := false, false
	for _, r := range body {
		bare := !quoted && isMark(r)
		switch {
		case escaped:
			escaped = false
		case r == '"':
			quoted = !quoted
		case r == '\\':
			escaped = quoted
		}
		if bare {
			b.WriteString(`"` + string(bareMark))
		}
		if b.WriteRune(r); bare {
			b.WriteByte('"')
		}
	}
	return b.String()
}

// entityOf reads the body of a write. Its keys have to be those of the address, if that has keys.
func entityOf(body string, address *table.Key) (k table.Key, properties []property, why string) {
	const typeOf, notSent = "@odata.type", "Clients don't send such an entity"
	members, why := membersOf(body)
	if why != "" {
		return k, nil, why
	}
	types, known := map[string]string{}, map[string]bool{}
	for _, m := range members {
		if name, ok := strings.CutSuffix(m.name, typeOf); ok {
			types[name] = m.value
		}
	}
	if address != nil {
		k = *address
	}
	for _, m := range members {
		own := map[string]*string{table.PartitionKey: &k.PartitionKey, table.RowKey: &k.RowKey}[m.name]
		switch {
		case strings.HasSuffix(m.name, typeOf):
			continue
		case known[m.name]:
			why = notSent
		case own == nil:
			if why == "" {
				m, why = typed(m, types)
			}
			properties = append(properties, m)
		case address == nil && m.kind == table.String:
			*own = m.value
		case address != nil && (m.kind != table.String || m.value != *own):
			why = notSent
		}
		known[m.name] = known[m.name] || own == nil || m.kind == table.String
	}
	if address == nil && !(known[table.PartitionKey] && known[table.RowKey]) {
		why = "Clients don't send an entity without both keys"
	}
	return k, properties, why
}

// taken are names that clients take for members of their own.
var taken = []string{"partitionKey", "rowKey", "etag", "timestamp", "Timestamp"}

// typed returns a property with the type of its annotation, if that is one that clients send.
func typed(p property, types map[string]string) (property, string) {
	for _, name := range taken {
		if p.name == name || strings.HasPrefix(p.name, "odata.") {
			return p, "Clients take " + p.name + " for something else"
		}
	}
	annotation, ok := types[p.name]
	if !ok {
		return p, ""
	}
	kind, ok := table.ParseKind(annotation)
	_, fits := odata.ParseText(p.value, kind)
	if !ok || !fits && !isCount(p.value, kind) || !usual(p, kind) {
		return p, "Clients don't send such a value for " + p.name
	}
	p.kind = kind
	return p, ""
}

// isCount reports whether a value is the mark of a count where programs can calculate it.
func isCount(value string, kind table.Kind) bool {
	return kind == table.Int64 && len(value) == len(string(firstMark)) && hasMark(value)
}

// usual reports whether a value is written as clients write it, of which the service accepts more.
func usual(p property, kind table.Kind) bool {
	v := p.value
	inQuotes := p.kind == table.String
	switch kind {
	case table.Boolean:
		return p.kind == table.Boolean
	case table.Int32, table.Int64:
		n, err := strconv.ParseInt(v, 10, 64)
		same := err == nil && strconv.FormatInt(n, 10) == v
		return (kind == table.Int32 || inQuotes) && (isCount(v, kind) || same)
	case table.Double:
		return jsontext.Valid(v) && strings.Trim(v, "0123456789+-.eE") == ""
	case table.DateTime:
		const shortest, longest = len("2026-01-05T09:00:00Z"), len("2026-01-05T09:00:00.0000000Z")
		return inQuotes && len(v) >= shortest && len(v) <= longest && v[10] == 'T' && v[len(v)-1] == 'Z'
	case table.Binary:
		return inQuotes && !strings.ContainsAny(v, "\r\n")
	default:
		return inQuotes
	}
}
