package complete_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/language/complete"
	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/internal/helper"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/protocol"
)

func known() complete.Lexicon {
	var l complete.Lexicon
	t := l.Table("Orders")
	t.Learn("Total", "Double")
	t.Learn("Open", "Boolean")
	t.Learn("At", "DateTime")
	t.PartitionKeys, t.RowKeys = []string{"c1", "c2"}, []string{"0001"}
	l.Script(script.Parse("", "POST {{host}}/Tables\n\n{\"TableName\": \"People\"}\n\n###\n"+
		"POST {{host}}/people\n\n{\"PartitionKey\": \"a\", \"Age@odata.type\": \"Edm.Int64\", \"Age\": \"1\"}\n"))
	return l
}

// suggested returns what is typed at the bar of a text, and what is suggested there.
func suggested(t *testing.T, text string) (typed string, all []string) {
	t.Helper()
	before, after, _ := strings.Cut(text, "|")
	reply := complete.At(before, after, known())
	if !strings.HasSuffix(before, reply.Typed) {
		t.Errorf("%q: %q isn't what is typed", text, reply.Typed)
	}
	for _, o := range reply.Options {
		all = append(all, strings.TrimRight(o.Write, " "))
	}
	return reply.Typed, all
}

func TestPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"# @|":                    "expect & loop for",
		"// @ex|":                 "ex> expect",
		"# @expect |":             "plan & cost.entitiesRead",
		"# @expect cost.|":        "cost.> cost.bytes",
		"# @expect plan == |":     "range & partition-scan",
		"# @expect rows |":        "== & !exists",
		"# @expect header ETag |": "exists",
		"# @expect rows == |":     "",
		"# @expect header |":      "",
		"# @name one\nGET {{host}}/Tables\n\n###\n# @ref |": "one",
		"|":                 "GET {{host}}/",
		"### A\n@a = 1\nP|": "P> POST {{host}}/",
		"GET {{|":           "host & $guid",
		"@a = 1\nGET {{a|\n\n###\n# @name b\nGET {{host}}/X": "a> a & b.",
		"GET {{one.resp|":                                                 "resp> response.headers.ETag",
		"GET {{host}}/|":                                                  "Orders() & People() & Tables",
		"POST {{host}}/Or|":                                               "Or> Orders",
		"DELETE {{host}}/|":                                               "Orders(PartitionKey='',RowKey='')",
		"GET {{host}}/Orders(PartitionKey='|":                             "c1 & c2",
		"GET {{host}}/Orders(PartitionKey='c1',RowKey='|":                 "0001",
		"GET {{host}}/Orders()?|":                                         "$filter= & $top=",
		"GET {{host}}/Orders()?$filter=|":                                 "PartitionKey & Total",
		"GET {{host}}/orders()?$filter=not (To|":                          "To> Total",
		"GET {{host}}/Orders()?$filter=PartitionKey |":                    "eq & ge",
		"GET {{host}}/Orders()?$filter=PartitionKey eq '|":                "c1",
		"GET {{host}}/Orders()?$filter=PartitionKey eq 'c|":               "c> c1",
		"GET {{host}}/Orders()\n?$filter=PartitionKey eq 'it''s a' and |": "RowKey",
		"GET {{host}}/Orders()?$filter=Open eq |":                         "true",
		"GET {{host}}/Orders()?$filter=At ge |":                           "datetime'2026-01-05T09:00:00Z'",
		"GET {{host}}/Orders()?$filter=Total eq |":                        "",
		"GET {{host}}/Orders()?$filter=PartitionKey eq 'c1' |":            "and & or",
		"GET {{host}}/Orders()?$filter=(Total gt 5) |":                    "and & or",
		"GET {{host}}/Orders()?$top=5&$select=RowKey,|":                   "Total",
		"GET {{host}}/Tables\n|":                                          "Accept:",
		"GET {{host}}/Tables\nAccept: |":                                  "application/json;odata=nometadata",
		"GET {{host}}/Tables\nAccept: x\nIf-|":                            "If-> If-Match:",
		"POST {{host}}/Orders\n\n{\"|":                                    "PartitionKey & Total & TableName",
		"POST {{host}}/Orders\n\n{\"A\": 1, \"To|":                        "To> Total",
		"POST {{host}}/People\n\n{\"|":                                    "Age",
		"POST {{host}}/Orders\n\n{\"Total@odata.type\": \"|":              "Edm.Int64",
		"POST {{host}}/Orders\n\n{\"Total\": \"|":                         "",
		"POST {{host}}/Orders\n\n{|":                                      "",
		"# A comment |":                                                   "",
		"### A title |":                                                   "",
		"GET https://example.com/|":                                       "",
	} {
		typed, all := suggested(t, text)
		wantTyped, words, has := strings.Cut(want, "> ")
		if !has {
			wantTyped, words = "", want
		}
		if typed != wantTyped {
			t.Errorf("%q: %q is typed, want %q", text, typed, wantTyped)
		}
		if words == "" && len(all) > 0 {
			t.Errorf("%q: %v", text, all)
		}
		for word := range strings.SplitSeq(words, " & ") {
			if words != "" && !slices.Contains(all, word) {
				t.Errorf("%q: %s isn't among %v", text, word, all)
			}
		}
	}
}

// TestWords: each word of the language is suggested, and has a remark.
func TestWords(t *testing.T) {
	var comparisons []string
	for o := filter.Equal; o <= filter.LessThanOrEqual; o++ {
		comparisons = append(comparisons, o.String())
	}
	for text, words := range map[string][]string{
		"# @":                                  script.Directives,
		"# @expect ":                           expect.Subjects(),
		"GET {{":                               helper.Names(),
		"GET {{host}}/Orders()?$filter=Total ": comparisons,
	} {
		reply := complete.At(text, "", known())
		for _, word := range words {
			if !slices.ContainsFunc(reply.Options, func(o protocol.Completion) bool {
				name, _, _ := strings.Cut(o.Write, " ")
				return name == word && o.Detail != ""
			}) {
				t.Errorf("%s isn't suggested after %q with a remark", word, text)
			}
		}
	}
}
