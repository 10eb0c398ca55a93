package full_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestScripts runs scripts about everything that a full account can do.
func TestScripts(t *testing.T) {
	names, err := filepath.Glob("testdata/*.http")
	if err != nil || len(names) == 0 {
		t.Fatalf("found %d scripts: %v", len(names), err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := []sandbox.File{{Name: filepath.Base(name), Text: string(text)}}
		r := full.Run(files)
		if !r.OK() {
			t.Errorf("%s%s", r.AppendText(nil), r.AppendErrors(nil))
		}
		if again := full.Run(files); !bytes.Equal(again.AppendJSON(nil), r.AppendJSON(nil)) {
			t.Errorf("%s: a second run gives other bytes", name)
		}
		if _, err := sandbox.Tables().Run(files); err != sandbox.ErrTablesOnly {
			t.Errorf("%s: the sandbox of tables alone does not hand it back: %v", name, err)
		}
	}
}

// TestHandBack: the sandbox of tables runs scripts about tables the way the full one does, and returns
// ErrTablesOnly for every other.
func TestHandBack(t *testing.T) {
	for _, c := range []struct {
		name, text string
		back       bool
	}{
		{"tables", "GET {{host}}/Tables", false},
		{"a refusal", "GET {{host}}/Nothing()", false},
		{"a wrong script", "# @ref nowhere\nGET {{queue}}/orders", false},
		{"a word in a body", "POST {{host}}/Tables\n\n{\"TableName\": \"comp=queue\"}", false},
		{"a queue", "PUT {{queue}}/orders", true},
		{"a blob", "GET {{blob}}/?comp=list", true},
		{"the address of queues, as it is", "GET http://127.0.0.1:10001/devstoreaccount1?comp=list", true},
		{"a queue after tables", "GET {{host}}/Tables\n\n###\nPUT {{queue}}/orders", true},
		{"access policies", "GET {{host}}/Orders?comp=acl", true},
		{"access policies, in another case", "GET {{host}}/Orders?Comp=acl", true},
		{"a value that looks like them", "GET {{host}}/Tables?$filter=TableName eq '?comp=acl'", false},
		{"settings", "GET {{host}}/?restype=service&comp=properties", true},
		{"a preflight", "OPTIONS {{host}}/Orders\nOrigin: https://contoso.example\nAccess-Control-Request-Method: GET", true},
		{"signatures", "# @authorize\nGET {{host}}/Tables", true},
		{"a token that nobody looks at", "GET {{host}}/Tables?{{$sas ss=t srt=c sp=l se=+1h}}", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := []sandbox.File{{Name: "a.http", Text: c.text}}
			r, err := sandbox.Tables().Run(files)
			if (err != nil) != c.back {
				t.Fatalf("handed back: %v", err)
			}
			if w := full.Run(files); !c.back && !bytes.Equal(r.AppendJSON(nil), w.AppendJSON(nil)) {
				t.Errorf("tables alone\n%s\nwhole\n%s", r.AppendJSON(nil), w.AppendJSON(nil))
			}
			s := script.Parse("a.http", c.text)
			if _, err := sandbox.Tables().Example(s, 0); (err != nil) != c.back {
				t.Errorf("as an example: %v", err)
			}
		})
	}
}

// TestLock: an unused account checks signatures as soon as an example asks for it. One that has answered
// a request stays as it was.
func TestLock(t *testing.T) {
	const locked, open = "# @authorize\nGET {{host}}/Tables", "GET {{host}}/Tables"
	for _, c := range []struct {
		name  string
		texts []string
		want  int
	}{
		{"nobody asks", []string{open}, 200},
		{"asked at first", []string{locked}, 403},
		{"asked later", []string{open, locked}, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := full.Sandbox()
			a := b.Open()
			defer a.Close()
			for _, text := range c.texts {
				if r, err := b.ExampleIn(a, script.Parse("a.http", text), 0, view.AsWritten); err != nil || !r.OK {
					t.Fatalf("%s: %s, %v", text, r.Status, err)
				}
			}
			r, _, _ := a.Do(wire.Request{
				Method:  "GET",
				URL:     sandbox.Host + "/Tables",
				Headers: wire.Headers{{Name: "Accept", Value: "application/json"}},
			})
			if r.Status != c.want {
				t.Errorf("a request without a signature: %d, want %d", r.Status, c.want)
			}
		})
	}
}

// TestProblems: an error in a token has its place in the script.
func TestProblems(t *testing.T) {
	for _, c := range []struct{ token, want string }{
		{"tn=Orders sp=r se=tomorrow",
			"The token can't be made: se needs to be a date such as 2026-01-05T09:00:00Z, or a distance from now " +
				"such as +1h, -5m, +30s or +7d."},
		{"tn=Orders sp=r se=+1x", "The token can't be made: se needs to be a date"},
		{"tn=Orders sp=r se=+d", "The token can't be made: se needs to be a date"},
		{"tn=Orders sp=r st= se=+1h", "The token can't be made: st needs to be a date"},
		{"sp=r se=+1h", "The token can't be made: say what the token is for"},
	} {
		text := "# @authorize\nGET {{host}}/Orders()?{{$sas " + c.token + "}}"
		r := full.Example(script.Parse("a.http", text), 0)
		if len(r.Errors) != 1 || !strings.HasPrefix(r.Errors[0].Message, c.want) || r.Errors[0].Line != 2 ||
			r.Errors[0].Column != 23 {
			t.Errorf("%s: %v", c.token, r.Errors)
		}
	}
}

func TestXML(t *testing.T) {
	const text = "\uFEFF<?xml version=\"1.0\"?><List><Item><Id>1</Id><Text>a</Text></Item><Item><Id>2</Id></" +
		"Item><Next /></List>"
	for _, c := range []struct{ path, want string }{
		{"$.List.Item.Id", "1"},
		{"$.List.Item[0].Id", "1"},
		{"$.List.Item[1].Id", "2"},
		{"$.List[0].Item[1].Id[0]", "2"},
		{"$.List.Item[*].Id", `["1","2"]`},
		{"$.List.Item[*].Text", `["a"]`},
		{"$.List.Item", `[{"Id":"1","Text":"a"},{"Id":"2"}]`},
		{"$.List.Item[1]", `{"Id":"2"}`},
		{"$.List.Nothing[*].Id", "[]"},
		{"$.List.Next", ""},
	} {
		s := script.Parse("a.http", "# @expect body "+c.path+" == "+c.want+"x\nGET {{host}}/T")
		steps := runner.Run(s, 0, &answerer{body: text}, runner.Options{Host: "http://h", XML: full.XML})
		if got := steps[0].Expectations[0].Got; strings.Trim(got, `"`) != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
	for _, path := range []string{"$.List.Item[2]", "$.Other", "$.Other.More.And[1].More", "$.List.Item[7].Id",
		"$.List.Item.Text.More", "$.List.Item[1].Text"} {
		s := script.Parse("a.http", "# @expect body "+path+" !exists\nGET {{host}}/T")
		steps := runner.Run(s, 0, &answerer{body: text}, runner.Options{Host: "http://h", XML: full.XML})
		if !steps[0].OK() {
			t.Errorf("%s: %+v", path, steps[0].Expectations)
		}
	}
}
