package code

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

// tight writes arithmetic as gofmt does if there's a sum in it.
var tight = strings.NewReplacer(" * ", "*", " / ", "/", " % ", "%")

// fields returns the fields of a struct in one line, or one a line if they're long, as gofmt aligns
// them.
func fields(all []string) string {
	if line := strings.Join(all, ", "); table.Length(line) <= 90 && !strings.Contains(line, "\n") {
		return line
	}
	width := func(field string) int { return table.Length(field[:strings.Index(field, ": ")]) }
	alone := func(field string) bool { return strings.Contains(field, "\n") || width(field) > 40 }
	var b strings.Builder
	for i := 0; i < len(all); {
		end, widest := i, 0
		for ; end < len(all) && (end == i || !alone(all[i]) && !alone(all[end])); end++ {
			widest = max(widest, width(all[end]))
		}
		for _, f := range all[i:end] {
			pad := ": " + strings.Repeat(" ", widest-width(f))
			b.WriteString("\n" + strings.Replace(f, ": ", pad, 1) + ",")
		}
		i = end
	}
	return strings.ReplaceAll(b.String(), "\n", "\n\t") + "\n"
}

// goEntity returns an entity as aztables writes it in JSON.
func (w *writer) goEntity(c *call) string {
	var members, types []string
	for i := range c.properties {
		p := &c.properties[i]
		members = append(members, quoted(p.name)+": "+w.value(p))
		typed := quoted(p.name+"@odata.type") + ": " + quoted(p.kind.String())
		switch {
		case p.kind == table.Double && isWhole(p.value):
			members = append(members, typed)
		case slices.Contains([]table.Kind{table.DateTime, table.Binary, table.GUID, table.Int64}, p.kind):
			types = append(types, typed)
		}
	}
	partition, row := w.text(c.key.PartitionKey), w.text(c.key.RowKey)
	value := ""
	if strings.Contains(c.key.PartitionKey+c.key.RowKey, "'") {
		// EDMEntity doubles the quotes in keys, and they'd be stored doubled.
		all := append([]string{`"PartitionKey": ` + partition, `"RowKey": ` + row}, members...)
		value = "map[string]any{" + fields(append(all, types...)) + "}"
	} else {
		all := []string{"Entity: aztables.Entity{PartitionKey: " + partition + ", RowKey: " + row + "}"}
		if len(members) > 0 {
			all = append(all, "Properties: map[string]any{"+fields(members)+"}")
		}
		value = "aztables.EDMEntity{" + fields(all) + "}"
	}
	return w.put("encode", pairs("value", value))
}

// goDate returns the arguments of time.Date.
func goDate(value string) string {
	at, fraction, _ := strings.Cut(strings.TrimSuffix(value, "Z"), ".")
	parts := strings.FieldsFunc(at, func(r rune) bool { return r < '0' || r > '9' })
	parts = append(parts, fraction+"000000000"[len(fraction):])
	return strings.Join(each(parts, func(part string) string {
		n, _ := strconv.Atoi(part) // they're digits
		return strconv.Itoa(n)
	}), ", ")
}

func goBytes(encoded string) string {
	content, _ := base64.StdEncoding.DecodeString(encoded) // it has been checked
	if !slices.ContainsFunc(content, func(c byte) bool { return c < ' ' || c > '~' }) {
		return quoted(string(content))
	}
	var numbers []string
	for _, c := range content {
		numbers = append(numbers, strconv.Itoa(int(c)))
	}
	return "[]byte{" + strings.Join(numbers, ", ") + "}"
}
