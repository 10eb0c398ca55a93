package report_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// FuzzScript: no text makes the parser, a run or a report panic. Errors have places in the text and come in
// order, and an example runs if and only if nothing it needs has errors.
func FuzzScript(f *testing.F) {
	for _, seed := range []string{
		"", "###", "GET {{host}}/a", orders, runnertest.Transaction, runnertest.Guide, runnertest.Entities,
		"  HTTP/1.1", "GET HTTP/1.1", "GET {{host}}\n ? HTTP/1.1\n HTTP/2",
		"@a = {{a}}{{b}}\n@b={{$pad a 5}}\nGET {{a}}",
		"# @loop for 3\n# @sleep 9\nPUT {{host}}/{{$index}}\n\n{{$guid}",
		"# @name a\n# @ref b\nGET {{host}}\n###\n# @name b\n# @ref a\nGET {{host}}",
		"# @expect body $.a[*]['b'] contains {\"a\":[1]}\n# @expect header X matches *\\**?\nGET " +
			"{{host}}?a\n&b\nX: y\n\n\xff\n",
		"~~~http\n@x = 1\n~~~\n<!--\n~~~http\n", "  ```http\n # @transaction t\n GET " +
			"{{host}}/\u00e9\n```\n```http\n# @transaction t\nPUT {{host}}/\n",
		"\ufeff@a=1\r\nGET {{host}}/{{ a }}\r\n\r\n\r\n", "# @expect status == " + strings.Repeat("[", 300),
		"# @name a\nGET {{host}}\n###\nGET {{a.response.headers.ETag}}{{a.response.body.$.x}}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkScript(t, "a.http", text)
		checkScript(t, "a.md", text)
	})
}

// TestPieces does the same with scripts made of meaningful lines.
func TestPieces(t *testing.T) {
	pieces := []string{
		"GET {{host}}/{{v}}", "PUT {{host}}/{{$index}}", "PUT {{host}}/{{$index *9%7+ 1}}", "POST " +
			"{{host}}/{{a.response.headers.ETag}}", "DELETE {{w}}",
		"?x=1", "&y={{b.response.body.$.x}}", "X: {{$pad v 3}}", "{}", "", "", "###", "### T", "@v = 1", "@w = " +
			"{{v}}",
		"@v = {{a.response.body.$.x}}", "@host = http://h", "# @name a", "# @name b", "# @name c", "# @ref a", "# @ref b",
		"# @ref c", "# @loop for 2", "# @sleep 1", "# @hidden", "# @seed 1", "# @transaction t", "# @transaction u",
		"# @expect status == 200", "# @expect plan == point", "# @expect body $.x != {{v}}", "# @expect rows " +
			"exists",
		"# comment", "{{", "~~~http", "~~~http", "~~~", "~~~", "HTTP/1.1", "words",
	}
	rapid.Check(t, func(r *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(r, "lines"), "\n")
		checkScript(r, "a.http", text)
		checkScript(r, "a.md", text)
	})
}

// checker is what *testing.T and *rapid.T have in common.
type checker interface {
	Helper()
	Fatalf(format string, args ...any)
}

func checkScript(t checker, file, text string) {
	t.Helper()
	s := script.Parse(file, text)
	checkErrors(t, s, text)
	r := report.Report{Files: []report.File{{Name: file, Errors: s.Errors}}}
	for _, e := range s.Examples {
		for _, q := range e.Requests {
			if q.Loop > 10 {
				return // it would take long and show nothing new
			}
		}
	}
	for i, e := range s.Examples {
		target := runnertest.Serving(func(wire.Request) (wire.Response, *trace.Trace, error) {
			return runnertest.Response(200, `{"x":"y"}`, "ETag", "x"), &trace.Trace{}, nil
		})
		steps := runner.Run(s, i, target, runner.Options{Host: runnertest.Host})
		if runs := len(s.Check(i)) == 0 && e.Runs(); runs != (len(steps) > 0) {
			t.Fatalf("example %d of %q: %d steps, errors %v", i, text, len(steps), s.Check(i))
		}
		r.Files[0].Steps = append(r.Files[0].Steps, steps...)
	}
	r.AppendJSON(r.AppendText(r.AppendErrors(nil)))
}

func checkErrors(t checker, s *script.Script, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	n := 0
	for i, e := range s.Errors {
		if e.Line < 1 || e.Line > len(lines) || e.Column < 1 ||
			e.Column > utf8.RuneCountInString(lines[e.Line-1])+1 {
			t.Fatalf("error outside the text: %v", e)
		}
		if i > 0 && (e.Line < s.Errors[i-1].Line || e.Line == s.Errors[i-1].Line &&
			e.Column < s.Errors[i-1].Column) {
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
