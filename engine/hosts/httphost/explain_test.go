package httphost_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

const nothing = "entitiesRead=0; entitiesReturned=0; entitiesWritten=0; pages=0; transactions=0; " +
	"bytes=0; bytesRead=0; bytesWritten=0"

func TestExplain(t *testing.T) {
	for name, test := range map[string]struct {
		trace      trace.Trace
		plan, cost string
	}{
		"query": {
			trace.Trace{
				Operation: "QueryEntities",
				Plan:      plan.Plan{Kind: plan.PartitionScan, Scope: `PartitionKey 'a"\'`, Advice: "Ask für 1 €."},
				Cost: trace.Cost{
					EntitiesRead: 4, EntitiesReturned: 2, Pages: 1, Transactions: 1,
					BytesReturned: 1234, BytesRead: 790, BytesWritten: 5,
				},
			},
			`operation=QueryEntities; kind=partition-scan; ` +
				`scope="PartitionKey 'a\"\\'"; advice="Ask f\u00fcr 1 \u20ac."`,
			"entitiesRead=4; entitiesReturned=2; entitiesWritten=0; pages=1; transactions=1; " +
				"bytes=1234; bytesRead=790; bytesWritten=5",
		},
		"refusal": {
			trace.Trace{
				Operation: "QueryEntities",
				Fault:     &fault.Error{Code: fault.InvalidInput, Hint: "Two lines:\nthis; and\x7F this\r."},
			},
			`operation=QueryEntities; error=InvalidInput; hint="Two lines:\nthis; and\u007f this\r."`,
			nothing,
		},
		"long": {
			trace.Trace{Plan: plan.Plan{Kind: plan.Range, Scope: strings.Repeat("é", 401)}},
			`kind=range; scope="` + strings.Repeat(`\u00e9`, 399) + `\u2026"`,
			nothing,
		},
		"not so long": {
			trace.Trace{Plan: plan.Plan{Kind: plan.Point, Scope: strings.Repeat("a", 400)}},
			`kind=point; scope="` + strings.Repeat("a", 400) + `"`,
			nothing,
		},
		"nothing known": {trace.Trace{}, "", nothing},
	} {
		t.Run(name, func(t *testing.T) {
			asking := wire.Request{Headers: wire.Headers{{Name: "X-Rowkey-Explain", Value: "1"}}}
			want := wire.Headers{{Name: "x-rowkey-plan", Value: test.plan}, {Name: "x-rowkey-cost", Value: test.cost}}
			if diff := cmp.Diff(want, httphost.Explain(asking, nil, &test.trace)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestNotExplained: the headers are only for a client that asks, and pages of allowed origins can read them.
func TestNotExplained(t *testing.T) {
	endpoint := admitting(t, page)
	const tables = "/devstoreaccount1/Tables"
	for _, asked := range []string{"", "0", "true"} {
		got := ask(endpoint, "GET", "a", tables, "x-rowkey-explain", asked)
		if slices.ContainsFunc(slices.Collect(maps.Keys(got.Header)), ours) {
			t.Errorf("%q: got %v", asked, got.Header)
		}
	}
	got := ask(endpoint, "GET", "a", tables, "x-rowkey-explain", "1", "Origin", page)
	const want = ",x-rowkey-plan,x-rowkey-cost,"
	if exposed := got.Header.Get("Access-Control-Expose-Headers"); !strings.Contains(exposed, want) {
		t.Errorf("exposed are %s", exposed)
	}
}

// ours reports whether a header is one that Explain adds.
func ours(name string) bool { return strings.HasPrefix(name, "x-rowkey-") }
