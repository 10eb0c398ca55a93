package sandbox_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
)

const (
	create = "# @name create\n# @expect status == 201\nPOST {{host}}/Tables\n\n{\"TableName\":\"Orders\"}\n"
	list   = "# @name list\n# @ref create\n# @expect rows == 1\nGET {{host}}/Tables\n"
)

func fence(text string) string { return "```http\n" + text + "```\n\n" }

// names lists the steps of a report's only file.
func names(r report.Report) (found []string) {
	for _, s := range r.Files[0].Steps {
		found = append(found, s.Name)
	}
	return found
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		steps            string
		exit             int
	}{
		{"a script has one account", "a.http", create + "\n###\n" + list, "create list", report.ExitOK},
		{"a fence has one of its own", "a.md", fence(create) + fence(list) +
			fence(create[len("# @name create\n"):]), "create list ", report.ExitOK},
		{"twice in one account", "a.http", create + "\n###\n" + create[len("# @name create\n"):], "create ",
			report.ExitFailed},
		{"unmet", "a.http", "# @expect status == 418\nGET {{host}}/Tables", "", report.ExitFailed},
		{"wrong", "a.md", fence(create) + fence("# @ref nowhere\nGET {{host}}/Tables\n"), "", report.ExitBroken},
		{"nothing", "a.md", "# Title\n", "", report.ExitOK},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := full.Run([]sandbox.File{{Name: c.file, Text: c.text}})
			if got := strings.Join(names(r), " "); got != c.steps || r.ExitCode() != c.exit {
				t.Errorf("steps %q, exit code %d; want %q, %d\n%s", got, r.ExitCode(), c.steps, c.exit, r.AppendText(nil))
			}
		})
	}
}

// TestRunReferred: a request that fails only when another example refers to it is reported there. One
// that also fails in its own example is reported once.
func TestRunReferred(t *testing.T) {
	text := fence(create) + fence("# @name first\n# @expect total.transactions == 1\nGET {{host}}/Tables\n") +
		fence("# @name second\n# @ref create\n# @ref first\nGET {{host}}/Tables\n") +
		fence("# @name third\n# @ref create\n# @ref first\nGET {{host}}/Tables\n") +
		fence("# @name wrong\n# @expect status == 404\nGET {{host}}/Tables\n") +
		fence("# @name last\n# @ref wrong\nGET {{host}}/Tables\n")
	r := full.Run([]sandbox.File{{Name: "a.md", Text: text}})
	if got, want := strings.Join(names(r), " "), "create first first second third wrong last"; got != want {
		t.Errorf("steps %q, want %q", got, want)
	}
	if s := r.Files[0].Steps[2]; s.For != 16 || s.OK() || !r.Files[0].Steps[1].OK() {
		t.Errorf("reported for line %d: %+v", s.For, s.Expectations)
	}
	if n := bytes.Count(r.AppendJSON(nil), []byte(`"for":16,`)); n != 1 {
		t.Errorf("JSON reports it %d times", n)
	}
}

// TestRunAgain: the same files give the same bytes, whatever ran before.
func TestRunAgain(t *testing.T) {
	files := []sandbox.File{{Name: "a.http", Text: create + "\n###\nPOST {{host}}/Orders\n\n" +
		`{"PartitionKey":"{{$guid}}","RowKey":"{{$randomInt}}","At":"{{$datetime iso8601}}"}`}}
	first, second := full.Run(files).AppendJSON(nil), full.Run(files).AppendJSON(nil)
	if !bytes.Equal(first, second) {
		t.Errorf("the first run gives\n%s\nthe second\n%s", first, second)
	}
}

func TestExample(t *testing.T) {
	page := script.Parse("a.md", fence(create)+fence(list)+fence("# @ref nowhere\nGET {{host}}/Tables\n"))
	r := full.Example(page, 1)
	if !r.OK || len(r.Errors) > 0 || len(r.Steps) != 2 || r.View.Tag != "div" {
		t.Errorf("ok %t, errors %v, %d steps, view %q", r.OK, r.Errors, len(r.Steps), r.View.Tag)
	}
	if want := "Query tables"; r.Status != want {
		t.Errorf("status %q, want %q", r.Status, want)
	}
	r = full.Example(page, 2)
	if r.OK || len(r.Errors) != 1 || r.Steps != nil || r.View.Tag != "" {
		t.Errorf("ok %t, errors %v, steps %v, view %q", r.OK, r.Errors, r.Steps, r.View.Tag)
	}
	if want := "Not run"; r.Status != want {
		t.Errorf("status %q, want %q", r.Status, want)
	}
}

// TestFull: a script that stores more than an account can hold gets an error and ends.
func TestFull(t *testing.T) {
	text := create + "\n###\n# @name fill\n# @loop for 3000\nPOST {{host}}/Orders\n\n" +
		`{"PartitionKey":"a","RowKey":"{{$index}}","Text":"{{$pad 0 30000}}"}` +
		"\n\n###\n# @name after\nGET {{host}}/Tables"
	r := full.Example(script.Parse("a.http", text), 0)
	if r.OK || len(r.Steps) != 2 || len(r.Errors) != 1 || !strings.Contains(r.Errors[0].Message, "full") {
		t.Errorf("ok %t, %d steps, errors %v", r.OK, len(r.Steps), r.Errors)
	}
}

// TestDocuments runs the examples of the project's own pages, which have to do what they say too.
func TestDocuments(t *testing.T) {
	files, err := filepath.Glob("../../../docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d documents: %v", len(files), err)
	}
	for _, name := range append(files, "../../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r := full.Run([]sandbox.File{{Name: filepath.Base(name), Text: string(text)}})
		if !r.OK() {
			t.Errorf("%s%s", r.AppendText(nil), r.AppendErrors(nil))
		}
	}
}
