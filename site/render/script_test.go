package render_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/content"
)

// The file of a page's examples has the code of its fences unchanged, and what other tools need.
func TestScript(t *testing.T) {
	page := &content.Page{Slug: "log-tail", Kind: content.Pattern, Title: "Log tail", Text: "Prose.\n\n" +
		"```http\n@key = a\n```\n\n```http\n### One\nGET {{host}}/Events\n```\n\n```json\n{}\n```\n\n" +
		"```http\nPUT {{blob}}/logs\n\n7\n```\n"}
	const want = "# Log tail: the examples of https://rowkey.example/guides/log-tail/\n" +
		"# httpyac runs them if beside this file are https://rowkey.example/guides/httpyac.config.cjs,\n" +
		"# https://rowkey.example/guides/rowkey.mjs and https://rowkey.example/guides/rowkey.wasm\n" +
		"# More, and other editors: https://rowkey.example/docs/running-headless/#editors\n\n" +
		"@host = http://127.0.0.1:10002/devstoreaccount1\n@blob = http://127.0.0.1:10000/devstoreaccount1\n\n" +
		"###\n@key = a\n\n### One\nGET {{host}}/Events\n\n###\nPUT {{blob}}/logs\n\n7\n"
	if diff := cmp.Diff(want, string(site(t).Script(page))); diff != "" {
		t.Errorf("script (-want +got):\n%s", diff)
	}
}
