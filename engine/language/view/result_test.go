package view_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestResultHTML(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			got := append(view.Result(s.steps, s.layout, view.AsWritten).AppendHTML(nil), '\n')
			file := filepath.Join("testdata", s.name+".html")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s differs (-want +got):\n%s", file, diff)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	for _, s := range samples() {
		if got := view.Status(s.steps, view.AsWritten); got != s.status {
			t.Errorf("%s: got %q, want %q", s.name, got, s.status)
		}
	}
}

// TestExperiment: what an edit changes is news. Only an error that the page doesn't expect is a failure.
func TestExperiment(t *testing.T) {
	expected := func(s runner.Step, all ...expect.Result) []runner.Step {
		s.Expectations = all
		return []runner.Step{s}
	}
	rows := expect.Result{Sentence: "returns exactly 1 row", Noun: "rows", Expected: "1", Got: "3"}
	kind := expect.Result{Sentence: "is a range query", Noun: "plan", Expected: "range", Got: "range", OK: true}
	read := expect.Result{Sentence: "reads exactly 3 entities", Noun: "entities read", Expected: "3", Got: "3",
		OK: true}
	unreadable := refuse(query(plan.None, "Age gt", ""), &fault.Error{Code: fault.InvalidInput}, "")
	for _, c := range []struct {
		name, status, news, checks string
		steps                      []runner.Step
		failed                     bool
	}{
		{"changed", "Range query · read 3 → returned 2", "Your edit: rows 3 instead of 1, still a range query",
			"Checks 1 of 2", expected(rangeQuery(), rows, kind), false},
		{"not changed", "Range query · read 3 → returned 2",
			"Your edit changed none of the 2 figures that the page checks.", "Checks 2",
			expected(rangeQuery(), read, kind), false},
		{"nothing to check", "Range query · read 3 → returned 2", "", "", expected(rangeQuery()), false},
		{"refused", "400 InvalidInput · Query entities", "Your edit: rows 3 instead of 1", "Checks 0 of 1",
			expected(unreadable, rows), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := view.Status(c.steps, view.Experiment); got != c.status {
				t.Errorf("status %q, want %q", got, c.status)
			}
			if got := view.Failed(c.steps, view.Experiment); got != c.failed {
				t.Errorf("failed %t", got)
			}
			n := view.Result(c.steps, employees, view.Experiment)
			for class, want := range map[string]string{"rs-news": c.news, "tab-checks": c.checks} {
				got := ""
				if found := all(n, class); len(found) > 0 {
					got = words(found[0])
					if class == "tab-checks" {
						got = words(found[0].Children[0])
					}
				}
				if got != want {
					t.Errorf("%s: %q, want %q", class, got, want)
				}
			}
			if found := all(n, "is-missed"); len(found) > 0 {
				t.Errorf("told as an error: %s", words(found[0]))
			}
		})
	}
}
