package main

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const reported = `# @name all
# @expect plan == point
GET {{host}}/Orders()

### Tables
GET {{host}}/Tables
`

func TestReport(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for name, text := range map[string]string{
		"a.http": reported, "broken, 1.http": "GTE {{host}}/Orders\n", "Orders.csv": "PartitionKey,RowKey\na,<1>\n",
		"scan.http": "GET {{host}}/Orders()?$filter=Status eq 'open'\n",
		"parts.rowkey.yaml": "entities:\n  Part: {count: 100, properties: {N: int32}}\npatterns:\n" +
			"  all: {of: Part}\n  one: {of: Part, where: N = ?}\n" +
			"designs: {d: {Part: {PartitionKey: \"{N}\", RowKey: \"\"}}}\nbudgets:\n  all: {read: 9}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args        string
		code        int
		annotations string // the lines
		tests       string // a part of the file
	}{
		{
			"run a.http Orders.csv", exitFailed,
			"::error file=a.http,line=3,title=all::plan == point  a.http:2%0A        expected  point" +
				"%0A        got       table-scan\n",
			`
<testsuites tests="2" failures="1">
  <testsuite name="a.http" tests="2" failures="1">
    <testcase name="all" classname="a.http" file="a.http" line="3">
      <failure message="plan == point  a.http:2">plan == point  a.http:2&#xA;` +
				`        expected  point&#xA;        got       table-scan</failure>
    </testcase>
    <testcase name="Tables" classname="a.http" file="a.http" line="6"></testcase>
  </testsuite>
</testsuites>
`,
		},
		{
			"lint Orders.csv broken,\u00a01.http", exitUsage,
			"::error file=broken%2C 1.http,line=1,col=1,title=what is written::",
			`<testcase name="lint" classname="Orders.csv" file="Orders.csv"></testcase>`,
		},
		{
			"lint scan.http", exitOK,
			"::warning file=scan.http,line=1,col=31,title=table-scan::",
			`<system-out>`,
		},
		{
			"design parts.rowkey.yaml", exitFailed,
			"::error file=parts.rowkey.yaml,line=8,title=all under d::It misses its budget: read 100, budget <= 9.",
			`<testcase name="one under d" classname="parts.rowkey.yaml" file="parts.rowkey.yaml" line="5"></testcase>`,
		},
	} {
		args := strings.Fields(strings.ReplaceAll(test.args, "\u00a0", "~"))
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "~", " ")
		}
		file := filepath.Join(folder, "tests.xml")
		code, stdout, stderr := rowkey(append(args, "--report", "github", "--report", "junit="+file)...)
		var lines string
		for line := range strings.Lines(stdout) {
			if strings.HasPrefix(line, "::") {
				lines += line
			}
		}
		if code != test.code || !strings.Contains(lines, test.annotations) {
			diff := cmp.Diff(test.annotations, lines)
			t.Errorf("%s: exit code %d, want %d\n%s%s", test.args, code, test.code, diff, stderr)
		}
		text, err := os.ReadFile(file)
		if err != nil || xml.Unmarshal(text, new(junit)) != nil || !strings.Contains(string(text), test.tests) {
			t.Errorf("%s: %v\n%s", test.args, err, text)
		}
	}
}

func TestReportFlag(t *testing.T) {
	file := writeFile(t, "a.http", "GET {{host}}/Tables\n")
	if code, _, stderr := rowkey("run", file, "--report", "junit"); code != exitUsage ||
		!strings.Contains(stderr, "write junit=FILE or github") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if code, stdout, stderr := rowkey("run", file, "--report", "junit="+filepath.Join(file, "a.xml")); code !=
		exitUsage || stdout != "" || !strings.Contains(stderr, "there's no folder "+file) {
		t.Errorf("a folder that isn't there: exit code %d, %s%s", code, stdout, stderr)
	}
	code, stdout, stderr := rowkey("run", file, "--report", "junit="+t.TempDir())
	if code != exitFailed || !strings.Contains(stdout, "1 passed") ||
		!strings.HasPrefix(stderr, "rowkey: --report: ") {
		t.Errorf("a folder in place of a file: exit code %d, %s%s", code, stdout, stderr)
	}
}
