package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompletion: words are completed from the commands and their flags; where none fits, the shell completes
// files.
func TestCompletion(t *testing.T) {
	for _, v := range verbs() {
		_, help, _ := rowkey(v.name, "-h")
		_, listed, _ := rowkey("completion", "words", v.name, "-")
		if strings.Contains(help, "\n  -") != strings.HasPrefix(listed, "-") {
			t.Errorf("%s: its flags are\n%s", v.name, listed)
		}
	}
	for _, test := range []struct {
		written string // the arguments, of which the last is completed
		want    string
	}{
		{"wat", "watch"}, {"wta", ""}, {"serve -see", "-seed"}, {"run --ta", "--target"},
		{"run a.http --qu", "--queue"}, {"run ", ""}, {"walk -", ""}, {"watch -- npm -", ""},
		{"sas ", "table queue container blob account"}, {`sas ""`, "table queue container blob account"},
		{"sas blob ", ""}, {"help desi", "design"}, {"completion ", "bash fish powershell zsh"},
	} {
		args := append([]string{"completion", "words"}, strings.Split(test.written, " ")...)
		code, stdout, stderr := rowkey(args...)
		var got []string
		for line := range strings.Lines(stdout) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, word)
		}
		if code != exitOK || stderr != "" || strings.Join(got, " ") != test.want {
			t.Errorf("rowkey %s: %q, want %q, %s", test.written, got, test.want, stderr)
		}
	}
	for shell, want := range map[string]string{"": "name the shell: bash, fish, powershell, zsh",
		"fihs": "no completion can be written for \"fihs\"; did you mean fish?",
		"tcsh": "no completion can be written for \"tcsh\": there are bash, fish, powershell, zsh"} {
		if code, _, stderr := rowkey(strings.Fields("completion " + shell)...); code != exitUsage ||
			stderr != "rowkey: "+want+"\n" {
			t.Errorf("%s: exit code %d, %s", shell, code, stderr)
		}
	}
}

// TestCompletionScripts completes two commands in the shells that are here.
func TestCompletionScripts(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Symlink(program, filepath.Join(folder, "rowkey")); err != nil {
		t.Skip(err)
	}
	for shell, ask := range map[string]string{
		"bash": `COMP_WORDS=(rowkey heal); COMP_CWORD=1; _rowkey; echo "${COMPREPLY[@]}"
			COMP_WORDS=(rowkey sas ""); COMP_CWORD=2; _rowkey; echo "${COMPREPLY[@]}"`,
		"fish": `complete -C "rowkey heal"; complete -C "rowkey sas "`,
		"zsh":  `words=(rowkey heal); CURRENT=2; _rowkey; words=(rowkey sas ""); CURRENT=3; _rowkey`,
	} {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("%s is not installed", shell)
			continue
		}
		_, script, _ := rowkey("completion", shell)
		if shell == "zsh" { // which only has these while someone types
			script = "compdef() { : }; _describe() { print $found }\n" + script
		}
		c := exec.CommandContext(t.Context(), shell, "-c", script+"\n"+ask)
		c.Env = append(os.Environ(), asCommand+"=1", "HOME="+folder,
			"PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := c.CombinedOutput()
		got := strings.Join(strings.Fields(string(out)), " ")
		if err != nil || !strings.HasPrefix(got, "health") || !strings.HasSuffix(got, " container blob account") {
			t.Errorf("%s: %v %s", shell, err, out)
		}
	}
}
