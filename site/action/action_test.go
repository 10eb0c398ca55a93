// Package action has the scripts of the action for GitHub, which need bash, git, npx and gh. The last two are
// stand-ins here.
package action

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// npx is rowkey: it prints its arguments, and what the old version of a file has. It ends with $STATUS.
const npx = `#!/usr/bin/env bash
echo "$*" | sed "s# /[^ ]*/# …/#g"
[ "$3" != review ] || cat "$4"
exit "${STATUS:-0}"
`

// gh keeps one comment in a file, and counts what it's asked to do. It refuses if there's a file "refuses".
const gh = `#!/usr/bin/env bash
[ ! -e "$GH/refuses" ] || exit 1
for a; do case $a in body=@*) body=${a#body=@} ;; esac; done
case "$*" in
*--jq*) [ ! -e "$GH/comment" ] || echo 7 ;;
*"--method PATCH repos/o/r/issues/comments/7 "*) echo patch >>"$GH/log"; cp "$body" "$GH/comment" ;;
*"api repos/o/r/issues/5/comments "*) echo post >>"$GH/log"; cp "$body" "$GH/comment" ;;
*) exit 9 ;;
esac
`

// job is a run of the action on a pull request.
type job struct {
	t    *testing.T
	gh   string // what gh keeps
	tree string // the checkout
	env  []string
}

func newJob(t *testing.T) *job {
	t.Helper()
	for _, tool := range []string{"bash", "git", "tar", "sed"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("there's no " + tool)
		}
	}
	bin, base, j := t.TempDir(), t.TempDir(), &job{t: t, gh: t.TempDir(), tree: t.TempDir()}
	write(t, bin, "npx", npx)
	write(t, bin, "gh", gh)
	write(t, base, "tables.txt", "old\n")
	write(t, base, "designs/a.rowkey.yaml", "old design\n")
	j.env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "GH="+j.gh, "VERSION=1", "SEED=",
		"COMMAND=npm test", "BASELINE=tables.txt", "GITHUB_BASE_REF=main", "GITHUB_REPOSITORY=o/r", "NUMBER=5",
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"add", "."},
		{"-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "-qm", "one"},
	} {
		j.do(base, "git", args...)
	}
	j.do(j.tree, "git", "init", "-q", "-b", "change")
	j.do(j.tree, "git", "remote", "add", "origin", base)
	write(t, j.tree, "tables.txt", "new\n")
	write(t, j.tree, "new.txt", "new\n")
	return j
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	file := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o777); err != nil { //nolint:gosec // they're run
		t.Fatal(err)
	}
}

// do runs a program, and returns what it prints and how it ended.
func (j *job) do(folder, name string, args ...string) (said string, code int) {
	j.t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Env = folder, j.env
	text, err := c.CombinedOutput()
	if c.ProcessState == nil {
		j.t.Fatal(err)
	}
	return string(text), c.ProcessState.ExitCode()
}

// run runs the steps of the action, and returns what they print, how the command ended, and the comment.
func (j *job) run(paths string, more ...string) (said string, code int, comment string) {
	j.t.Helper()
	temp, here := j.t.TempDir(), j.env
	j.env = append(j.env, "RUNNER_TEMP="+temp, "GITHUB_STEP_SUMMARY="+temp+"/summary", "PATHS="+paths)
	j.env = append(j.env, more...)
	for _, script := range []string{"review.sh", "watch.sh", "comment.sh"} {
		commands, err := os.ReadFile(script) // so that go test sees it change
		if err != nil {
			j.t.Fatal(err)
		}
		text, ended := j.do(j.tree, "bash", "-c", string(commands))
		if said += text; script == "watch.sh" {
			code = ended
		} else if ended != 0 {
			j.t.Errorf("%s ended with %d: %s", script, ended, text)
		}
	}
	j.env = here
	text, _ := os.ReadFile(j.gh + "/comment")
	if summary, err := os.ReadFile(temp + "/summary"); err == nil && string(text) != "" &&
		!strings.HasSuffix(string(text), string(summary)) {
		j.t.Errorf("the summary is\n%s\nand the comment is\n%s", summary, text)
	}
	return said, code, string(text)
}

func TestComment(t *testing.T) {
	j := newJob(t)
	const table = "### What the requests read\n\n--yes rowkey@1 watch --markdown --baseline tables.txt -- " +
		"bash -c npm test\n"
	const first = "<!-- rowkey watch -->\n### What changes in `tables.txt`\n\n" +
		"--yes rowkey@1 review …/tables.txt tables.txt --markdown\nold\n\n" + table
	if said, code, comment := j.run("tables.txt"); code != 0 || comment != first {
		t.Errorf("the first time: %d\n%s%s", code, said, comment)
	}
	_, code, comment := j.run("tables.txt\nnew.txt\n", "STATUS=1")
	const added = "`new.txt`\n\n--yes rowkey@1 review …/null new.txt --markdown\n\n"
	if code != 1 || !strings.Contains(comment, added) {
		t.Errorf("a new file: %d\n%s", code, comment)
	}
	if _, _, comment = j.run("gone.txt", "STATUS=2"); comment != "<!-- rowkey watch -->\n"+table {
		t.Errorf("what can't be compared: %s", comment)
	}
	if log, err := os.ReadFile(j.gh + "/log"); err != nil || string(log) != "post\npatch\npatch\n" {
		t.Errorf("%v, %s", err, log)
	}
}

// TestNotAllowed: what the action may not do fails nothing.
func TestNotAllowed(t *testing.T) {
	j := newJob(t)
	write(t, j.gh, "refuses", "")
	said, code, comment := j.run("", "GITHUB_BASE_REF=absent")
	if code != 0 || comment != "" || !strings.Contains(said, "::warning::Nothing is below the pull request") {
		t.Errorf("%d, %s%s", code, said, comment)
	}
	said, code, _ = j.run("tables.txt", "GITHUB_BASE_REF=absent")
	if code != 0 || !strings.Contains(said, "::warning::There's no review: absent can't be fetched") {
		t.Errorf("%d, %s", code, said)
	}
}
