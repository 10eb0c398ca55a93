package content_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/content"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// guide returns a whole guide with the given lines added to its front matter.
func guide(slug, kind, more string) *fstest.MapFile {
	return file("---\ntitle: T " + slug + "\nslug: " + slug + "\nkind: " + kind +
		"\norder: 1\nsummary: S\nneed: N\nmap: [find]\nenables: point\nwrites: W\natomic: A\ncosmos: C\n" + more +
		"---\n\n## Problem\n")
}

// numbered gives a guide another order.
func numbered(order string, g *fstest.MapFile) *fstest.MapFile {
	return file(strings.Replace(string(g.Data), "order: 1\n", order, 1))
}

func TestLoad(t *testing.T) {
	repository := fstest.MapFS{
		"patterns/a/guide.md":        numbered("order: 20\n", guide("a", "pattern", "related: [b]\n")),
		"patterns/b/guide.md":        numbered("order: 3\n", guide("b", "pattern", "")),
		"patterns/ba/guide.md":       numbered("order: 20\n", guide("ba", "pattern", "")),
		"patterns/c/guide.md":        guide("c", "foundation", ""),
		"docs/script.md":             file("---\ntitle: Script\nslug: script\nsummary: S\n---\nText\n"),
		"docs/inside.md":             file("---\ntitle: I\nslug: inside\nkind: internal\nsummary: S\n---\nText\n"),
		"docs/decisions/0001-why.md": file("# Why?\n\n2026-11-20 · accepted\n\n## Question\n"),
		"patterns/a/notes.md":        file("not a guide"),
		"docs/decisions/deep/x.md":   file("not a decision"),
	}
	l, err := content.Load(repository)
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
		"Patterns /guides/ba/ patterns/ba/guide.md",
		"Using Rowkey /docs/script/ docs/script.md",
		"Internals /docs/inside/ docs/inside.md",
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
	})
	if err != nil {
		t.Fatal(err)
	}
	g := l.Guide("a")
	if g.Body != "\n## Problem\n" || g.Line != 14 {
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
	})
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

// A relation goes both ways, so the author of the later guide relates the two.
func TestRelationsGoBothWays(t *testing.T) {
	l, err := content.Load(fstest.MapFS{
		"patterns/a/guide.md": guide("a", "pattern", "related:\n  - b: because of it\n  - c\n"),
		"patterns/b/guide.md": guide("b", "pattern", ""),
		"patterns/c/guide.md": guide("c", "pattern", "related: [a]\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, p := range l.Pages() {
		for _, r := range p.Related {
			got[p.Slug] = append(got[p.Slug], r.Page.Slug+": "+r.Why)
		}
	}
	want := map[string][]string{"a": {"b: because of it", "c: S"}, "b": {"a: S"}, "c": {"a: S"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("relations (-want +got):\n%s", diff)
	}
}

func TestLoadRefuses(t *testing.T) {
	tests := map[string]struct {
		path string
		file *fstest.MapFile
		want string
	}{
		"no front matter": {
			"patterns/a/guide.md", file("## Problem\n"),
			"patterns/a/guide.md:1: does not begin with front matter between two lines of ---",
		},
		"unknown field": {
			"patterns/a/guide.md", guide("a", "pattern", "tags: [x]\n"),
			"patterns/a/guide.md:1: front matter: line 12: field tags not found in type content.front",
		},
		"wrong slug": {
			"patterns/a/guide.md", guide("b", "pattern", ""),
			`patterns/a/guide.md:1: front matter: slug is "b", but the file's name says "a"`,
		},
		"wrong kind": {
			"patterns/a/guide.md", guide("a", "document", ""),
			"patterns/a/guide.md:1: front matter: " +
				`kind is "document"; it must be foundation, modelling, pattern or anti-pattern`,
		},
		"missing fields": {
			"docs/d.md", file("---\nslug: d\n---\n"),
			"docs/d.md:1: front matter: title is missing\ndocs/d.md:1: front matter: summary is missing",
		},
		"a document with a kind": {
			"docs/d.md", file("---\ntitle: D\nslug: d\nsummary: S\nkind: pattern\n---\n"),
			"docs/d.md:1: front matter: a document has title, slug and summary, and maybe order and kind, " +
				"which is learn, reference or internal; the other fields are for guides",
		},
		"no place and no need": {
			"patterns/a/guide.md", file("---\ntitle: T\nslug: a\nkind: modelling\nsummary: S\ncosmos: C\n---\n"),
			"patterns/a/guide.md:1: front matter: need is missing\n" +
				"patterns/a/guide.md:1: front matter: map is missing; it lists the needs that the guide meets: " +
				"basics, find, order, together, change, load, big, delete, cost\n" +
				"patterns/a/guide.md:1: front matter: order is missing; " +
				"it is a number that sorts the guide among those of its kind",
		},
		"a pattern without a price": {
			"patterns/a/guide.md",
			file("---\ntitle: T\nslug: a\nkind: pattern\norder: 1\nneed: N\nmap: [find]\nsummary: S\n" +
				"cosmos: C\n---\n"),
			"patterns/a/guide.md:1: front matter: enables is missing\n" +
				"patterns/a/guide.md:1: front matter: writes is missing\n" +
				"patterns/a/guide.md:1: front matter: atomic is missing",
		},
		"related in another way": {
			"patterns/a/guide.md", guide("a", "pattern", "related: [[b]]\n"),
			"patterns/a/guide.md:1: front matter: line 12: " +
				"a related guide is a slug, or a slug, a colon and the reason",
		},
		"related to nothing": {
			"patterns/a/guide.md", guide("a", "pattern", "related: [z]\n"),
			"patterns/a/guide.md:1: front matter: related guide z does not exist",
		},
		"related to itself": {
			"patterns/a/guide.md", guide("a", "pattern", "related: [a]\n"),
			"patterns/a/guide.md:1: front matter: a guide can't be related to itself",
		},
		"a decision without a title": {
			"docs/decisions/0001-x.md", file("text\n"),
			"docs/decisions/0001-x.md:1: does not begin with the title, after a single #",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := content.Load(fstest.MapFS{test.path: test.file})
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(test.want, strings.TrimSpace(err.Error())); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}
