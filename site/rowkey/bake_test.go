//go:build !nosite

package main

import (
	"strings"
	"testing"
)

// A baked result leaves out the raw HTTP, which is returned beside it, and sums up the set-up requests.
func TestBakeLeavesOutWhatIsFoldedAway(t *testing.T) {
	const text = "```http\n# @name a\nGET {{host}}/Tables\n```\n\n" +
		"```http\n# @ref a\nGET {{host}}/Tables()\n```\n"
	examples, err := newExampleRunner().run("x.md", text)
	if err != nil {
		t.Fatal(err)
	}
	result, exchange := "", string(examples[1].Exchange)
	for _, tab := range examples[1].Tabs {
		result += string(tab.Content)
	}
	const summary = "Set up first: 1 request, 1 transaction</p>"
	if strings.Contains(result, "<details") || !strings.Contains(result, summary) {
		t.Errorf("a tab folds something away, or none says what ran first:\n%s", result)
	}
	if strings.Contains(result, "127.0.0.1") || !strings.Contains(exchange, "GET http://127.0.0.1:10002/") {
		t.Errorf("the raw HTTP is in the result, or not returned beside it:\n%s\n%s", result, exchange)
	}
}
