package render_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

func TestFeed(t *testing.T) {
	l, err := content.Load(fstest.MapFS{"docs/changes.md": {Data: []byte(
		"---\ntitle: Changes\nslug: changes\nsummary: S\n---\nBegins.\n\n## 2026-11-22: Two & more {#two}\n\n" +
			"A [link](x.md)\nand `code`.\n\n## 2026-11-20: One {#one}\n\nText.\n")}})
	if err != nil {
		t.Fatal(err)
	}
	s := &render.Site{Library: l, Origin: "https://rowkey.example"}
	want := `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Rowkey</title>
<id>https://rowkey.example/</id>
<link rel="self" href="https://rowkey.example/feed.xml"/>
<link href="https://rowkey.example/docs/changes/"/>
<author><name>Rowkey</name></author>
<updated>2026-11-22T00:00:00Z</updated>
<entry>
<title>Two &amp; more</title>
<id>https://rowkey.example/docs/changes/#two</id>
<link href="https://rowkey.example/docs/changes/#two"/>
<updated>2026-11-22T00:00:00Z</updated>
<summary>A link and code.</summary>
</entry>
<entry>
<title>One</title>
<id>https://rowkey.example/docs/changes/#one</id>
<link href="https://rowkey.example/docs/changes/#one"/>
<updated>2026-11-20T00:00:00Z</updated>
<summary>Text.</summary>
</entry>
</feed>
`
	if diff := cmp.Diff(want, string(s.Feed())); diff != "" {
		t.Errorf("feed (-want +got):\n%s", diff)
	}
}
