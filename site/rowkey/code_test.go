package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/code"
)

// TestCode: a script becomes the same code as in the page.
func TestCode(t *testing.T) {
	script := filepath.FromSlash("../../engine/language/code/testdata/more.http")
	for _, form := range code.Forms {
		want, err := os.ReadFile(strings.TrimSuffix(script, "http") + form + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		if exit, stdout, stderr := rowkey("code", script, "--as", form); exit != exitOK || stdout != string(want) {
			t.Errorf("%s: exit code %d, %s\n%s", form, exit, stderr, stdout)
		}
	}
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	read := file("a.http", "# @expect rows == 2\nGET {{host}}/Orders()\n")
	rows := file("Orders.csv", "PartitionKey,RowKey\np,1\np,2\n")
	if exit, stdout, stderr := rowkey("code", folder, "--as", "go"); exit != exitOK || stderr != "" ||
		!strings.Contains(stdout, `NewClient("Orders")`) {
		t.Errorf("with data: exit code %d, %s\n%s", exit, stderr, stdout)
	}
	if exit, stdout, stderr := rowkey("code", read, "--as", "go"); exit != exitFailed || stdout == "" ||
		!strings.Contains(stderr, "expected  2") {
		t.Errorf("without its data: exit code %d, %s\n%s", exit, stderr, stdout)
	}
	for args, want := range map[string]string{
		"":                               "code needs a file",
		read:                             "--as is missing, one of javascript, ",
		read + " --as perl":              `no code can be written as "perl": there are javascript, `,
		read + " --as jav":               `no code can be written as "jav"; did you mean java?`,
		rows + " --as go":                "not 0 scripts and 1 other files",
		read + " " + script + " --as go": "not 2 scripts and 0 other files",
		file("b.md", "# B") + " --as go": "not 0 scripts and 1 other files",
		file("c.http", "# @no\nGET /\n") + " --as curl": "",
	} {
		exit, stdout, stderr := rowkey(strings.Fields("code " + args)...)
		if exit != exitUsage || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, %s\n%s", args, exit, stderr, stdout)
		}
	}
}
