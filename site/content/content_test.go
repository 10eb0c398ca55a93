package content_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/patterns"
	"github.com/rowkey/rowkey/site/content"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// guide is a whole guide with the given lines added to its front matter.
func guide(slug, kind, more string) *fstest.MapFile {
	return file("---\ntitle: T " + slug + "\nslug: " + slug + "\nkind: " + kind +
		"\nsummary: S\ncosmos: C\n" + more + "---\n\n## Problem\n")
}

func catalogue(slugs ...string) []patterns.Entry {
	var entries []patterns.Entry
	for _, s := range slugs {
		entries = append(entries, patterns.Entry{Slug: s})
	}
	return entries
}

func TestLoad(t *testing.T) {
	repository := fstest.MapFS{
		"patterns/a/guide.md":        guide("a", "pattern", "related: [b]\n"),
		"patterns/b/guide.md":        guide("b", "pattern", ""),
		"patterns/c/guide.md":        guide("c", "foundation", ""),
		"docs/script.md":             file("---\ntitle: Script\nslug: script\nsummary: S\n---\nText\n"),
		"docs/decisions/0001-why.md": file("# Why?\n\n2026-11-20 · accepted\n\n## Question\n"),
		"patterns/a/notes.md":        file("not a guide"),
		"docs/decisions/deep/x.md":   file("not a decision"),
	}
	l, err := content.Load(repository, catalogue("c", "b", "a"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range l.Groups {
		for _, p := range g.Pages {
			got = append(got, g.Kind.Title()+" "+p.URL()+" "+p.Source)
		}
	}
	want := []string{
		"Foundations /guides/c/ patterns/c/guide.md",
		"Patterns /guides/b/ patterns/b/guide.md",
		"Patterns /guides/a/ patterns/a/guide.md",
		"Project /docs/script/ docs/script.md",
		"Decisions /docs/decisions/0001-why/ docs/decisions/0001-why.md",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

func TestBodyAndItsLine(t *testing.T) {
	l, err := content.Load(fstest.MapFS{
		"patterns/a/guide.md":      guide("a", "pattern", ""),
		"docs/decisions/0001-x.md": file("# `Why`?\n\nWhen\n\n## Question\n"),
	}, catalogue("a"))
	if err != nil {
		t.Fatal(err)
	}
	g := l.Guide("a")
	if g.Body != "\n## Problem\n" || g.Line != 8 {
		t.Errorf("guide: body %q at line %d", g.Body, g.Line)
	}
	d := l.BySource("docs/decisions/0001-x.md")
	if d.Title != "Why?" || d.Summary != "When" || d.Body != "\n## Question\n" || d.Line != 4 {
		t.Errorf("decision: %q, %q, body %q at line %d", d.Title, d.Summary, d.Body, d.Line)
	}
}

func TestNeighboursStayInTheirPart(t *testing.T) {
	l, err := content.Load(fstest.MapFS{
		"patterns/a/guide.md": guide("a", "pattern", ""),
		"patterns/b/guide.md": guide("b", "foundation", ""),
		"docs/d.md":           file("---\ntitle: D\nslug: d\nsummary: S\n---\n"),
	}, catalogue("b", "a"))
	if err != nil {
		t.Fatal(err)
	}
	before, after := l.Neighbours(l.Guide("a"))
	if before != l.Guide("b") || after != nil {
		t.Errorf("neighbours of a: %v and %v", before, after)
	}
	before, after = l.Neighbours(l.BySource("docs/d.md"))
	if before != nil || after != nil {
		t.Errorf("neighbours of the only document: %v and %v", before, after)
	}
}

func TestLoadRefuses(t *testing.T) {
	tests := map[string]struct {
		path  string
		file  *fstest.MapFile
		named []string // the catalogue
		want  string
	}{
		"no front matter": {
			"patterns/a/guide.md", file("## Problem\n"), nil,
			"patterns/a/guide.md:1: does not begin with front matter between two lines of ---",
		},
		"unknown field": {
			"patterns/a/guide.md", guide("a", "pattern", "tags: [x]\n"), nil,
			"patterns/a/guide.md:1: front matter: line 6: field tags not found in type content.front",
		},
		"wrong slug": {
			"patterns/a/guide.md", guide("b", "pattern", ""), []string{"b"},
			`patterns/a/guide.md:1: front matter: slug is "b", but the file stands under "a"`,
		},
		"wrong kind": {
			"patterns/a/guide.md", guide("a", "document", ""), []string{"a"},
			`patterns/a/guide.md:1: front matter: kind is "document"; it is one of foundation, modelling, pattern, anti-pattern`,
		},
		"missing fields": {
			"docs/d.md", file("---\nslug: d\n---\n"), nil,
			"docs/d.md:1: front matter: title is missing\ndocs/d.md:1: front matter: summary is missing",
		},
		"a document with a kind": {
			"docs/d.md", file("---\ntitle: D\nslug: d\nsummary: S\nkind: pattern\n---\n"), nil,
			"docs/d.md:1: front matter: kind, cosmos and related belong to guides",
		},
		"not in the catalogue": {
			"patterns/a/guide.md", guide("a", "pattern", ""), nil,
			"patterns/a/guide.md:1: is not in the catalogue of patterns/patterns.go",
		},
		"in the catalogue twice": {
			"patterns/a/guide.md", guide("a", "pattern", ""), []string{"a", "a"},
			"patterns/patterns.go: the catalogue names a twice, or there is no such guide",
		},
		"related to nothing": {
			"patterns/a/guide.md", guide("a", "pattern", "related: [z]\n"), []string{"a"},
			"patterns/a/guide.md:1: front matter: related guide z does not exist",
		},
		"related to itself": {
			"patterns/a/guide.md", guide("a", "pattern", "related: [a]\n"), []string{"a"},
			"patterns/a/guide.md:1: front matter: a guide is not related to itself",
		},
		"a decision without a title": {
			"docs/decisions/0001-x.md", file("text\n"), nil,
			"docs/decisions/0001-x.md:1: does not begin with the title, after a single #",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := content.Load(fstest.MapFS{test.path: test.file}, catalogue(test.named...))
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(test.want, strings.TrimSpace(err.Error())); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}
