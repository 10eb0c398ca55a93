package export

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

var cSharp = language{
	name: "C#", ending: ".cs",
	call: func(helper string) string { return "KeyText." + helper + "(" },
	whole: func(body string, helpers []string) string {
		text := "using System.Globalization;\nusing System.Text;\nusing Azure;\nusing Azure.Data.Tables;\n" + body
		if helpers != nil {
			text += "\ninternal static class KeyText\n{\n" + strings.Join(helpers, "\n\n") + "\n}\n"
		}
		return text
	},
	kinds: map[table.Kind]string{
		table.String: "string", table.DateTime: "DateTimeOffset", table.Int32: "int", table.Int64: "long",
		table.Double: "double", table.Boolean: "bool", table.GUID: "Guid", table.Binary: "byte[]",
	},
	helpers: map[string]string{
		"Iso": `    internal static string Iso(DateTimeOffset? at) =>
        at!.Value.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'", CultureInfo.InvariantCulture);`,
		"Inverted": `    // The newest sorts first.
    internal static string Inverted(DateTimeOffset? at) =>
        (DateTime.MaxValue.Ticks - at!.Value.UtcTicks).ToString("D19", CultureInfo.InvariantCulture);`,
		"Hash": `    // FNV-1a with 32 bits, which is the same on every machine.
    internal static string Hash(string? text, uint shards, int digits)
    {
        uint hash = 2166136261;
        foreach (byte b in Encoding.UTF8.GetBytes(text!))
        {
            hash = (hash ^ b) * 16777619;
        }
        return (hash % shards).ToString("D" + digits, CultureInfo.InvariantCulture);
    }`,
	},
	literal: func(text string) string { return "\"" + strings.ReplaceAll(text, "\"", "\\\"") + "\"" },
	join:    sum,
	part:    cSharpPart,
	class:   cSharpClass,
}

func cSharpPart(p design.Part) string {
	name := p.Property.Name
	plain := name
	switch p.Property.Kind {
	case table.String:
		plain = name + "!"
	case table.DateTime:
		plain = "KeyText.Iso(" + name + ")"
	case table.GUID:
		plain = name + "!.Value.ToString(\"D\")"
	case table.Boolean:
		plain = "(" + name + "!.Value ? \"true\" : \"false\")"
	case table.Int32, table.Int64, table.Double:
		plain = name + "!.Value.ToString(CultureInfo.InvariantCulture)"
	}
	switch p.Format {
	case design.Padded:
		return name + "!.Value.ToString(\"D" + strconv.Itoa(p.Width) + "\", CultureInfo.InvariantCulture)"
	case design.ISO:
		return "KeyText.Iso(" + name + ")"
	case design.Inverted:
		if p.Property.Kind == table.DateTime {
			return "KeyText.Inverted(" + name + ")"
		}
		return "(" + greatest(p.Width) + "L - " + name + "!.Value).ToString(\"D" + strconv.Itoa(p.Width) +
			"\", CultureInfo.InvariantCulture)"
	case design.Cut:
		return name + "!.Value.UtcDateTime.ToString(\"" + p.Unit.Format() + "\", CultureInfo.InvariantCulture)"
	case design.Hash:
		return "KeyText.Hash(" + plain + ", " + strconv.Itoa(p.Width) + ", " + digits(p) + ")"
	case design.Lower:
		return name + "!.ToLowerInvariant()"
	}
	return plain
}

// cSharpClass writes a class that the client for tables stores. Its properties can be null, because a merge
// would write the zeros of others over what's stored.
func cSharpClass(l *language, e *design.Entity, places []keyed) string {
	var b strings.Builder
	b.WriteString("public sealed class " + e.Name + " : ITableEntity\n{\n" +
		"    public string PartitionKey { get; set; } = \"\";\n    public string RowKey { get; set; } = \"\";\n" +
		"    public DateTimeOffset? Timestamp { get; set; }\n    public ETag ETag { get; set; }\n\n")
	for _, p := range stored(e) {
		b.WriteString("    public " + l.kinds[p.Kind] + "? " + p.Name + " { get; set; }\n")
	}
	for _, k := range places {
		b.WriteString("\n    /// <summary>The keys " + k.says + ".</summary>\n" +
			"    public (string PartitionKey, string RowKey) Keys" + k.suffix + "() => (\n        " + k.partition +
			",\n        " + k.row + ");\n")
	}
	return b.String() + "}\n"
}
