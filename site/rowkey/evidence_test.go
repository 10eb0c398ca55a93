package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/evidence"
)

// TestEvidence: the answers of two runs, as requests, as keys, and in transcripts.
func TestEvidence(t *testing.T) {
	tasks, err := evidence.Tasks()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	few := []string{"all-but-one", "padded-numbers", "prefix", "second-key"} // package evidence tries all
	for _, task := range tasks {
		if !slices.Contains(few, task.Name) {
			continue
		}
		name := task.Name + "." + string(task.Right.Kind)
		write("with/"+name, task.Right.Text)
		write("without/"+name, task.Wrong.Text)
		if task.Name == "prefix" {
			err = os.Remove(filepath.Join(folder, "without", name))
			write("without/prefix.md", "First:\n\n```http\nGET {{host}}/Nothing()\n```\n\nNo:\n\n```http\n"+
				task.Right.Text+"```\n\nThat's it.\n")
		}
	}
	write("without/prefixes.http", "GET {{host}}/Tickets()\n")
	write("said/prefix.md", "I don't know.\n")
	write("said/second-key.http", "GET {{host}}/Users()\n")
	write("said/known-keys.http", "GTE {{host}}/Users()\n")
	code, stdout, stderr := rowkey("evidence", folder)
	if err != nil || code != exitFailed || !strings.Contains(stderr, "prefixes.http is of no task") {
		t.Errorf("%v: exit code %d, %s%s", err, code, stdout, stderr)
	}
	for _, want := range []string{
		"with: 4 of 24 tasks right\n", "without: 1 of 24 tasks right\n",
		"  padded-numbers: wrong: it reads 200 entities, and may read 4\n",
		"said: 0 of 24 tasks right\n", "  prefix: wrong: the transcript has no block of code",
		"  second-key: wrong: the task is about keys", "  known-keys: wrong: line 1: ",
		"  all-but-one: no answer\n", "  all-but-one: wrong: it reads 403 entities, and may read 3\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	code, stdout, stderr = rowkey("evidence", filepath.Join(folder, "with"), "--json")
	var all struct {
		Tasks []struct{ Results []struct{ Right bool } }
	}
	if err := json.Unmarshal([]byte(stdout), &all); err != nil || code != exitFailed || len(all.Tasks) != 24 ||
		!all.Tasks[0].Results[0].Right {
		t.Errorf("%v: exit code %d, %s%s", err, code, stdout, stderr)
	}
	_, stdout, _ = rowkey("evidence", filepath.Join(folder, "said"), "--markdown")
	if !strings.HasPrefix(stdout, "| task | said |\n|---|---|\n") ||
		!strings.HasSuffix(stdout, "| 0 of 24 |\n") {
		t.Error(stdout)
	}
}

// TestEvidenceOfPrograms: programs in each language meet the rival, and do it right.
func TestEvidenceOfPrograms(t *testing.T) {
	for name, prepare := range map[string]func(*testing.T){
		"js": func(t *testing.T) { scanInJavaScript(t) }, "py": func(t *testing.T) { scanInPython(t) },
		"go": func(t *testing.T) { need(t, "go") },
	} {
		t.Run(name, func(t *testing.T) {
			prepare(t)
			folder := filepath.Join("testdata", "answers", name)
			if name != "go" {
				folder = filepath.Join(suites, folder) // where their packages are
			}
			folder, err := filepath.Abs(folder)
			file := filepath.Join(folder, "lost-update."+strings.Replace(name, "js", "mjs", 1))
			if _, missing := os.ReadFile(file); err != nil || missing != nil { // go test runs again when it changes
				t.Fatal(err, missing)
			}
			t.Chdir(t.TempDir()) // wherever it's started, a program finds its packages
			_, stdout, stderr := rowkey("evidence", folder)
			if !strings.HasPrefix(stdout, name+": 1 of 24 tasks right\n") {
				t.Error(stdout, stderr)
			}
		})
	}
}

// TestEvidenceMisused also looks at the questions, which don't have the answers.
func TestEvidenceMisused(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "evidence takes a folder of answers"},
		{[]string{"absent"}, "no such file"},
		{[]string{t.TempDir()}, "has no file that is named after a task"},
		{[]string{"a", "--json", "--markdown"}, "exclude each other"},
	} {
		if code, _, stderr := rowkey(append([]string{"evidence"}, test.args...)...); code != exitUsage ||
			!strings.Contains(stderr, test.want) {
			t.Errorf("%q: exit code %d, %s", test.args, code, stderr)
		}
	}
	folder := filepath.Join(t.TempDir(), "questions")
	code, _, stderr := rowkey("evidence", "--questions", folder)
	text, err := os.ReadFile(filepath.Join(folder, "lost-update.md"))
	if code != exitOK || err != nil || !strings.HasPrefix(string(text), "The table Workshops has ") ||
		!strings.Contains(string(text), "AZURE_STORAGE_CONNECTION_STRING") ||
		strings.Contains(string(text), "```") {
		t.Errorf("exit code %d, %v, %s%s", code, err, stderr, text)
	}
}
