package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLint(t *testing.T) {
	around := t.TempDir()
	folder := filepath.Join(around, "orders")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a.http":     "# @name open\nGET {{host}}/Orders()?$filter=Status eq 'open'\n",
		"Orders.csv": "PartitionKey,RowKey,Status\na,9,open\na,10,open\n",
		"notes.txt":  "GET nothing",

		"sensors.rowkey.yaml": "entities:\n  Part: {properties: {N: int32}}\npatterns: {w: {insert: Part}}\n" +
			"designs: {d: {Part: {PartitionKey: \"{N}\", RowKey: \"\"}}}\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	key := writeFile(t, "key.http", "GET {{host}}/Orders()?$filter=rowkey eq '1'\n")
	broken := writeFile(t, "broken.http", "GTE {{host}}/Orders\n")
	for name, test := range map[string]struct {
		args   []string
		code   int
		stdout string // a part of it
		stderr string
	}{
		"a folder": {[]string{folder}, exitOK,
			"a.http:2:31 table-scan warning: open: It reads all 2 entities of Orders. The whole table is in range",
			""},
		"folders in one": {[]string{around}, exitOK,
			"a.http:2:31 table-scan warning: open: It reads all 2 entities of Orders.", ""},
		"its data": {[]string{folder}, exitOK,
			"Orders.csv:3:1 unpadded-number warning: Orders: RowKeys sort", ""},
		"a file of it": {[]string{filepath.Join(folder, "a.http")}, exitOK, ": open: The whole table", ""},
		"a design file": {[]string{writeFile(t, "sensors.rowkey.yaml", sensorsText(t))}, exitOK,
			":11:1 wasted-reads warning: latest under by time: It reads", ""},
		"the guide": {[]string{folder}, exitOK, " Guide: /guides/query-kinds/\n", ""},
		"an error": {[]string{key}, exitFailed,
			"key.http:1:31 key-mistake error: Names are case-sensitive", ""},
		"JSON": {[]string{key, "--json"}, exitFailed,
			`,"line":1,"column":31,"code":"key-mistake","severity":"error","about":"","says":"Names`, ""},
		"a guide of ours": {[]string{"../../patterns/access-control/guide.md"}, exitOK, "", ""},
		"broken":          {[]string{broken, key}, exitUsage, "key-mistake", "broken.http:1:1: "},
		"something else": {[]string{filepath.Join(folder, "notes.txt")}, exitUsage,
			"", "it needs to be .http"},
		"no file":       {nil, exitUsage, "", "lint needs at least one file"},
		"no such file":  {[]string{"absent"}, exitUsage, "", "cannot read absent"},
		"nothing in it": {[]string{t.TempDir()}, exitUsage, "", "the folder has no .http"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := rowkey(append([]string{"lint"}, test.args...)...)

			if code != test.code || !strings.Contains(stdout, test.stdout) || !strings.Contains(stderr, test.stderr) {
				t.Errorf("exit code %d\n%s\n%s", code, stdout, stderr)
			}
		})
	}
}
