package export

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design/read"
)

// formats has every format of keys.
const formats = `entities:
  Sale:
    count: 40
    properties:
      Id:    guid
      Shop:  {type: string, values: 3}
      At:    datetime
      Count: {type: int32, min: 1}
      Mail:  string
patterns:
  find: {of: Sale, where: "Id = ?"}
  sell: {insert: Sale}
designs:
  plain: {Sale: {PartitionKey: "{Id}", RowKey: ""}}
  all:
    Sale:
      PartitionKey: "s-{Shop:hash 16}_{At:yyyy-MM-dd}"
      RowKey: "{At:inverted}_{Count:6}_{Count:inverted 6}_{Id}"
      copies: {by mail: {table: Mails, PartitionKey: "{Mail:lower}", RowKey: "{At:iso}"}}
chosen: all
`

func filesOf(t *testing.T, text string) map[string]string {
	t.Helper()
	f, errs := read.File("a", text)
	if len(errs) > 0 {
		t.Fatal(errs[0], errs[0].Hint)
	}
	files, _, err := Files(f)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, each := range files {
		if each.Says == "" || all[each.Name] != "" {
			t.Errorf("%s: %q", each.Name, each.Says)
		}
		all[each.Name] = each.Text
	}
	return all
}

// TestClasses: every format of a key is an expression in each language, and tests expect that writes succeed.
func TestClasses(t *testing.T) {
	files := filesOf(t, formats)
	for name, parts := range map[string][]string{
		"entities.cs": {
			`"s-" + KeyText.Hash(Shop!, 16, 2) + "_" + At!.Value.UtcDateTime.ToString("yyyy-MM-dd", `,
			`KeyText.Inverted(At) + "_" + Count!.Value.ToString("D6", CultureInfo.InvariantCulture) + "_" + ` +
				`(999999L - Count!.Value).ToString("D6", CultureInfo.InvariantCulture) + "_" + Id!.Value.ToString("D")`,
			"KeysByMail() => (\n        Mail!.ToLowerInvariant(),\n        KeyText.Iso(At));",
		},
		"entities.go": {
			`return "s-" + hash(e.Shop, 16, 2) + "_" + e.At.UTC().Format("2006-01-02"), inverted(e.At) + "_" + ` +
				`fmt.Sprintf("%06d", e.Count) + "_" + fmt.Sprintf("%06d", 999999-int64(e.Count)) + "_" + ` +
				`strings.ToLower(e.Id)`, "return strings.ToLower(e.Mail), iso(e.At)",
		},
		"entities.mjs": {
			"`s-${hash(String(e.Shop), 16, 2)}_${e.At.toISOString().slice(0, 10).replace(/[T:]/g, \"-\")}`",
			"`${inverted(e.At)}_${String(e.Count).padStart(6, \"0\")}_" +
				"${String(999999n - BigInt(e.Count)).padStart(6, \"0\")}_${e.Id.toLowerCase()}`",
			"  partitionKey: `${e.Mail.toLowerCase()}`,\n  rowKey: `${iso(e.At)}`,",
		},
		"entities.py": {
			`"s-" + hash(self.shop, 16, 2) + "_" + self.at.astimezone(timezone.utc).strftime("%Y-%m-%d")`,
			`inverted(self.at) + "_" + f"{self.count:06d}" + "_" + f"{999999 - self.count:06d}" + "_" + ` +
				`str(self.id).lower()`, "keys_by_mail", "self.mail.lower(),\n            iso(self.at),",
		},
		"tests.http": {"### sell, request 1 of 2\n# @expect status == 204\nPOST {{host}}/Sales\n"},
	} {
		for _, part := range parts {
			if !strings.Contains(files[name], part) {
				t.Errorf("%s lacks %s\n%s", name, part, files[name])
			}
		}
	}
}

// TestMove: the steps name the tables that are created, and the rows that go at last.
func TestMove(t *testing.T) {
	steps := filesOf(t, formats)["move-from-plain.md"]
	for _, part := range []string{
		"| Sale, old | `Sales` | `{Id}` | `` |", "| Sale, new, copy by mail | `Mails` |", "Create `Mails`.",
		"both in `Sales`, so", "## 8. Delete",
		"Delete `Sales` with PartitionKey `{Id}`, RowKey ``.",
	} {
		if !strings.Contains(steps, part) {
			t.Errorf("%s isn't in\n%s", part, steps)
		}
	}
	copied := filesOf(t, strings.Replace(formats, "chosen: all", "chosen: plain", 1))["move-from-all.md"]
	if !strings.Contains(copied, "The new rows go into tables that are there.") {
		t.Error(copied)
	}
}
