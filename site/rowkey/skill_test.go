package main

import (
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/docs"
	"github.com/rowkey/rowkey/patterns"
)

var writeSkill = flag.Bool("skill", false, "write the skill's references again")

// references are what models get wrong, and the sections that say what's right.
var references = []struct {
	file, title string
	sections    [][2]string // of which page
}{
	{"order", "Order is that of the keys, and keys are text", [][2]string{
		{"sorting-and-keys", "How it works"}, {"sorting-and-keys", "What goes wrong"},
		{"log-tail", "How it works"}}},
	{"filters", "What a filter reads, and what `or` does", [][2]string{
		{"query-kinds", "How it works"}, {"parallel-queries", "How it works"},
		{"parallel-queries", "What goes wrong"}, {"docs/questions", "Does `$top` limit what a query costs?"},
		{"docs/questions", "Can I search by the beginning of a key? By its end? By a word in it?"}}},
	{"pages", "Pages: short, empty, and not the end", [][2]string{
		{"paging", "How it works"}, {"paging", "What goes wrong"}}},
	{"etags", "ETags: change only what you've read", [][2]string{
		{"optimistic-concurrency", "How it works"}, {"optimistic-concurrency", "What goes wrong"},
		{"merge-or-replace", "How it works"}}},
	{"retries", "Retries, lost replies, and what to do with an error", [][2]string{
		{"docs/recipes", "insertOnce"}, {"docs/recipes", "updateEntity"}, {"docs/recipes", "untilItHolds"},
		{"docs/recipes", "moveEntity"}, {"docs/recipes", "changeKey"},
		{"docs/errors", "Keys and conditions"}, {"docs/errors", "Transactions"},
		{"docs/errors", "Load"}}},
	{"billing", "What is billed", [][2]string{
		{"capacity-and-cost", "How it works"}, {"docs/questions", "What am I billed for?"},
		{"docs/operating", "A bill"}}},
}

// referenceTexts returns the files that are generated from the guides.
func referenceTexts(t *testing.T) map[string]string {
	t.Helper()
	guides := "# The guides\n\nEach is at https://github.com/rowkey/rowkey/tree/main/patterns/NAME/guide.md; " +
		"`rowkey mcp` answers with their sections.\n\n"
	names, err := fs.Glob(patterns.Guides, "*/guide.md")
	if err != nil || len(names) < 30 {
		t.Fatalf("%d guides, %v", len(names), err)
	}
	for _, name := range names {
		slug := path.Dir(name)
		_, summary, _ := strings.Cut(pageText(t, slug), "\nsummary: ")
		summary, _, _ = strings.Cut(summary, "\n")
		guides += "- `" + slug + "`: " + strings.Trim(summary, `"`) + "\n"
	}
	texts := map[string]string{"guides.md": guides}
	for _, r := range references {
		text := "# " + r.title + "\n\nFrom the handbook, which has requests to run and code in four languages " +
			"for this: https://github.com/rowkey/rowkey/tree/main/patterns\n"
		for _, s := range r.sections {
			text += "\n## " + s[0] + ": " + s[1] + "\n\n" + sectionOf(t, s[0], s[1]) + "\n"
		}
		texts[r.file+".md"] = text
	}
	return texts
}

// pageText returns the Markdown of a guide, or of a document such as docs/questions.
func pageText(t *testing.T, slug string) string {
	t.Helper()
	in, name := fs.FS(patterns.Guides), slug+"/guide.md"
	if document, ok := strings.CutPrefix(slug, "docs/"); ok {
		in, name = docs.Answers, document+".md"
	}
	text, err := fs.ReadFile(in, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sectionOf returns a section of a page as Markdown, without what only a page of the site shows: requests
// that run there, and figures. Links lead to the repository.
func sectionOf(t *testing.T, slug, heading string) string {
	t.Helper()
	text, level := pageText(t, slug), "\n## "
	if strings.Contains(text, "\n### ") && strings.HasPrefix(slug, "docs/") {
		level = "\n### "
	}
	for _, part := range strings.Split(text, level)[1:] {
		own, body, _ := strings.Cut(part, "\n")
		if own, _, _ = strings.Cut(own, " {"); own == heading {
			return linked(withoutFences(body), slug)
		}
	}
	t.Fatalf("%s has no section %q", slug, heading)
	return ""
}

// withoutFences leaves out blocks of code and the sentence that announces one.
func withoutFences(text string) string {
	var parts []string
	for i, part := range strings.Split("\n"+strings.TrimSpace(text), "\n```") {
		if i%2 == 1 {
			continue
		}
		if _, after, ok := strings.Cut(part, "\n"); i > 0 && ok {
			part = after
		}
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n")
}

// linked makes the links of a page lead to the repository.
func linked(text, slug string) string {
	file := "patterns/" + slug + "/guide.md"
	if strings.HasPrefix(slug, "docs/") {
		file = slug + ".md"
	}
	parts := strings.Split(text, "](")
	for i, part := range parts {
		if i == 0 || strings.HasPrefix(part, "http") {
			continue
		}
		target, rest, _ := strings.Cut(part, ")")
		switch {
		case strings.HasPrefix(target, "#"):
			target = file + target
		case !strings.HasPrefix(target, "/"):
			target = path.Join(path.Dir(file), target)
		}
		parts[i] = "https://github.com/rowkey/rowkey/tree/main/" + strings.TrimPrefix(target, "/") + ")" + rest
	}
	return strings.Join(parts, "](")
}

// TestSkill: the skill for coding agents is short, its design file keeps its budget, it names its references,
// and these are what the guides say.
func TestSkill(t *testing.T) {
	const folder = "../skill/azure-table-design/"
	file, err := os.ReadFile(folder + "SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(file)
	const most = 500
	if n := strings.Count(text, "\n"); n > most {
		t.Errorf("it has %d lines, more than %d", n, most)
	}
	_, front, _ := strings.Cut(text, "---\nname: azure-table-design\ndescription: ")
	if description, _, ok := strings.Cut(front, "\n---\n"); !ok || len(description) > 1024 {
		t.Errorf("agents read its name and at most 1,024 bytes of a description first: %q", description)
	}
	_, design, _ := strings.Cut(text, "```yaml\n")
	design, _, _ = strings.Cut(design, "```")
	code, stdout, stderr := rowkey("design", writeFile(t, "shop.rowkey.yaml", design))
	if code != exitOK || !strings.Contains(stdout, "range query") {
		t.Errorf("its design: exit code %d, %s%s", code, stdout, stderr)
	}
	texts := referenceTexts(t)
	for name, want := range texts {
		path := folder + "references/" + name
		if *writeSkill {
			if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s isn't what the guides say (%v): go test ./site/rowkey -run TestSkill -skill", name, err)
		}
		if !strings.Contains(text, "(references/"+name+")") {
			t.Errorf("SKILL.md doesn't name %s", name)
		}
	}
	if names, err := filepath.Glob(folder + "references/*"); err != nil || len(names) != len(texts) {
		t.Errorf("%v: %q", err, names)
	}
}
