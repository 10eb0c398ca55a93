package evidence_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/evidence"
)

// TestTasks: of each task the right answer is right, and the wrong one isn't.
func TestTasks(t *testing.T) {
	tasks, err := evidence.Tasks()
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != 24 {
		t.Errorf("there are %d tasks", len(tasks))
	}
	for _, task := range tasks {
		t.Run(task.Name, func(t *testing.T) {
			if r := task.Try(t.Context(), task.Right); !r.Right {
				t.Errorf("the right answer: %q", r.Wrong)
			}
			r := task.Try(t.Context(), task.Wrong)
			if r.Right {
				t.Errorf("the wrong answer is right: %+v", r)
			}
			t.Logf("%q", r.Wrong)
		})
	}
}

// TestEndless: of a program that prints on and on only the beginning is kept.
func TestEndless(t *testing.T) {
	tasks, err := evidence.Tasks()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "prefix.py")
	if err := os.WriteFile(file, []byte("print('1\\n' * 600_000)"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 isn't installed")
	}
	prefix := tasks[slices.IndexFunc(tasks, func(t *evidence.Task) bool { return t.Name == "prefix" })]
	r := prefix.Try(t.Context(), evidence.Answer{Kind: evidence.Python, File: file})
	if len(r.Wrong) == 0 || !strings.Contains(r.Wrong[0], "and 524283 more") {
		t.Errorf("got %+v", r)
	}
}
