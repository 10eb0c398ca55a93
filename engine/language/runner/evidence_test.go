package runner_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
)

// TestMeets: what a page claims of a step is compared with it like an expectation of its own.
func TestMeets(t *testing.T) {
	s := script.Parse("a.http", "# @name a\nGET {{host}}/a")
	steps := runner.Run(s, 0, runnertest.Always(404, runnertest.TableNotFound), runner.Options{Host: "http://h"})
	if len(steps) != 1 || steps[0].Err != nil {
		t.Fatalf("steps %+v", steps)
	}
	sent := steps[0]
	sent.Cost.EntitiesRead = 9
	for text, want := range map[string]string{
		"status == 404":                 "true answers 404",
		"status == 200":                 "false answers 200",
		"error == TableNotFound":        "true fails with a code TableNotFound",
		"cost.entitiesRead == 9":        "true reads exactly 9 entities",
		"cost.entitiesRead":             "Expected an operator after cost.entitiesRead.",
		"cost.entitiesRead == {{nine}}": "Expected a count of one request, and a value that is spelled out.",
		"total.transactions == 1":       "Expected a count of one request, and a value that is spelled out.",
	} {
		r, bad := steps[0].Meets(text, &sent, nil)
		got := "false " + r.Sentence
		switch {
		case bad != nil:
			got = bad.Message
		case r.OK:
			got = "true " + r.Sentence
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
