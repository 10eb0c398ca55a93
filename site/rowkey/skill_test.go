package main

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/handbook"
)

var writeSkill = flag.Bool("skill", false, "write the skill's list of guides again")

// TestSkill: the skill for coding agents is short, its design file keeps its budget, and it lists the guides.
func TestSkill(t *testing.T) {
	const folder = "../skill/azure-table-design/"
	text, err := os.ReadFile(folder + "SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	const most = 500
	if n := strings.Count(string(text), "\n"); n > most {
		t.Errorf("it has %d lines, more than %d", n, most)
	}
	_, design, _ := strings.Cut(string(text), "```yaml\n")
	design, _, _ = strings.Cut(design, "```")
	file := writeFile(t, "shop.rowkey.yaml", design)
	code, stdout, stderr := rowkey("design", file)
	if code != exitOK || !strings.Contains(stdout, "range query") {
		t.Errorf("its design: exit code %d, %s%s", code, stdout, stderr)
	}
	want := "# The guides\n\nEach is at https://github.com/rowkey/rowkey/tree/main/patterns/NAME/guide.md; " +
		"`rowkey mcp` answers with their sections.\n\n"
	for _, g := range handbook.Guides() {
		want += "- `" + g.Guide + "`: " + g.Summary + "\n"
	}
	if *writeSkill {
		if err := os.WriteFile(folder+"guides.md", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(folder + "guides.md"); err != nil || string(got) != want {
		t.Errorf("guides.md isn't what the guides say (%v): go test ./site/rowkey -run TestSkill -skill", err)
	}
}
