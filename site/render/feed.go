package render

import (
	"regexp"
	"strings"

	"github.com/rowkey/rowkey/site/content"
)

// FeedURL is the address of the feed of changes.
const FeedURL = "/feed.xml"

// changesSource is the page of changes: its headings are "DATE: Title {#id}".
const changesSource = "docs/changes.md"

// change is a heading of the page of changes, and the text below it.
var change = regexp.MustCompile(`(?m)^## (\d{4}-\d{2}-\d{2}): (.+) \{#([a-z0-9-]+)\}\n\n`)

// Feed writes the page of changes as an Atom feed. The times are those of the dates, so that the same
// repository gives the same feed.
func (s *Site) Feed() []byte {
	page := s.Library.BySource(changesSource)
	if page == nil {
		page = &content.Page{Kind: content.Document, Slug: "changes"}
	}
	found := change.FindAllStringSubmatchIndex(page.Body, -1)
	part := func(at []int, group int) string { return page.Body[at[2*group]:at[2*group+1]] }
	b := &builder{}
	b.add(`<?xml version="1.0" encoding="utf-8"?>` + "\n" + `<feed xmlns="http://www.w3.org/2005/Atom">` + "\n")
	b.add("<title>Rowkey</title>\n<id>").text(s.Origin).add("/</id>\n")
	b.add(`<link rel="self" href="`).text(s.Origin + FeedURL).add(`"/>` + "\n")
	b.add(`<link href="`).text(s.Origin + page.URL()).add(`"/>` + "\n<author><name>Rowkey</name></author>\n")
	if len(found) > 0 {
		b.add("<updated>").text(part(found[0], 1)).add("T00:00:00Z</updated>\n")
	}
	for i, at := range found {
		end := len(page.Body)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		address := s.Origin + page.URL() + "#" + part(at, 3)
		b.add("<entry>\n<title>").text(part(at, 2)).add("</title>\n<id>").text(address).add("</id>\n")
		b.add(`<link href="`).text(address).add(`"/>` + "\n")
		b.add("<updated>").text(part(at, 1)).add("T00:00:00Z</updated>\n")
		b.add("<summary>").text(prose(page.Body[at[1]:end])).add("</summary>\n</entry>\n")
	}
	return b.add("</feed>\n").Bytes()
}

// proseLink is a link in Markdown.
var proseLink = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\)`)

// prose returns the words of some Markdown, on one line.
func prose(markdown string) string {
	words := proseLink.ReplaceAllString(withoutMarks(markdown), "$1")
	return strings.Join(strings.Fields(words), " ")
}
