package patterns_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/lint"
	"github.com/rowkey/rowkey/engine/language/script"
)

// naive are the examples that a guide shows for what is wrong with them, by the code of the finding. It also
// has writes that stand for another client's, and keys whose order no question needs.
const naive = `
choosing-a-partition-key table-scan: eachList userDay manyEachList
chunked-entities unpadded-number: neighbour
composite-partition-key write-without-etag: note
composite-partition-key table-scan: naiveAllOpen
data-model near-limit: wide fifteen
denormalization table-scan: find refreshed manyFind
encryption table-scan: manyUnder
eventually-consistent-transactions write-without-etag: payroll
hash-sharding unpadded-number: Logs Single ManyLogs ManySingle
hash-sharding table-scan: byRowKey two byRowKeyMany
high-volume-delete table-scan: find halfWay findMany
index-entities table-scan: naiveAll
index-table table-scan: naive manyNaive
inter-partition-secondary-index table-scan: naive staffNaive
large-entities missing-projection: listNaiveMany
log-data table-scan: readByRequest findPage1 findPage2
merge-or-replace write-without-etag: points
one-to-one write-without-etag: moveAll
one-to-one table-scan: twoCars
one-to-one missing-projection: mapAll
optimistic-concurrency write-without-etag: benForces room
paging not-supported: skip
parallel-queries or-over-keys: withOr marchOr
parallel-queries table-scan: dayScan
prepend-append time-first: ByHour ByTicks ManyByHour
prepend-append table-scan: hourEmployee employeeAll employeeDepartment manyHourOne manyEmployeeAll
projection missing-projection: manyWhole
query-kinds table-scan: numberAlone jones topOne tableScanAtScale
query-kinds or-over-keys: twoWithOr twoDepartmentsWithOr orAtScale
query-kinds key-mistake: smallP
query-kinds matches-nothing: contradiction
sorting-and-keys matches-nothing: plainRange
sorting-and-keys unpadded-number: Plain ManyPlain Overflow
time-bucketing table-scan: spanByCard run cardByHour keysByCard rushByCard rushRun
time-series or-over-keys: longWithOr
`

// TestGuidesLint looks at all examples: there's a finding on those that are naive, and on no others.
func TestGuidesLint(t *testing.T) {
	t.Parallel()
	expected := map[string]bool{} // whether it was found
	for line := range strings.Lines(strings.TrimSpace(naive)) {
		head, examples, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, example := range strings.Fields(examples) {
			expected[head+": "+example] = false
		}
	}
	files, err := filepath.Glob("*/guide.md")
	if err != nil || len(files) < 39 {
		t.Fatalf("%d guides, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		better := recommended(string(text))
		for _, f := range lint.Check(script.Parse(name, string(text)), string(text)) {
			is := filepath.Dir(name) + " " + f.Code + ": " + f.Request
			if _, known := expected[is]; !known {
				t.Errorf("%s:%d:%d: %s: %s", name, f.Line, f.Column, is, f.Says)
			}
			if expected[is] = true; slices.Contains(better, f.Request) {
				t.Errorf("%s recommends %s", name, is)
			}
		}
	}
	for is, found := range expected {
		if !found {
			t.Errorf("there's no finding %s", is)
		}
	}
}

// decision is the fence that compares a naive request with the recommended one, which is its second.
var decision = regexp.MustCompile("(?s)```decision\n(.*?)\n```")

// recommended returns the examples that a guide's decision recommends.
func recommended(guide string) (examples []string) {
	match := decision.FindStringSubmatch(guide)
	if match == nil {
		return nil
	}
	sides := 0
	for line := range strings.Lines(match[1]) {
		label, side, _ := strings.Cut(line, ": ")
		if slices.Contains([]string{"wanted", "measure", "keys", "dearer"}, label) {
			continue
		}
		if sides++; sides == 1 {
			continue
		}
		if _, after, scaled := strings.Cut(side, " -> "); scaled {
			side = after
		}
		side, _, _ = strings.Cut(side, " — ")
		examples = append(examples, strings.Fields(strings.ReplaceAll(side, "+", " "))...)
	}
	return examples
}
