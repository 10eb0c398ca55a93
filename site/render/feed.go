package render

import (
	"regexp"
	"strings"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/markup"
)

// FeedURL is the address of the feed of changes.
const FeedURL = "/feed.xml"

// changesSource is the page of changes: its headings are "DATE: Title {#id}".
const changesSource = "docs/changes.md"

// change is a heading of the page of changes, and the text below it.
var change = regexp.MustCompile(`(?m)^## (\d{4}-\d{2}-\d{2}): (.+) \{#([a-z0-9-]+)\}\n\n`)

// Feed writes the page of changes as an Atom feed. The times are those of the dates, so that the
// same repository gives the same feed.
func (s *Site) Feed() []byte {
	page := s.Library.BySource(changesSource)
	if page == nil {
		page = &content.Page{Kind: content.Document, Slug: "changes"}
	}
	found := change.FindAllStringSubmatchIndex(page.Body, -1)
	part := func(at []int, group int) string { return page.Body[at[2*group]:at[2*group+1]] }
	b := &markup.Builder{}
	b.Add(`<?xml version="1.0" encoding="utf-8"?>` + "\n" + `<feed xmlns="http://www.w3.org/2005/Atom">` + "\n")
	b.Add("<title>Rowkey</title>\n<id>").Text(s.Origin).Add("/</id>\n")
	b.Add(`<link rel="self" href="`).Text(s.Origin + FeedURL).Add(`"/>` + "\n")
	b.Add(`<link href="`).Text(s.Origin + page.URL()).Add(`"/>` + "\n<author><name>Rowkey</name></author>\n")
	if len(found) > 0 {
		b.Add("<updated>").Text(part(found[0], 1)).Add("T00:00:00Z</updated>\n")
	}
	for i, at := range found {
		end := len(page.Body)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		address := s.Origin + page.URL() + "#" + part(at, 3)
		b.Add("<entry>\n<title>").Text(part(at, 2)).Add("</title>\n<id>").Text(address).Add("</id>\n")
		b.Add(`<link href="`).Text(address).Add(`"/>` + "\n")
		b.Add("<updated>").Text(part(at, 1)).Add("T00:00:00Z</updated>\n")
		b.Add("<summary>").Text(prose(page.Body[at[1]:end])).Add("</summary>\n</entry>\n")
	}
	return b.Add("</feed>\n").Bytes()
}

// proseLink is a link in Markdown.
var proseLink = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\)`)

// prose returns the words of some Markdown, on one line.
func prose(markdown string) string {
	words := proseLink.ReplaceAllString(withoutMarks(markdown), "$1")
	return strings.Join(strings.Fields(words), " ")
}
