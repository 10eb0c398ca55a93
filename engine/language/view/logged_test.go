package view_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
)

func TestLogged(t *testing.T) {
	scan := query(plan.PartitionScan, "", "", "Sales/000118 read", "Sales/000223 returned")
	scan.Trace.Plan.Scope, scan.Trace.Plan.Advice = "PartitionKey 'Sales'", "Add a RowKey."
	insert := write("InsertEntity", 201, "", "Sales/000118 written")
	invalid := fault.New(fault.InvalidInput)
	invalid.Hint = "Write eq."
	refused := refuse(query(plan.None, "", ""), invalid, "")
	for name, test := range map[string]struct {
		step          runner.Step
		label, detail string
	}{
		"query": {scan,
			`<span class="kind kind-partition-scan"><span class="glyph" aria-hidden="true">▤</span> Partition ` +
				`scan</span>`,
			`<div class="result kind-partition-scan"><p class="rs-plan"><span class="rs-status is-ok">200 OK</span> ` +
				`<strong class="rs-kind"><span class="glyph" aria-hidden="true">▤</span> Partition scan</strong>: ` +
				`read 2 entities in 1 partition, returned 1; 1 transaction</p>` +
				`<p class="rs-scope">Key range: PartitionKey 'Sales'</p>` +
				`<p class="rs-advice"><strong>Cheaper:</strong> Add a RowKey.</p>` +
				expectations("status == 200", "plan == partition-scan", "cost.entitiesRead &lt;= 2",
					"cost.entitiesReturned == 1", "cost.transactions == 1"),
		},
		"write": {insert,
			`<span class="kind">Insert entity</span>`,
			`<div class="result kind-none"><p class="rs-plan"><span class="rs-status is-ok">201 Created</span> ` +
				`<strong class="rs-kind">Insert entity</strong>: 1 entity written (118 bytes); 1 transaction</p>` +
				`<p class="rs-scope">Key: PartitionKey 'Sales', RowKey '000118'</p>` +
				expectations("status == 201", "cost.transactions == 1"),
		},
		"refusal": {refused,
			`<span class="kind">Query entities</span>`,
			`<div class="result kind-none"><p class="rs-plan"><span class="rs-status is-fault">400 Bad ` +
				`Request</span> ` +
				`<strong class="rs-kind">Query entities</strong>: 1 transaction</p>` +
				`<div class="rs-fault"><p><strong>InvalidInput</strong>: One of the request inputs is not valid.</p>` +
				`<p class="rs-hint">Write eq.</p></div>` +
				expectations("status == 400", "error == InvalidInput", "cost.transactions == 1"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := test.step
			shown := view.ExchangeOf(&s)
			if got := string(view.Label(shown).AppendHTML(nil)); got != test.label {
				t.Errorf("label\n%s\nwant\n%s", got, test.label)
			}
			if got := string(view.Logged(shown).AppendHTML(nil)); got != test.detail {
				t.Errorf("detail\n%s\nwant\n%s", got, test.detail)
			}
		})
	}
}

// expectations returns the end of what a log shows of a request.
func expectations(lines ...string) string {
	html := `<details class="rs-http"><summary>As expectations of a script</summary>` +
		`<pre tabindex="0" role="group" aria-label="Expectations">` + "\n<code>"
	for i, line := range lines {
		if i > 0 {
			html += "\n"
		}
		html += "# @expect " + line
	}
	return html + `</code></pre></details></div>`
}
