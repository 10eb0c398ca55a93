//go:build !nosite

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// clashing is a guide with several mistakes: a request has the name of a heading, another expects
// nothing, a link leads to a missing heading, and an expectation fails where other examples refer to it.
const clashing = `---
title: One
slug: one
kind: foundation
order: 10
summary: What one is.
need: Have one
map: [find]
cosmos: Carries over.
---

## Table

See [there](#nowhere).

` + "```http" + `
### The table
# @name table
# @expect status == 201
# @expect total.transactions == 1
POST {{host}}/Tables

{"TableName": "Orders"}
` + "```" + `

` + "```http" + `
### Look
# @name look
GET {{host}}/Tables
` + "```" + `

` + "```http" + `
### Again
# @ref look
# @ref table
# @expect rows == 1
GET {{host}}/Tables
` + "```\n"

// TestRunPage: run reports why the build would refuse a page.
func TestRunPage(t *testing.T) {
	root := t.TempDir()
	if err := os.CopyFS(filepath.Join(root, "site", "templates"), os.DirFS("../templates")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod":                   "module github.com/rowkey/rowkey\n",
		"patterns/one/guide.md":    clashing,
		"patterns/one/output.json": "[",
		"patterns/two/guide.md":    "This guide is not among the arguments.",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(root, "patterns"))
	code, stdout, stderr := rowkey("run", "one/guide.md")
	wantOut := `✔ table  201  1 transaction
✔ look  200  1 transaction
✘ table  201  for line 33  1 transaction
    total.transactions == 1  one/guide.md:20
        expected  1
        got       2
✔ Again  200  1 transaction

4 steps, 3 passed, 1 failed
`
	wantErr := `rowkey: patterns/one/output.json: unexpected EOF; ./build.sh bake rewrites it
rowkey: patterns/one/guide.md:29: the request expects nothing
rowkey: patterns/one/guide.md:1: a guide begins with a decision
rowkey: patterns/one/guide.md:1: front matter: use is missing
rowkey: patterns/one/guide.md:1: front matter: avoid is missing
rowkey: patterns/one/guide.md:12: id "table" is used twice or empty; ` +
		`give the heading an id of its own with {#id}
rowkey: patterns/one/guide.md:14: link to #nowhere, but there is no such id
`
	if diff := cmp.Diff(wantOut, stdout); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(wantErr, stderr); diff != "" {
		t.Error(diff)
	}
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	load := clashing + "\n```load\nrate: fast\nA: one key\n```\n"
	if err := os.WriteFile("one/guide.md", []byte(load), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, stderr = rowkey("run", "one/guide.md"); !strings.Contains(stderr, `This isn't a load: "fast"`) {
		t.Errorf("of a load without a rate: %s", stderr)
	}
	mistyped := strings.Replace(clashing, "```http", "```htp", 1)
	if err := os.WriteFile("one/guide.md", []byte(mistyped), 0o644); err != nil {
		t.Fatal(err)
	}
	at := strings.Count(mistyped[:strings.Index(mistyped, "```htp")], "\n") + 1
	for _, command := range []string{"run", "lint"} {
		code, stdout, stderr = rowkey(command, "one/guide.md")
		want := fmt.Sprintf("rowkey: one/guide.md:%d: unknown fence htp; did you mean http?\n", at)
		if code != exitFailed || stdout != "" || stderr != want {
			t.Errorf("%s of a mistyped fence: exit code %d, %s%s", command, code, stdout, stderr)
		}
	}
}
