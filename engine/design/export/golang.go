package export

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

var golang = language{
	name: "Go", ending: ".go",
	call: called,
	whole: func(body string, helpers []string) string {
		text := body
		for _, each := range helpers {
			text += "\n" + each + "\n"
		}
		var imports []string
		for _, name := range []string{"fmt", "hash/fnv", "strconv", "strings", "time"} {
			if strings.Contains(text, name[strings.LastIndexByte(name, '/')+1:]+".") {
				imports = append(imports, "\t\""+name+"\"\n")
			}
		}
		if imports != nil {
			imports = append(imports, "\n")
		}
		return "package entities\n\nimport (\n" + strings.Join(imports, "") +
			"\t\"github.com/Azure/azure-sdk-for-go/sdk/data/aztables\"\n)\n" + text
	},
	kinds: map[table.Kind]string{
		table.String: "string", table.DateTime: "time.Time", table.Int32: "int32", table.Int64: "int64",
		table.Double: "float64", table.Boolean: "bool", table.GUID: "string", table.Binary: "[]byte",
	},
	helpers: map[string]string{
		"Iso": "func iso(at time.Time) string { return at.UTC().Format(\"2006-01-02T15:04:05.0000000Z\") }",
		"Inverted": `// inverted is less for later times, so the newest sorts first.
func inverted(at time.Time) string {
	ticks := at.Unix()*10_000_000 + int64(at.Nanosecond()/100) + 621_355_968_000_000_000
	return fmt.Sprintf("%019d", 3_155_378_975_999_999_999-ticks)
}`,
		"Hash": `// hash is FNV-1a with 32 bits, which is the same on every machine.
func hash(text string, shards uint32, digits int) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return fmt.Sprintf("%0*d", digits, h.Sum32()%shards)
}`,
	},
	literal: strconv.Quote,
	join:    sum,
	of:      func(property string) string { return "e." + property },
	unit:    func(format string) string { return "2006-01-02-15-04-05"[:len(format)] },
	values: map[table.Kind]string{
		table.DateTime: "iso(%n)", table.GUID: "strings.ToLower(%n)", table.Boolean: "fmt.Sprint(%n)",
		table.Int32: "fmt.Sprint(%n)", table.Int64: "fmt.Sprint(%n)",
		table.Double: "strconv.FormatFloat(%n, 'f', -1, 64)",
	},
	formats: map[design.Format]string{
		design.Padded:   `fmt.Sprintf("%0%wd", %n)`,
		design.Inverted: `fmt.Sprintf("%0%wd", %9-int64(%n))`,
		design.Cut:      `%n.UTC().Format("%u")`,
		design.Hash:     "hash(%v, %w, %d)",
		design.Lower:    "strings.ToLower(%n)",
	},
	class: goClass,
}

// edm are the types by which the client knows what JSON doesn't.
var edm = map[table.Kind]string{
	table.DateTime: "aztables.EDMDateTime", table.Int64: "aztables.EDMInt64", table.GUID: "aztables.EDMGUID",
	table.Binary: "aztables.EDMBinary",
}

func goClass(l *language, e *design.Entity, places []keyed) string {
	var b strings.Builder
	b.WriteString("// " + e.Name + " is an entity.\ntype " + e.Name + " struct {\n")
	longest := 0
	for _, p := range stored(e) {
		longest = max(longest, len(p.Name))
	}
	pad := func(p *design.Property) string { return strings.Repeat(" ", longest-len(p.Name)+1) }
	for _, p := range stored(e) {
		b.WriteString("\t" + p.Name + pad(p) + l.kinds[p.Kind] + "\n")
	}
	b.WriteString("}\n")
	for _, k := range places {
		b.WriteString("\n// Keys" + k.suffix + " returns the keys " + k.says + ".\nfunc (e *" + e.Name + ") Keys" +
			k.suffix + "() (partitionKey, rowKey string) {\n\treturn " + k.partition + ", " + k.row + "\n}\n")
	}
	b.WriteString("\n// Entity returns what the client for tables stores under keys.\nfunc (e *" + e.Name +
		") Entity(partitionKey, rowKey string) aztables.EDMEntity {\n\treturn aztables.EDMEntity{\n" +
		"\t\tEntity: aztables.Entity{PartitionKey: partitionKey, RowKey: rowKey},\n" +
		"\t\tProperties: map[string]any{\n")
	for _, p := range stored(e) {
		value := "e." + p.Name
		if of := edm[p.Kind]; of != "" {
			value = of + "(" + value + ")"
		}
		b.WriteString("\t\t\t\"" + p.Name + "\":" + pad(p) + value + ",\n")
	}
	return b.String() + "\t\t},\n\t}\n}\n"
}
