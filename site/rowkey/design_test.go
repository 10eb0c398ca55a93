package main

import (
	"os"
	"strings"
	"testing"
)

const sensors = "../../patterns/designs/sensors.rowkey.yaml"

func TestDesign(t *testing.T) {
	text, err := os.ReadFile(sensors)
	if err != nil {
		t.Fatal(err)
	}
	file := func(name, old, new string) string {
		changed := strings.Replace(string(text), old, new, 1)
		if changed == string(text) {
			t.Fatalf("%q isn't in the file", old)
		}
		return writeFile(t, name, changed)
	}
	timed := file("timed.rowkey.yaml", `{PartitionKey: "{Device}"`, `{PartitionKey: "{At:iso}"`)
	timed = writeFile(t, "busy.rowkey.yaml", strings.Replace(must(t, timed), "rate: 30/m", "rate: 3000/s", 1))
	broken := file("broken.rowkey.yaml", "of: Reading", "of: Raeding")
	for name, test := range map[string]struct {
		args   []string
		code   int
		stdout string // a part of it
		stderr string
	}{
		"a finding": {[]string{sensors}, exitOK, ":19: warning time-first: by minute: ", ""},
		"an error":  {[]string{timed}, exitFailed, ":17: error time-first: log tail: ", ""},
		"JSON":      {[]string{timed, "--json"}, exitFailed, `"ok":false,`, ""},
		"no change": {[]string{sensors, "--diff", sensors}, exitOK,
			"Nothing that a pattern costs has changed.", ""},
		"broken":        {[]string{broken}, exitUsage, "", `broken.rowkey.yaml:11:16: there's no type "Raeding"`},
		"a hint":        {[]string{broken}, exitUsage, "", "    The types are Reading.\n"},
		"old is broken": {[]string{sensors, "--diff", broken}, exitUsage, "", "there's no type"},
		"no file":       {nil, exitUsage, "", "design needs at least one file"},
		"no such file":  {[]string{"absent"}, exitUsage, "", "cannot read absent"},
		"two formats":   {[]string{sensors, "--json", "--markdown"}, exitUsage, "", "exclude each other"},
		"two to diff":   {[]string{sensors, sensors, "--diff", sensors}, exitUsage, "", "one file with another"},
		"too far":       {[]string{sensors, "--at", "-1"}, exitUsage, "", "--at needs a number"},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := rowkey(append([]string{"design"}, test.args...)...)
			if code != test.code || !strings.Contains(stdout, test.stdout) || !strings.Contains(stderr, test.stderr) {
				t.Errorf("exit code %d\n%s\n%s", code, stdout, stderr)
			}
		})
	}
}

// must returns the text of a file.
func must(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
