package export

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

var javaScript = language{
	name: "JavaScript", ending: ".mjs",
	call: called,
	whole: func(body string, helpers []string) string {
		text := "// Entities of @azure/data-tables, and their keys.\n" + body
		for _, each := range helpers {
			text += "\n" + each + "\n"
		}
		return text
	},
	kinds: map[table.Kind]string{
		table.String: "string", table.DateTime: "Date", table.Int32: "number", table.Int64: "bigint",
		table.Double: "number", table.Boolean: "boolean", table.GUID: "string", table.Binary: "Uint8Array",
	},
	helpers: map[string]string{
		"Iso": `const iso = (at) => at.toISOString().replace("Z", "0000Z");`,
		"Inverted": `/** Less for later times, so the newest sorts first. */
function inverted(at) {
  const ticks = BigInt(at.getTime()) * 10_000n + 621_355_968_000_000_000n;
  return String(3_155_378_975_999_999_999n - ticks).padStart(19, "0");
}`,
		"Hash": `/** FNV-1a with 32 bits, which is the same on every machine. */
function hash(text, shards, digits) {
  let h = 2166136261;
  for (const byte of new TextEncoder().encode(text)) {
    h = Math.imul(h ^ byte, 16777619) >>> 0;
  }
  return String(h % shards).padStart(digits, "0");
}`,
	},
	literal: func(text string) string { return strings.NewReplacer("`", "\\`", "$", "\\$").Replace(text) },
	join:    func(parts []string) string { return "`" + strings.Join(parts, "") + "`" },
	of:      func(property string) string { return "e." + property },
	unit:    func(format string) string { return strconv.Itoa(len(format)) },
	values:  map[table.Kind]string{table.DateTime: "iso(%n)", table.GUID: "%n.toLowerCase()"},
	formats: map[design.Format]string{
		design.Padded:   `String(%n).padStart(%w, "0")`,
		design.Inverted: `String(%9n - BigInt(%n)).padStart(%w, "0")`,
		design.Cut:      `%n.toISOString().slice(0, %u).replace(/[T:]/g, "-")`,
		design.Hash:     "hash(String(%v), %w, %d)",
		design.Lower:    "%n.toLowerCase()",
	},
	within: [2]string{"${", "}"},
	class:  javaScriptClass,
}

func javaScriptClass(l *language, e *design.Entity, places []keyed) string {
	var b strings.Builder
	var members []string
	for _, p := range stored(e) {
		members = append(members, p.Name+": "+l.kinds[p.Kind])
	}
	name := small(e.Name)
	b.WriteString("/** @typedef {{ " + strings.Join(members, ", ") + " }} " + e.Name + " */\n")
	for _, k := range places {
		b.WriteString("\n/** The keys " + k.says + ".\n * @param {" + e.Name + "} e */\nexport const " + name +
			"Keys" + k.suffix + " = (e) => ({\n  partitionKey: " + k.partition + ",\n  rowKey: " + k.row +
			",\n});\n")
	}
	b.WriteString("\n/** What the client stores under keys, with the types that JSON lacks.\n * @param {" +
		e.Name + "} e */\nexport const " + name + "Entity = (e, keys) => ({\n  ...keys,\n")
	typed := map[table.Kind]string{table.Int64: "Int64", table.Int32: "Int32", table.Double: "Double",
		table.GUID: "Guid"}
	for _, p := range stored(e) {
		value := "e." + p.Name
		switch of := typed[p.Kind]; {
		case p.Kind == table.GUID:
			value = "{ type: \"Guid\", value: " + value + " }"
		case of != "":
			value = "{ type: \"" + of + "\", value: String(" + value + ") }"
		}
		b.WriteString("  " + p.Name + ": " + value + ",\n")
	}
	return b.String() + "});\n"
}
