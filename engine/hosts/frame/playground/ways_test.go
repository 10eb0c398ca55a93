package playground_test

import "testing"

// A filter becomes lists of conditions, any of which is enough.
func TestWays(t *testing.T) {
	for filter, want := range map[string]string{
		"PartitionKey eq 'a' and RowKey ge 'b'": `[[["PartitionKey","eq","Edm.String","a"],` +
			`["RowKey","ge","Edm.String","b"]]]`,
		"Open or Total gt 5": `[[["Open","eq","Edm.Boolean","true"]],[["Total","gt","Edm.Int32","5"]]]`,
		"not (A eq 1L or not B) and C lt 1.5": `[[["A","ne","Edm.Int64","1"],["B","eq","Edm.Boolean","true"],` +
			`["C","lt","Edm.Double","1.5"]]]`,
		"At lt datetime'2026-01-05T00:00:00Z'": `[[["At","lt","Edm.DateTime","2026-01-05T00:00:00.0000000Z"]]]`,
		"false":                                "[]",
		"A eq":                                 "null",
		"(A or B) and (C or D) and (E or F) and (G or H) and (I or J)": "null",
	} {
		if got := open(t).call("ways", fields{"filters": []string{filter}}).Raw; got != `{"ways":[`+want+`]}` {
			t.Errorf("%s: %s", filter, got)
		}
	}
}
