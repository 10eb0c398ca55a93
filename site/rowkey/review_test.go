package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// versions writes two versions of a file, or of a folder if there are more names.
func versions(t *testing.T, files map[string][2]string) (old, now string) {
	t.Helper()
	folders := [2]string{t.TempDir(), t.TempDir()}
	last := ""
	for name, texts := range files {
		last = name
		for i, text := range texts {
			if err := os.WriteFile(filepath.Join(folders[i], name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(files) > 1 {
		return folders[0], folders[1]
	}
	return filepath.Join(folders[0], last), filepath.Join(folders[1], last)
}

const (
	oldShapes = "partition-scan 2 QueryEntities Orders where PartitionKey eq ?\npoint 1 QueryEntity Parts\n"
	newShapes = "table-scan 60 QueryEntities Orders where Status eq ?\npoint 1 QueryEntity Parts\n"
	oldReport = `{"shapes":[{"shape":"QueryEntity Parts","plan":"point","requests":10,"transactions":10,` +
		`"mostRead":1}]}`
	newReport = `{"shapes":[{"shape":"QueryEntity Parts","plan":"point","requests":30,"transactions":30,` +
		`"mostRead":1}]}`
	levels = `entities:
  Reading: {count: 200, properties:
    {Device: {type: string, values: 4}, At: {type: datetime}, Level: {type: int32}}}
patterns:
  latest: {of: Reading, where: Device = ?, sort: At desc, limit: 10, rate: 50/s}
  write: {insert: Reading}
designs:
  by device: {Reading: {PartitionKey: "{Device}", RowKey: "{At:inverted}"}}
`
	asking = "### Open\nGET {{host}}/Orders()?$filter=PartitionKey eq 'a' and N gt 1\n"
)

func TestReview(t *testing.T) {
	scanning := strings.Replace(asking, "PartitionKey eq 'a' and ", "", 1)
	page := func(request string) string {
		return "```csv Orders\nPartitionKey,RowKey,N\na,1,1\nb,1,2\nb,2,3\n```\n\n```http\n" + request + "```\n"
	}
	const data = "PartitionKey,RowKey,N\na,1,1\nb,1,2\nb,2,3\n"
	const sent = "QueryEntities Orders where PartitionKey eq ? and N gt ?"
	for name, test := range map[string]struct {
		files map[string][2]string
		code  int
		want  string // parts of what is printed, between bars
	}{
		"a baseline": {map[string][2]string{"a.txt": {oldShapes, newShapes}}, exitFailed,
			"Worse: QueryEntities Orders where PartitionKey eq ? → QueryEntities Orders where Status eq ?: " +
				"partition scan → table scan, most read 2 → 60 (30 times as much).\n\n1 worse; 1 as before.\n"},
		"back": {map[string][2]string{"a.txt": {newShapes, oldShapes}}, exitOK, "Better: "},
		"a scan with a reason": {map[string][2]string{"a.txt": {oldShapes,
			oldShapes + "table-scan 9 QueryEntities Orders # the yearly audit"}}, exitOK,
			"New: QueryEntities Orders: table scan"},
		"no change": {map[string][2]string{"a.txt": {oldShapes, oldShapes}}, exitOK,
			"No plan has changed, of 2.\n"},
		"a first one": {map[string][2]string{"a.txt": {"", oldShapes}}, exitOK, "2 new; 0 as before."},
		"reports": {map[string][2]string{"a.json": {oldReport, newReport}}, exitOK,
			"requests 10 → 30 (3 times as much), transactions 10 → 30 (3 times as much), " +
				"a month USD 0.40 → USD 1.20.\n\n1 different; 0 as before.\n" +
				"A month: USD 0.40 → USD 1.20.\nThat's 1,000,000 such runs"},
		"what a report advises": {map[string][2]string{"a.json": {oldReport,
			`{"shapes":[{"shape":"QueryEntities Parts","plan":"table-scan","mostRead":9,"advice":"Add a key.",` +
				`"readIfMore":{"100":900}}]}`}},
			exitFailed, ", ×100 more 0 → 900,|A reviewer says now:\n  table-scan: QueryEntities Parts: Add a key.\n"},
		"a baseline and a report": {map[string][2]string{"a": {oldShapes, newReport}}, exitOK,
			"Gone: QueryEntities Orders where PartitionKey eq ?: partition scan, most read 2."},
		"a design": {map[string][2]string{"a.rowkey.yaml": {levels,
			strings.Replace(levels, "{At:inverted}", "{Level}", 1)}}, exitFailed,
			"Worse: latest under by device: range query → partition scan, read 10 → |" +
				"A reviewer says now:\n  unpadded-number: by device: "},
		"a design that writes more": {map[string][2]string{"a.yaml": {levels,
			strings.Replace(levels, "write: {insert: Reading}", "write: {insert: Reading, batch: 2}", 1)}},
			exitFailed, "written 1 → 2"},
		"a rate": {map[string][2]string{"a.yaml": {levels,
			strings.Replace(levels, "rate: 50/s", "rate: 100/s", 1)}}, exitOK,
			"a month USD 5.26 → USD 10.52"},
		"a page": {map[string][2]string{"a.md": {page(asking), page(scanning)}}, exitFailed,
			"Worse: Open, QueryEntities Orders where PartitionKey eq ? and N gt ? → " +
				"QueryEntities Orders where N gt ?: partition scan → table scan, read 1 → 3 (3 times as much).\n|" +
				"With these data a month costs what it did"},
		"without data": {map[string][2]string{"a.http": {asking, scanning}}, exitFailed,
			"Worse: Open, |: partition scan → table scan"},
		"a folder": {map[string][2]string{"a.http": {asking, scanning}, "Orders.csv": {data, data}}, exitFailed,
			"Worse: a.http: Open, "},
		"a folder with a design": {map[string][2]string{"a.http": {asking, asking}, "d.rowkey.yaml": {levels,
			strings.Replace(levels, "rate: 50/s", "rate: 100/s", 1)}}, exitOK,
			"\nA month of d.rowkey.yaml: by device: |\nThat's at the rates of the file, by example prices.\n"},
		"a name that is what was sent": {map[string][2]string{"Orders.csv": {data, data}, "a.http": {
			strings.Replace(asking, "Open", sent, 1), strings.Replace(scanning, "Open", sent, 1)}}, exitFailed,
			"Worse: a.http: " + sent + " → QueryEntities Orders where N gt ?: partition scan → "},
		"allowed": {map[string][2]string{"a.http": {asking, strings.Replace(scanning, "GET",
			"# @allow table-scan\nGET", 1)}, "Orders.csv": {data, data}}, exitOK, "Worse: a.http: Open, "},
		"expected": {map[string][2]string{"a.http": {asking, strings.Replace(scanning, "GET",
			"# @expect plan == table-scan\nGET", 1)}, "Orders.csv": {data, data}}, exitOK, "Worse: a.http: Open, "},
	} {
		t.Run(name, func(t *testing.T) {
			old, now := versions(t, test.files)
			code, stdout, stderr := rowkey("review", old, now)
			for want := range strings.SplitSeq(test.want, "|") {
				if code != test.code || !strings.Contains(stdout, want) {
					t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
				}
			}
		})
	}
}

// TestReviewForms: Markdown has a row for each change, JSON a member, and CI the file and the line.
func TestReviewForms(t *testing.T) {
	const data = "PartitionKey,RowKey,N\na,1,1\nb,1,2\n"
	old, now := versions(t, map[string][2]string{"a.http": {asking,
		strings.Replace(asking, "PartitionKey eq 'a' and ", "", 1)}, "Orders.csv": {data, data}})
	_, stdout, _ := rowkey("review", old, now, "--markdown")
	const row = "\n| worse | `a.http`: `Open`, `QueryEntities Orders where PartitionKey eq ? and N gt ?` → " +
		"`QueryEntities Orders where N gt ?` | partition scan → table scan | 1 → 2 | USD 0.04 |\n"
	if !strings.Contains(stdout, row) {
		t.Error(stdout)
	}
	_, stdout, _ = rowkey("review", old, now, "--json")
	var found struct {
		OK      bool
		Changes []struct {
			Verdict, File string
			Line          int
			Plan          struct{ Old, New string }
		}
	}
	if err := json.Unmarshal([]byte(stdout), &found); err != nil || found.OK || len(found.Changes) != 1 {
		t.Fatalf("%v, %s", err, stdout)
	}
	if c := found.Changes[0]; c.Verdict != "worse" || c.File != "a.http" || c.Line != 2 ||
		c.Plan.Old != "partition scan" || c.Plan.New != "table scan" {
		t.Errorf("%+v", c)
	}
	_, stdout, _ = rowkey("review", old, now, "--report", "github")
	if !strings.Contains(stdout, "::error file="+now+"/a.http,line=2,title=Open::worse: ") {
		t.Error(stdout)
	}
}

// TestReviewCents: a change of less than a cent isn't said to be none.
func TestReviewCents(t *testing.T) {
	old, now := versions(t, map[string][2]string{"a.json": {oldReport, newReport}})
	_, stdout, _ := rowkey("review", old, now, "--runs", "1")
	if !strings.HasSuffix(stdout, "\nWhat a month costs hardly changes.\n") {
		t.Error(stdout)
	}
}

func TestReviewMisused(t *testing.T) {
	broken := writeFile(t, "a.yaml", "entities: 5\n")
	script := writeFile(t, "a.http", "GTE {{host}}/Tables\n")
	shapes := writeFile(t, "a.txt", "scan 5 Orders\n")
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "review compares two files"},
		{[]string{shapes}, "review compares two files"},
		{[]string{shapes, shapes, "--json", "--markdown"}, "exclude each other"},
		{[]string{shapes, shapes, "--runs", "0"}, "--runs needs a number"},
		{[]string{"absent.txt", shapes}, "cannot read absent.txt"},
		{[]string{shapes, shapes}, `a.txt:1: "scan" isn't a plan`},
		{[]string{broken, broken}, "a.yaml:1"},
		{[]string{script, script}, "a.http:1:1"},
		{[]string{writeFile(t, "null.json", `{"shapes":[null]}`), shapes}, "writes: a shape is null"},
		{[]string{writeFile(t, "a.json", "{"), shapes}, "it isn't what rowkey watch --json writes"},
		{[]string{shapes, t.TempDir()}, " is a folder, and "},
		{[]string{t.TempDir(), t.TempDir()}, "the folder has no .http"},
	} {
		if code, _, stderr := rowkey(append([]string{"review"}, test.args...)...); code != exitUsage ||
			!strings.Contains(stderr, test.want) {
			t.Errorf("%q: exit code %d, %s", test.args, code, stderr)
		}
	}
}

// TestReviewShown: what a pull request changes tells neither a terminal nor a build what to do.
func TestReviewShown(t *testing.T) {
	const hostile = "\x1b[2J ##vso[task.prependpath]/evil\n::set-output name=a::b"
	old, now := versions(t, map[string][2]string{"a.json": {oldReport,
		strings.Replace(newReport, `"shape":"`, `"shape":"`+strings.NewReplacer("\n", `\n`, "\x1b", `\u001b`).
			Replace(hostile), 1)}})
	for _, how := range []string{"--markdown", "--report=github", "--runs=1"} {
		_, stdout, stderr := rowkey("review", old, now, how)
		printed := "\n" + stdout + stderr
		for _, command := range []string{"\x1b", "##vso[", "\n::set-output"} {
			if !strings.Contains(printed, "task.prependpath") || strings.Contains(printed, command) {
				t.Errorf("%s prints %q", how, printed)
			}
		}
	}
}
