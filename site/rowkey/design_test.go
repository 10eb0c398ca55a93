package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sensorsText is a starter without its last design, which takes most of the time.
func sensorsText(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../patterns/designs/sensors.rowkey.yaml")
	before, after, ok := strings.Cut(string(text), "  by minute: ")
	_, after, _ = strings.Cut(after, "\n")
	if err != nil || !ok {
		t.Fatal("it has no design by minute", err)
	}
	return before + after
}

func TestDesign(t *testing.T) {
	text := sensorsText(t)
	file := func(name, old, new string) string {
		changed := strings.Replace(text, old, new, 1)
		if changed == text {
			t.Fatalf("%q isn't in the file", old)
		}
		return writeFile(t, name, changed)
	}
	sensors := writeFile(t, "sensors.rowkey.yaml", text)
	missed := file("missed.rowkey.yaml", `latest: {read: "<= 10"`, `latest: {read: "<= 9"`)
	broken := file("broken.rowkey.yaml", "of: Reading", "of: Raeding")
	page := writeFile(t, "page.md", "# A page\n\n```design\n"+text+"```\n\n```design\n"+
		strings.Replace(text, "of: Reading", "of: Raeding", 1)+"```\n")
	folder := filepath.Dir(writeFile(t, "Orders.csv", "PartitionKey,RowKey\na,1\n"))
	asked := "# @name all\nGET {{host}}/Orders()?$filter=PartitionKey ne 'a'\n"
	if err := os.WriteFile(filepath.Join(folder, "a.http"), []byte(asked), 0o600); err != nil {
		t.Fatal(err)
	}
	type outcome struct {
		code           int
		stdout, stderr string
	}
	came := map[string]outcome{} // what each command came to, which several tests look at
	designs := filepath.Dir(file("bookings.rowkey.yaml", "count: 4320", "count: 100"))
	if err := os.WriteFile(filepath.Join(designs, "sensors.rowkey.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		args   []string
		code   int
		stdout string // a part of it
		stderr string
	}{
		"text": {[]string{sensors}, exitOK,
			"latest: of Reading where Device = ?, newest At, limit 10, 50/s\n", ""},
		"a kind":        {[]string{sensors}, exitOK, "  log tail  range query", ""},
		"a finding":     {[]string{sensors}, exitOK, ":11:1 wasted-reads warning: latest under by time: ", ""},
		"JSON":          {[]string{sensors, "--json"}, exitOK, `"ok":true,"patterns":[{"name":"latest",`, ""},
		"Markdown":      {[]string{sensors, "--markdown"}, exitOK, "### latest\n", ""},
		"another scale": {[]string{sensors, "--at", "9000"}, exitOK, "at 9,000 ", ""},
		"missed":        {[]string{missed}, exitFailed, `MISSED: read 10, budget <= 9 (line 20)`, ""},
		"missed too":    {[]string{missed, sensors}, exitFailed, "warning", ""},
		"a page": {[]string{page}, exitUsage, ":14:1 wasted-reads warning: ",
			"page.md:40:16: there's no type"},
		"an empty page": {[]string{writeFile(t, "empty.md", "# A\n")}, exitUsage, "", "the page has no design"},
		"broken":        {[]string{broken}, exitUsage, "", `broken.rowkey.yaml:11:16: there's no type "Raeding"`},
		"a hint":        {[]string{broken}, exitUsage, "", "    The types are Reading.\n"},
		"no file":       {nil, exitUsage, "", "design needs at least one file"},
		"no such file":  {[]string{"absent"}, exitUsage, "", "cannot read absent"},
		"two formats":   {[]string{sensors, "--json", "--markdown"}, exitUsage, "", "exclude each other"},
		"no words":      {[]string{sensors, "--json", "--explain"}, exitUsage, "", "--explain is for text"},
		"too far":       {[]string{sensors, "--at", "-1"}, exitUsage, "", "--at needs a number"},
		"a folder": {[]string{folder}, exitOK,
			`Order: {PartitionKey: "{Partition}", RowKey: "{Row}"}`, "“all” isn't a question here: "},
		"a folder of designs": {[]string{designs}, exitOK, "sensors.rowkey.yaml\n\nlog tail, which", ""},
		"a summary first": {[]string{sensors}, exitOK,
			"sensors.rowkey.yaml\n\nlog tail, which is meant: nothing to say; reads ", ""},
		"explained": {[]string{sensors, "--explain"}, exitOK, "    - GET Readings where PartitionKey eq ", ""},
		"what it rests on": {[]string{sensors, "--explain"}, exitOK,
			"  A partition's target is 2,000 entities a second, and an account's 20,000 requests a second", ""},
		"no such files": {[]string{t.TempDir()}, exitUsage, "", "no .http and no .csv file"},
	} {
		t.Run(name, func(t *testing.T) {
			args := strings.Join(test.args, " ")
			got, known := came[args]
			if !known {
				got.code, got.stdout, got.stderr = rowkey(append([]string{"design"}, test.args...)...)
				came[args] = got
			}
			if got.code != test.code || !strings.Contains(got.stdout, test.stdout) ||
				!strings.Contains(got.stderr, test.stderr) {
				t.Errorf("exit code %d\n%s\n%s", got.code, got.stdout, got.stderr)
			}
		})
	}
}

// TestDesignDoc runs the example of the documentation, which keeps its budgets.
func TestDesignDoc(t *testing.T) {
	text, err := os.ReadFile("../../docs/design-files.md")
	if err != nil {
		t.Fatal(err)
	}
	_, fence, _ := strings.Cut(string(text), "```yaml\n")
	fence, _, _ = strings.Cut(fence, "```")
	code, stdout, stderr := rowkey("design", writeFile(t, "doc.rowkey.yaml", fence))
	if code != exitOK || !strings.Contains(stdout, "log tail   range query") {
		t.Errorf("exit code %d\n%s\n%s", code, stdout, stderr)
	}
}

// TestFurther: keys are suggested, and a load beyond the targets fails.
func TestFurther(t *testing.T) {
	const jobs = `entities:
  Job:
    count: 5000
    properties:
      Queue: {type: string, values: 20}
      Id:    guid
      At:    {type: datetime, every: 1s, from: 2026-01-01T00:00:00Z}
patterns:
  find: {of: Job, where: "Queue = ? and Id = ?", rate: RATE/s}
designs:
  by time: {Job: {PartitionKey: "{Queue}", RowKey: "{At:iso}"}}
`
	busy := writeFile(t, "busy.rowkey.yaml", strings.Replace(jobs, "RATE", "1000", 1))
	quiet := writeFile(t, "quiet.rowkey.yaml", strings.Replace(jobs, "RATE", "1", 1))
	for name, test := range map[string]struct {
		args   []string
		code   int
		stdout string
	}{
		"keys": {[]string{"suggest", busy}, exitOK,
			"  Job:\n    PartitionKey: \"{Queue}\"\n    RowKey: \"{Id}\"\n"},
		"too much":    {[]string{"load", busy}, exitFailed, "percent of that can be refused"},
		"little":      {[]string{"load", quiet}, exitOK, "\nby time: nothing is refused.\n"},
		"much of it":  {[]string{"load", quiet, "--times", "1000"}, exitFailed, "percent of that can be refused"},
		"what's that": {[]string{"load"}, exitUsage, ""},
	} {
		var out, complaints strings.Builder
		if code := command(console{out: &out, err: &complaints}, test.args); code != test.code ||
			!strings.Contains(out.String(), test.stdout) {
			t.Errorf("%s: exit %d: %s%s", name, code, out.String(), complaints.String())
		}
	}
}

// TestDesignWrite: what is written for starters passes as a folder of tests, and a budget that a change
// breaks fails there.
func TestDesignWrite(t *testing.T) {
	for _, name := range []string{"orders", "sensors", "users"} {
		file := "../../patterns/designs/" + name + ".rowkey.yaml"
		folder := filepath.Join(t.TempDir(), "out")
		if code, _, stderr := rowkey("design", file, "--write", folder); code != exitOK ||
			!strings.Contains(stderr, "tests.http: ") {
			t.Errorf("%s: exit code %d: %s", file, code, stderr)
		}
		if code, stdout, _ := rowkey("run", folder); code != exitOK {
			t.Errorf("%s: %s", file, stdout)
		}
		if name != "sensors" {
			continue
		}
		tests := filepath.Join(folder, "tests.http")
		text, err := os.ReadFile(tests)
		if err != nil {
			t.Fatal(err)
		}
		scan := strings.Replace(string(text), "$filter=PartitionKey eq", "$filter=Device eq", 1)
		if err := os.WriteFile(tests, []byte(scan), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, stdout, _ := rowkey("run", folder); code != exitFailed || !strings.Contains(stdout, "table-scan") {
			t.Errorf("exit code %d: %s", code, stdout)
		}
	}
}
