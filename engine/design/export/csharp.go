package export

import (
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
	of:      same,
	unit:    same,
	values: map[table.Kind]string{
		table.String: "%n!", table.DateTime: "KeyText.Iso(%n)", table.GUID: `%n!.Value.ToString("D")`,
		table.Boolean: `(%n!.Value ? "true" : "false")`,
		table.Int32:   "%n!.Value.ToString(CultureInfo.InvariantCulture)",
		table.Int64:   "%n!.Value.ToString(CultureInfo.InvariantCulture)",
		table.Double:  "%n!.Value.ToString(CultureInfo.InvariantCulture)",
	},
	formats: map[design.Format]string{
		design.Padded:   `%n!.Value.ToString("D%w", CultureInfo.InvariantCulture)`,
		design.Inverted: `(%9L - %n!.Value).ToString("D%w", CultureInfo.InvariantCulture)`,
		design.Cut:      `%n!.Value.UtcDateTime.ToString("%u", CultureInfo.InvariantCulture)`,
		design.Hash:     "KeyText.Hash(%v, %w, %d)",
		design.Lower:    "%n!.ToLowerInvariant()",
	},
	class: cSharpClass,
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
