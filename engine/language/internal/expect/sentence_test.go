package expect_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/trace"
)

// TestSentences has the sentence of each kind of expectation, with the request as its subject.
func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"status == 200":                 "answers 200",
		"status < 300":                  "answers with a status < 300",
		"header ETag exists":            "has a header ETag",
		"header X !exists":              "has no header X",
		"header ETag matches W/*":       "has a header ETag like W/*",
		"rows == 0":                     "returns no rows",
		"rows == 1":                     "returns exactly 1 row",
		"rows >= 2":                     "returns at least 2 rows",
		"error == InvalidInput":         "fails with a code InvalidInput",
		"error exists":                  "fails",
		"error !exists":                 "doesn't fail",
		"plan == range":                 "is a range query",
		"plan == partition-scan":        "is a partition scan",
		"plan != table-scan":            "isn't a table scan",
		"plan !exists":                  "isn't a query",
		"cost.entitiesRead <= 10":       "reads at most 10 entities",
		"cost.entitiesRead == 1":        "reads exactly 1 entity",
		"cost.entitiesWritten == 0":     "writes no entities",
		"cost.transactions == 1":        "is billed as exactly 1 transaction",
		"cost.pages < 3":                "takes fewer than 3 pages",
		"cost.bytesRead > 5":            "reads more than 5 bytes",
		"total.transactions != 4":       "has been billed so far as anything but 4 transactions",
		"body contains Sales":           "has a body that contains Sales",
		"body exists":                   "has a body",
		"body $.value[0].RowKey == 001": "has $.value[0].RowKey 001",
		"body $.N !exists":              "has no $.N",
		"body $.N exists":               "has $.N",
	} {
		f := runnertest.Traced(runnertest.Response(200, `{"N":1}`, "ETag", "1"), trace.Trace{})
		steps := runnertest.Run(t, f, "# @expect "+text+"\nGET {{host}}/1")
		if got := steps[0].Expectations[0].Sentence; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
