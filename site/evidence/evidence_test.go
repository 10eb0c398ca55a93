package evidence_test

import (
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
