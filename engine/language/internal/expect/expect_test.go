package expect_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestExpectations has the result of each expectation, with what was found: "+ 200" for one that is met.
func TestExpectations(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		want   map[string]string
	}{
		{200, runnertest.Entities, map[string]string{
			"status == 200":      "+ 200",
			"status==200":        "+ 200",
			"status != 200":      "- 200",
			"status < 300":       "+ 200",
			"status <= 199":      "- 200",
			"status > 99.5":      "+ 200",
			"status >= 201":      "- 200",
			"status matches 2??": "+ 200",
			"status matches 3*":  "- 200",
			"status contains 0":  "+ 200",

			"header ETag exists":                  `+ W/"datetime'1'"`,
			"header etag !exists":                 `- W/"datetime'1'"`,
			"header X !exists":                    "+ no header X",
			"header X exists":                     "- no header X",
			"header X == 1":                       "- no header X",
			"header X != 1":                       "+ no header X",
			"header X matches *":                  "- no header X",
			`header ETag == W/"datetime'1'"`:      `+ W/"datetime'1'"`,
			`header ETag matches W/"datetime'*'"`: `+ W/"datetime'1'"`,
			"header ETag matches datetime":        `- W/"datetime'1'"`,
			"header Content-Length == 7.0":        "+ 7",
			"header Content-Length < 10":          "+ 7",
			"header Empty exists":                 `+ ""`,
			`header Empty == ""`:                  `+ ""`,
			"header Empty < 1":                    `- ""`,

			"rows == 2":     "+ 2",
			"rows > 2":      "- 2",
			`error == ""`:   "+ no error",
			"error exists":  "- no error",
			"error !exists": "+ no error",
			"error == X":    "- no error",

			"body contains odata.metadata":                "+ " + short(runnertest.Entities),
			"body exists":                                 "+ " + short(runnertest.Entities),
			"body == {}":                                  "- " + short(runnertest.Entities),
			"body $ exists":                               "+ " + short(runnertest.Entities),
			"body $.value[0].RowKey == 0001":              "+ 0001",
			"body $.value[0].RowKey == \"0001\"":          `+ "0001"`,
			"body $.value[0].RowKey == 1":                 `- "0001"`,
			"body $.value[0].RowKey < 0002":               "+ 0001",
			"body $.value[0].RowKey >= 0002":              "- 0001",
			"body $.value[0].RowKey > 1":                  `- "0001"`,
			"body $.value[0].Big == 9007199254740993":     `+ "9007199254740993"`,
			"body $.value[0].Big == 9007199254740992":     `- "9007199254740993"`,
			"body $.value[0].Big == \"9007199254740993\"": `+ "9007199254740993"`,
			"body $.value[1].Big < 0":                     `+ "-1"`,
			"body $.value[0].Price == 5":                  "+ 5.0",
			"body $.value[0].Price == 5e0":                "+ 5.0",
			"body $.value[0].Price == \"5.0\"":            "- 5.0",
			"body $.value[1].Price < 1":                   "+ 0.5",
			"body $.value[0].Open == true":                "+ true",
			"body $.value[0].Open == \"true\"":            "- true",
			"body $.value[0].Open == false":               "- true",
			"body $.value[0].Note == null":                "+ null",
			"body $.value[0].Note exists":                 "+ null",
			"body $.value[1].Note !exists":                "+ no $.value[1].Note",
			"body $.value[1].Note == null":                "- no $.value[1].Note",
			"body $.value[2].RowKey == 0003":              "- no $.value[2].RowKey",
			"body $.value.RowKey exists":                  "- no $.value.RowKey",
			"body $['odata.metadata'] == m":               "+ m",
			"body $.value[0].At matches 2026-01-??T*Z":    "+ 2026-01-05T09:00:00Z",
			"body $.value[0].At > 2026-01-04":             "+ 2026-01-05T09:00:00Z",

			`body $.value[*].RowKey == ["0001","0002"]`:    `+ ["0001","0002"]`,
			`body $.value[*].RowKey == [ "0002", "0001" ]`: `- ["0001","0002"]`,
			`body $.value[*].RowKey contains 0002`:         `+ ["0001","0002"]`,
			`body $.value[*].RowKey contains 2`:            `- ["0001","0002"]`,
			`body $.value[*].Price contains 0.50`:          `+ [5.0,0.5]`,
			`body $.value[*].Note == [null]`:               `+ [null]`,
			`body $.value[*].None !exists`:                 `+ no $.value[*].None`,
			`body $.value[*].None == []`:                   `+ []`,
			`body $.value[*].RowKey[*] exists`:             ``,
			`body $.value[1] == {"RowKey":"0002","PartitionKey":"a","Open":false,"Price":0.50,"Big":"-1"}`: `+ ` +
				`{"PartitionKey":"a","RowKey":"0002","Big":"-1","Price":0.5,"Open":false}`,
			`body $.value[1] == {"RowKey":"0002"}`: `- ` +
				`{"PartitionKey":"a","RowKey":"0002","Big":"-1","Price":0.5,"Open":false}`,
		}},
		{404, runnertest.TableNotFound, map[string]string{
			"error == TableNotFound":                   "+ TableNotFound",
			`error == "TableNotFound"`:                 "+ TableNotFound",
			"error != EntityAlreadyExists":             "+ TableNotFound",
			"error matches *NotFound":                  "+ TableNotFound",
			"error exists":                             "+ TableNotFound",
			"rows == 0":                                "- no rows: the answer is 404 TableNotFound",
			"rows < 1":                                 "- no rows: the answer is 404 TableNotFound",
			"rows != 0":                                "+ no rows: the answer is 404 TableNotFound",
			"rows !exists":                             "+ no rows: the answer is 404 TableNotFound",
			"body $['odata.error'].code contains able": "+ TableNotFound",
		}},
		{404, "gone", map[string]string{
			"error == FromHeader": "+ FromHeader",
			"body $.a exists":     "- a body that isn't JSON",
			"body == gone":        "+ gone",
		}},
		{204, "", map[string]string{
			"rows == 0":        "- no rows: the answer is neither an entity nor a list",
			"body !exists":     `+ ""`,
			`body == ""`:       `+ ""`,
			"body $.a !exists": "+ no body",
		}},
		{200, `{"RowKey":"1"}`, map[string]string{"rows == 1": "+ 1", "rows exists": "+ 1"}},
		{200, `<a/>`, map[string]string{"rows !exists": "+ no rows: the answer is neither an entity nor a list"}},
		{500, "", map[string]string{"rows == 0": "- no rows: the answer is 500 FromHeader"}},
		{200, `{"value":[]}`, map[string]string{"rows == 0": "+ 0", "body $.value == []": "+ []"}},
		{200, strings.Repeat("[", 200) + strings.Repeat("]", 200), map[string]string{
			"body $[0] exists": "- a body that isn't JSON",
		}},
	} {
		for text, want := range c.want {
			if want == "" {
				continue
			}
			f := runnertest.Always(c.status, c.body, "ETag", `W/"datetime'1'"`, "Content-Length", "7", "Empty", "",
				"x-ms-error-code", "FromHeader")
			x := runnertest.Run(t, f, "# @expect "+text+"\nGET {{host}}/a")[0].Expectations[0]
			got := "- " + x.Got
			if x.OK {
				got = "+ " + x.Got
			}
			if got != want || x.Text != text || x.Line != 1 || x.Skipped {
				t.Errorf("%d %s: got %s, want %s\n%+v", c.status, text, got, want, x)
			}
		}
	}
}

// short returns what a report shows of a long string.
func short(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text[:120]) + "…"
}

// TestExpectedValues: a value can contain {{ }}.
func TestExpectedValues(t *testing.T) {
	f := runnertest.Always(200, `{"A":"x","N":2}`, "ETag", "1")
	steps := runnertest.Run(t, f, `@x = x
# @name first
GET {{host}}/1
###
# @loop for 3
# @expect body $.A == {{x}}
# @expect header ETag != {{first.response.headers.ETag}}
# @expect body $.N == {{$index}}
GET {{host}}/2`)
	want := []expect.Result{
		{Text: "body $.A == {{x}}", Line: 5 + 1, OK: true, Sentence: "has $.A x", Noun: "$.A", Expected: "x",
			Got: "x"},
		{Text: "header ETag != {{first.response.headers.ETag}}", Line: 7, Noun: "ETag",
			Sentence: "has a header ETag other than 1", Expected: "!= 1", Got: "1 (at $index 0)"},
		{Text: "body $.N == {{$index}}", Line: 8, Sentence: "has $.N 0", Noun: "$.N", Expected: "0",
			Got: "2 (at $index 0)"},
	}
	if diff := cmp.Diff(want, steps[1].Expectations); diff != "" {
		t.Error(diff)
	}
}

func TestPlanAndCost(t *testing.T) {
	const text = `# @expect plan == range
# @expect plan != point
# @expect plan exists
# @expect cost.entitiesRead <= 4
# @expect cost.entitiesReturned == 3
# @expect cost.pages == 1
# @expect cost.transactions < 1
# @expect cost.bytes > 10
# @expect cost.entitiesRead matches 4
# @expect cost.entitiesWritten == 2
# @expect cost.bytesRead == 380
# @expect cost.bytesWritten != 190
GET {{host}}/a`
	tr := trace.Trace{
		Plan: plan.Plan{Kind: plan.Range},
		Cost: trace.Cost{
			EntitiesRead: 4, EntitiesReturned: 3, EntitiesWritten: 2, Pages: 1, Transactions: 1,
			BytesRead: 380, BytesReturned: 99, BytesWritten: 190,
		},
	}
	f := runnertest.Traced(runnertest.Response(200, ""), tr)
	var got []string
	for _, x := range runnertest.Run(t, f, text)[0].Expectations {
		line := "- "
		if x.OK {
			line = "+ "
		}
		got = append(got, line+x.Expected+": "+x.Got)
	}
	want := []string{
		"+ range: range", "+ != point: range", "+ exists: range", "+ <= 4: 4", "+ 3: 3", "+ 1: 1", "- < 1: 1",
		"+ > 10: 99", "+ matches 4: 4", "+ 2: 2", "+ 380: 380", "- != 190: 190",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, x := range runnertest.Run(t, runnertest.Always(200, ""), text)[0].Expectations {
		if !x.OK || !x.Skipped || x.Got != "" {
			t.Errorf("where there is no trace: %+v", x)
		}
	}
	f = runnertest.Traced(runnertest.Response(200, ""), trace.Trace{})
	for text, want := range map[string]bool{
		`plan == ""`: true, "plan !exists": true, "plan exists": false, "plan == point": false,
	} {
		x := runnertest.Run(t, f, "# @expect "+text+"\nGET {{host}}/a")[0].Expectations[0]
		if x.OK != want || x.Got != "no plan" {
			t.Errorf("%s: %+v", text, x)
		}
	}
}

// TestLoop: the iterations of a loop have one trace with the sum of their costs and the costliest plan,
// and an expectation shows the first iteration that failed it.
func TestLoop(t *testing.T) {
	n := 0
	f := runnertest.Serving(func(wire.Request) (wire.Response, *trace.Trace, error) {
		n++
		kind, status := plan.Point, 200
		if n == 2 {
			kind, status = plan.TableScan, 500
		}
		partition := string(rune('d' - n))
		if n == 4 {
			partition = "b"
		}
		return runnertest.Response(status, ""), &trace.Trace{
			Plan:       plan.Plan{Kind: kind},
			Cost:       trace.Cost{EntitiesRead: n, Transactions: 1},
			Partitions: []trace.Partition{{PartitionKey: partition, Read: n, Returned: 1, Written: 2}},
			Touched:    make([]trace.Touch, trace.MaxTouched/3),
		}, nil
	})
	s := runnertest.Run(t, f, `# @loop for 4
# @expect status == 200
# @expect cost.entitiesRead == 10
# @expect cost.transactions == 4
# @expect plan == point
GET {{host}}/a`)[0]
	want := []expect.Result{
		{Text: "status == 200", Line: 2, Expected: "200", Got: "500 (at $index 1)"},
		{Text: "cost.entitiesRead == 10", Line: 3, OK: true, Expected: "10", Got: "10"},
		{Text: "cost.transactions == 4", Line: 4, OK: true, Expected: "4", Got: "4"},
		{Text: "plan == point", Line: 5, Expected: "point", Got: "table-scan"},
	}
	words := cmpopts.IgnoreFields(expect.Result{}, "Sentence", "Noun") // sentence_test.go has these
	if diff := cmp.Diff(want, s.Expectations, words); diff != "" {
		t.Error(diff)
	}
	partitions := []trace.Partition{
		{PartitionKey: "a", Read: 3, Returned: 1, Written: 2},
		{PartitionKey: "b", Read: 6, Returned: 2, Written: 4},
		{PartitionKey: "c", Read: 1, Returned: 1, Written: 2},
	}
	if diff := cmp.Diff(partitions, s.Trace.Partitions); diff != "" {
		t.Error(diff)
	}
	if s.Plan != "table-scan" || s.Trace.Cost != s.Cost || len(s.Trace.Touched) != trace.MaxTouched {
		t.Errorf("plan %s, cost %+v and %+v, %d touched", s.Plan, s.Trace.Cost, s.Cost, len(s.Trace.Touched))
	}
}

// TestMatches: a pattern has to match the whole string.
func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"*", "", true},
		{"***", "x", true},
		{"?", "", false},
		{"?", "é", true},
		{"??", "é", false},
		{"abc", "abc", true},
		{"abc", "abcd", false},
		{"abc", "xabc", false},
		{"a*c", "ac", true},
		{"a*c", "abcbc", true},
		{"a*c", "abcb", false},
		{"*b*b*", "abab", true},
		{"*b*b*b*", "abab", false},
		{"a*?c", "ac", false},
		{"a*?c", "aéc", true},
		{"*.?", "1.2.3", true},
		{`a\*`, "a*", true},
		{`a\*`, "ab", false},
		{`a\?c`, "a?c", true},
		{`a\?c`, "abc", false},
		{`a\\b`, `a\b`, true},
		{`\a`, "a", true},
		{`a\`, `a\`, true},
		{"a*e", "a\nb\ne", true},
		{strings.Repeat("a*", 30) + "b", strings.Repeat("a", 5000), false},
	} {
		f := runnertest.Always(200, c.text)
		x := runnertest.Run(t, f, "# @expect body matches "+c.pattern+"\nGET {{host}}/a")[0].Expectations[0]
		if x.OK != c.want {
			t.Errorf("%q matches %q: got %v", c.text, c.pattern, x.OK)
		}
	}
}
