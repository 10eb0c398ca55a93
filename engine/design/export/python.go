package export

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

var python = language{
	name: "Python", ending: ".py",
	call: called,
	whole: func(body string, helpers []string) string {
		text := "from dataclasses import dataclass\nfrom datetime import datetime, timedelta, timezone\n\n" +
			"from azure.data.tables import EdmType, EntityProperty\n"
		for _, each := range helpers {
			text += "\n" + each + "\n"
		}
		return text + body
	},
	kinds: map[table.Kind]string{
		table.String: "str", table.DateTime: "datetime", table.Int32: "int", table.Int64: "int",
		table.Double: "float", table.Boolean: "bool", table.GUID: "str", table.Binary: "bytes",
	},
	helpers: map[string]string{
		"Iso": `
def iso(at: datetime) -> str:
    return at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f") + "0Z"`,
		"Inverted": `
def inverted(at: datetime) -> str:
    """Less for later times, so the newest sorts first."""
    since = at - datetime(1, 1, 1, tzinfo=timezone.utc)
    return f"{3_155_378_975_999_999_999 - since // timedelta(microseconds=1) * 10:019d}"`,
		"Hash": `
def hash(text: str, shards: int, digits: int) -> str:
    """FNV-1a with 32 bits, which is the same on every machine."""
    h = 2166136261
    for byte in text.encode():
        h = (h ^ byte) * 16777619 & 0xFFFFFFFF
    return f"{h % shards:0{digits}d}"`,
	},
	literal: strconv.Quote,
	join:    sum,
	of:      func(property string) string { return "self." + snake(property) },
	unit: strings.NewReplacer(
		"yyyy", "%Y", "MM", "%m", "dd", "%d", "HH", "%H", "mm", "%M", "ss", "%S").Replace,
	values: map[table.Kind]string{
		table.DateTime: "iso(%n)", table.GUID: "str(%n).lower()", table.Boolean: "str(%n).lower()",
		table.Int32: "str(%n)", table.Int64: "str(%n)", table.Double: "str(%n)",
	},
	formats: map[design.Format]string{
		design.Padded:   `f"{%n:0%wd}"`,
		design.Inverted: `f"{%9 - %n:0%wd}"`,
		design.Cut:      `%n.astimezone(timezone.utc).strftime("%u")`,
		design.Hash:     "hash(%v, %w, %d)",
		design.Lower:    "%n.lower()",
	},
	class: pythonClass,
}

func pythonClass(l *language, e *design.Entity, places []keyed) string {
	var b strings.Builder
	b.WriteString("\n@dataclass\nclass " + e.Name + ":\n")
	for _, p := range stored(e) {
		b.WriteString("    " + snake(p.Name) + ": " + l.kinds[p.Kind] + "\n")
	}
	for _, k := range places {
		name := "keys"
		if k.suffix != "" {
			name += "_" + snake(k.suffix)
		}
		b.WriteString("\n    def " + name + "(self) -> tuple[str, str]:\n        \"\"\"The keys " + k.says +
			".\"\"\"\n        return (\n            " + k.partition + ",\n            " + k.row + ",\n        )\n")
	}
	b.WriteString("\n    def entity(self, keys: tuple[str, str]) -> dict:\n" +
		"        \"\"\"What the client stores under keys, with the types that Python doesn't know.\"\"\"\n" +
		"        return {\n            \"PartitionKey\": keys[0],\n            \"RowKey\": keys[1],\n")
	typed := map[table.Kind]string{table.Int64: "INT64", table.GUID: "GUID"}
	for _, p := range stored(e) {
		value := "self." + snake(p.Name)
		if of := typed[p.Kind]; of != "" {
			value = "EntityProperty(" + value + ", EdmType." + of + ")"
		}
		b.WriteString("            \"" + p.Name + "\": " + value + ",\n")
	}
	return b.String() + "        }\n"
}
