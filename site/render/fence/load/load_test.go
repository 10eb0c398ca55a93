package load_test

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/rowkey/rowkey/site/render/rendertest"
)

const loadBody = "```load\nrate: 3,000/s\nfor: 60 s\nretries: 0\n" +
	"One <key>: one key\nBy depot: 10 keys, 5 ranges\n```\n"

func TestLoad(t *testing.T) {
	d, err := rendertest.Body(t, loadBody)
	if err != nil {
		t.Fatal(err)
	}
	z := html.NewTokenizer(strings.NewReader(string(d.HTML)))
	var sources, alts []string
	for z.Next() != html.ErrorToken {
		token := z.Token()
		if token.Data != "img" {
			continue
		}
		attributes := map[string]string{}
		for _, a := range token.Attr {
			attributes[a.Key] = a.Val
		}
		if attributes["loading"] != "lazy" || attributes["width"] != "340" || attributes["height"] != "228" {
			t.Errorf("a picture of %v", attributes)
		}
		sources, alts = append(sources, attributes["src"]), append(alts, attributes["alt"])
	}
	wantAlts := []string{
		"PartitionKeys from top to bottom, time from left to right. The load makes a row: one part of " +
			"the keys takes most of it all the time. Cells are marked as refused from 20 s to 60 s.",
		"PartitionKeys from top to bottom, time from left to right. The load is spread: at any moment " +
			"many parts of the keys take some of it. No cell is marked as refused.",
	}
	if !slices.Equal(alts, wantAlts) {
		t.Errorf("alt texts %q, want %q", alts, wantAlts)
	}
	if len(d.Pictures) != 2 || !slices.Equal(d.Entries, []string{"figures"}) {
		t.Fatalf("%d pictures", len(d.Pictures))
	}
	for i, source := range sources {
		svg := string(d.Pictures[strings.TrimPrefix(source, "/")])
		x := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := x.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", source, err)
			}
		}
		// What is refused has a hatch and a word, not only a colour.
		want := []bool{true, false}[i]
		if strings.Contains(svg, `<path fill="url(#s)"`) != want || strings.Contains(svg, "some refused") != want {
			t.Errorf("%s marks refusals: %v, want %v", source, !want, want)
		}
		if len(svg) > 20_000 || !strings.Contains(svg, "prefers-color-scheme:dark") {
			t.Errorf("%s has %d bytes", source, len(svg))
		}
	}
	for _, want := range []string{
		"<b>One &lt;key&gt;:</b> in the end, about 2,000 of 3,000 entities a second get in.",
		"<b>By depot:</b> nothing is refused.", `href="/docs/load-model/"`,
	} {
		if !strings.Contains(string(d.HTML), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	const plain = "- **By depot:** nothing is refused.\n"
	if !strings.Contains(d.Plain, plain) || strings.Contains(d.Plain, "3,000/s") {
		t.Errorf("as Markdown: %s", d.Plain)
	}
}

func TestLoadRefuses(t *testing.T) {
	_, err := rendertest.Body(t, "```load\nrate: fast\nA: one key\n```\n")
	want := rendertest.Page + `:9: column 7: This isn't a load: "fast". Write rate: 5,000/s, ` +
		`reads: 20/s of 100, or burst: 9,000/s from 2 min to 4 min.`
	if rendertest.Problem(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAssumptions(t *testing.T) {
	d, err := rendertest.Body(t, "```assumptions\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<code>partition cap</code></th><td>2,000 entities/s</td>", "<td>75% of server cap</td>",
	} {
		if !strings.Contains(string(d.HTML), want) {
			t.Errorf("the table lacks %q: %s", want, d.HTML)
		}
	}
	if want := "| `round` | 15 s | "; !strings.Contains(d.Plain, want) {
		t.Errorf("as Markdown it lacks %q: %s", want, d.Plain)
	}
}
