package script_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/script"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// FuzzScript: no text makes the parser, a run or a report panic; errors stand within the text, in
// order; an example runs exactly if nothing it needs has errors.
func FuzzScript(f *testing.F) {
	for _, seed := range []string{
		"", "###", "GET {{host}}/a", orders, transaction, guide, queried,
		"@a = {{a}}{{b}}\n@b={{$pad a 5}}\nGET {{a}}", "# @loop for 3\n# @sleep 9\nPUT {{host}}/{{$index}}\n\n{{$guid}",
		"# @name a\n# @ref b\nGET {{host}}\n###\n# @name b\n# @ref a\nGET {{host}}",
		"# @expect body $.a[*]['b'] contains {\"a\":[1]}\n# @expect header X matches *\\**?\nGET {{host}}?a\n&b\nX: y\n\n\xff\n",
		"~~~http\n@x = 1\n~~~\n<!--\n~~~http\n", "  ```http\n # @transaction t\n GET {{host}}/\u00e9\n```\n```http\n# @transaction t\nPUT {{host}}/\n",
		"\ufeff@a=1\r\nGET {{host}}/{{ a }}\r\n\r\n\r\n", "# @expect status == " + strings.Repeat("[", 300),
		"# @name a\nGET {{host}}\n###\nGET {{a.response.headers.ETag}}{{a.response.body.$.x}}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, file := range []string{"a.http", "a.md"} {
			s := script.Parse(file, text)
			checkErrors(t, s, text)
			r := script.Report{Files: []script.FileReport{{File: file, Errors: s.Errors}}}
			for i, e := range s.Examples {
				if strings.Contains(text, "@loop") {
					continue // it may be long
				}
				target := &fake{now: start, answer: func(wire.Request) (wire.Response, *trace.Trace, error) {
					return response(200, `{"x":"y"}`, "ETag", "x"), &trace.Trace{}, nil
				}}
				steps := s.Run(i, target, script.Options{Host: host})
				if runs := len(s.Check(i)) == 0 && e.Runs(); runs != (len(steps) > 0) {
					t.Fatalf("example %d of %q: %d steps, errors %v", i, text, len(steps), s.Check(i))
				}
				r.Files[0].Steps = append(r.Files[0].Steps, steps...)
			}
			r.AppendJSON(r.AppendText(r.AppendErrors(nil)))
		}
	})
}

func checkErrors(t *testing.T, s *script.Script, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	n := 0
	for i, e := range s.Errors {
		if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > utf8.RuneCountInString(lines[e.Line-1])+1 {
			t.Fatalf("error outside the text: %v", e)
		}
		if i > 0 && (e.Line < s.Errors[i-1].Line || e.Line == s.Errors[i-1].Line && e.Column < s.Errors[i-1].Column) {
			t.Fatalf("errors out of order: %v before %v", s.Errors[i-1], e)
		}
		if e.Message == "" || e.File != s.File {
			t.Fatalf("error %+v", e)
		}
	}
	for _, e := range s.Examples {
		n += len(e.Errors)
	}
	if n != len(s.Errors) {
		t.Fatalf("%d errors of examples, %d of the script", n, len(s.Errors))
	}
}
