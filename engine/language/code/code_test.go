package code_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/code"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/wire"
)

var update = flag.Bool("update", false, "write the code in testdata anew")

// ran runs a script.
func ran(t *testing.T, text string) *code.Ran {
	t.Helper()
	s := script.Parse("a.http", text)
	if len(s.Errors) > 0 {
		t.Fatal(s.Errors[0])
	}
	a := full.Sandbox().Open()
	defer a.Close()
	result, err := full.Sandbox().Play(a, s, s.Examples[0].Requests, &runner.Memory{}, view.AsWritten)
	if err != nil {
		t.Fatal(err)
	}
	r := &code.Ran{Text: text}
	for i := range result.Steps {
		step := &result.Steps[i]
		r.Steps = append(r.Steps, code.Step{
			Line: step.Line, Name: step.Name, Request: step.Request,
			Status: step.Response.Status, Body: string(step.Response.Body),
		})
	}
	return r
}

// TestGolden writes the scripts of testdata in all forms.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.http")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := ran(t, string(text))
		for _, form := range code.Forms {
			got, _ := code.Write(form, r)
			golden := strings.TrimSuffix(file, ".http") + "." + form + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s: %s", golden, diff)
			}
		}
	}
}

// TestUnseen: what ends a line in some language, or can't be seen, is an escape in every language.
// In a title it's a space.
func TestUnseen(t *testing.T) {
	const script = "### Title\u0085System.Exit(1)\u2028import os\u2029more\u202edesrever\n" +
		"PUT {{host}}/Orders(PartitionKey='a',RowKey='b')\n" +
		"Content-Type: application/json\nX-Note: \u0085\u2028\n\n" +
		`{"A": "` + "\u0085\u2028\u2029\u202e\ufeff\u007f" + `\u0000", "B": 1}` + "\n\n" +
		"### Loop\u0085\n# @loop for 3\n" +
		"PUT {{host}}/Orders(PartitionKey='a\u2028',RowKey='b{{$index}}')\n\n" +
		`{"A": "{{$index}}` + "\u0085" + `"}`
	r := ran(t, script)
	for i := range r.Steps {
		r.Steps[i].Status, r.Steps[i].Body = 204, ""
	}
	for _, form := range code.Forms {
		got, _ := code.Write(form, r)
		_, head, _ := strings.Cut(got, "Title")
		if title, _, _ := strings.Cut(head, "\n"); title != " System.Exit(1) import os more desrever" {
			t.Errorf("%s: title %q", form, title)
		}
		for _, line := range strings.SplitAfter(got, "\n") {
			body := strings.Contains(form, "-client") || form == "jetbrains" || form == "httpyac"
			odd := strings.ContainsFunc(line, func(r rune) bool {
				return r != '\n' && r != '\t' && unicode.IsControl(r) ||
					r >= '\u2028' && r <= '\u202e' || r == '\ufeff'
			})
			asSent := body && strings.Contains(line, `"A"`) || strings.HasPrefix(line, "X-Note: ")
			if odd && !asSent {
				t.Errorf("%s: %q", form, line)
			}
		}
	}
}

// TestJavaRemarks: Java reads \u in comments, too, where it could end one.
func TestJavaRemarks(t *testing.T) {
	got, _ := code.Write("java", ran(t, "### In C:\\users \\u000aSystem.exit(1);\nGET {{host}}/Tables"))
	if !strings.Contains(got, "// In C:\\\\users \\\\u000aSystem.exit(1);\n") {
		t.Error(got)
	}
}

// TestForms: there is no other form.
func TestForms(t *testing.T) {
	if got, ok := code.Write("cobol", &code.Ran{}); ok || got != "" {
		t.Error(got)
	}
	for _, form := range code.Forms {
		if got, ok := code.Write(form, &code.Ran{}); !ok || got == "" {
			t.Errorf("%s: %q", form, got)
		}
	}
}

// TestBetween: of a transaction, all requests are copied.
func TestBetween(t *testing.T) {
	r := ran(t, `### One
# @expect status == 201
POST {{host}}/Tables
Content-Type: application/json

{"TableName": "Orders"}

### Two
# @transaction both
PUT {{host}}/Orders(PartitionKey='a',RowKey='1')

{}

### Three
# @transaction both
PUT {{host}}/Orders(PartitionKey='a',RowKey='2')

{}

### Four
GET {{host}}/Orders`)
	for lines, want := range map[[2]int]string{
		{1, 1}: "One", {6, 7}: "One", {3, 9}: "One Two", {9, 9}: "Two", {15, 15}: "Two",
		{20, 99}: "Four", {50, 60}: "",
	} {
		got, _ := code.Write("go", r.Between(lines[0], lines[1]))
		var titles []string
		for _, title := range []string{"One", "Two", "Three", "Four"} {
			if strings.Contains(got, "// "+title+"\n") {
				titles = append(titles, title)
			}
		}
		if found := strings.Join(titles, " "); found != want {
			t.Errorf("%v: %q, want %q", lines, found, want)
		}
		if two := strings.Contains(want, "Two"); two != strings.Contains(got, `RowKey: "2"`) {
			t.Errorf("%v: %s", lines, got)
		}
	}
}

// FuzzWrite: no script, and nothing that was sent for it, makes Write panic.
func FuzzWrite(f *testing.F) {
	f.Add("### A\n# @loop for 3\nPUT {{host}}/A(PartitionKey='{{$index}}',RowKey='b')\n\n{}", 3, "/A", "{}")
	f.Add("# @transaction a\nPUT {{host}}/A", 2, "/$batch", "--batch")
	f.Add("# @name -\n# @expect body $.a[ == 1\nGET {{host}}/A", 3, "/A?$top=%zz&$select=", "\x00")
	f.Add("@a = {{a}}{{a}}\n# @loop for 2\nGET {{host}}/{{a}}", 3, "", `{"A": "`+"\ue000"+`"}`)
	f.Fuzz(func(t *testing.T, text string, line int, path, body string) {
		request := wire.Request{
			Method: "PUT", URL: "http://127.0.0.1:10002/devstoreaccount1" + path, Body: []byte(body),
			Headers: wire.Headers{{Name: "Content-Type", Value: "multipart/mixed; boundary=batch"}},
		}
		step := code.Step{Line: line, Name: "a", Request: request, Status: 204}
		r := &code.Ran{Text: text, Steps: []code.Step{step}}
		for _, form := range code.Forms {
			if got, ok := code.Write(form, r.Between(1, 100)); !ok || got == "" {
				t.Errorf("%s: %q", form, got)
			}
		}
	})
}
