package script_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/script"
)

func TestParts(t *testing.T) {
	for _, c := range []struct {
		name, code string
		want       []script.Part
	}{
		{"a request alone", "GET {{host}}/Tables", []script.Part{{Request: "GET {{host}}/Tables"}}},
		{"with a title and directives",
			"### All\n# @name all\n# @expect status == 200\nGET {{host}}/Tables\nAccept: */*",
			[]script.Part{{"All", "### All\n# @name all\n# @expect status == 200",
				"GET {{host}}/Tables\nAccept: */*"}}},
		{"a variable stays with the request", "# @name all\n@day = 5\nGET {{host}}/Days('{{day}}')",
			[]script.Part{{"", "# @name all", "@day = 5\nGET {{host}}/Days('{{day}}')"}}},
		{"a comment in the body stays there", "POST {{host}}/T\n\n{\n# not a directive\n}",
			[]script.Part{{"", "", "POST {{host}}/T\n\n{\n# not a directive\n}"}}},
		{"two requests", "### One\nGET {{host}}/A\n\n### Two\n# @ref a\nGET {{host}}/B",
			[]script.Part{{"One", "### One", "GET {{host}}/A"}, {"Two", "### Two\n# @ref a", "GET {{host}}/B"}}},
		{"blank lines", "\n# @name a\n\nGET {{host}}/A\n\n\n###\n\nGET {{host}}/B\n",
			[]script.Part{{"", "# @name a", "GET {{host}}/A"}, {"", "###", "GET {{host}}/B"}}},
		{"nothing", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := script.Parts(c.code)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
