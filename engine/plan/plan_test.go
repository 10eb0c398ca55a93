package plan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
)

func build(t testing.TB, source string) plan.Plan {
	t.Helper()
	e, err := filter.Parse(source)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return plan.Build("Orders", e, source)
}

// TestBuild lists each filter's terms in the order written, with a + before bounds.
func TestBuild(t *testing.T) {
	for _, c := range []struct{ filter, kind, scope, terms, residual string }{
		{"", "table-scan", "every partition", "", ""},
		{"true", "table-scan", "every partition", "", ""},
		{"false", "range", "nothing", "+false", ""},
		{"PartitionKey eq 'S' and true", "partition-scan", "PartitionKey 'S'", "+PartitionKey eq 'S'", ""},
		{"PartitionKey eq 'S' and not (A eq 1 or true)", "range", "nothing",
			"+PartitionKey eq 'S'; +not (A eq 1 or true)", ""},
		{"false or PartitionKey eq 'S'", "partition-scan", "PartitionKey 'S'", "+false or PartitionKey eq 'S'", ""},
		{"PartitionKey eq 'Sales' and RowKey eq '1'", "point", "PartitionKey 'Sales', RowKey '1'",
			"+PartitionKey eq 'Sales'; +RowKey eq '1'", ""},
		{"PartitionKey eq 'Sales'", "partition-scan", "PartitionKey 'Sales'", "+PartitionKey eq 'Sales'", ""},
		{"PartitionKey eq 'S' and RowKey ge 'a' and RowKey lt 'b'", "range",
			"PartitionKey 'S', RowKey from 'a' to before 'b'",
			"+PartitionKey eq 'S'; +RowKey ge 'a'; +RowKey lt 'b'", ""},
		{"PartitionKey eq 'S' and RowKey gt 'a' and RowKey le 'b'", "range",
			"PartitionKey 'S', RowKey after 'a' up to 'b'",
			"+PartitionKey eq 'S'; +RowKey gt 'a'; +RowKey le 'b'", ""},
		{"RowKey lt 'b' and PartitionKey eq 'S'", "range", "PartitionKey 'S', RowKey before 'b'",
			"+RowKey lt 'b'; +PartitionKey eq 'S'", ""},
		{"PartitionKey eq 'it''s' and RowKey le 'b'", "range", "PartitionKey 'it''s', RowKey up to 'b'",
			"+PartitionKey eq 'it''s'; +RowKey le 'b'", ""},
		{"'S' eq PartitionKey and 'a' le RowKey", "range", "PartitionKey 'S', RowKey from 'a'",
			"+'S' eq PartitionKey; +'a' le RowKey", ""},
		{"PartitionKey eq 'S' and RowKey ge 'a' and RowKey ge 'c' and RowKey gt 'b' and RowKey lt 'x' and " +
			"RowKey le 'x'", "range", "PartitionKey 'S', RowKey from 'c' to before 'x'",
			"+PartitionKey eq 'S'; +RowKey ge 'a'; +RowKey ge 'c'; +RowKey gt 'b'; +RowKey lt 'x'; " +
				"+RowKey le 'x'", ""},
		{"PartitionKey eq 'S' and RowKey ge 'c' and RowKey gt 'c' and RowKey le 'x' and RowKey lt 'x'",
			"range", "PartitionKey 'S', RowKey after 'c' to before 'x'",
			"+PartitionKey eq 'S'; +RowKey ge 'c'; +RowKey gt 'c'; +RowKey le 'x'; +RowKey lt 'x'", ""},
		{"PartitionKey eq 'S' and RowKey gt 'a' and RowKey ge 'a'", "range", "PartitionKey 'S', RowKey after 'a'",
			"+PartitionKey eq 'S'; +RowKey gt 'a'; +RowKey ge 'a'", ""},
		{"PartitionKey eq 'S' and RowKey le 'x' and RowKey lt 'x'", "range", "PartitionKey 'S', RowKey before 'x'",
			"+PartitionKey eq 'S'; +RowKey le 'x'; +RowKey lt 'x'", ""},
		{"PartitionKey eq 'S' and RowKey ge 'a' and RowKey le 'a'", "point", "PartitionKey 'S', RowKey 'a'",
			"+PartitionKey eq 'S'; +RowKey ge 'a'; +RowKey le 'a'", ""},
		{"PartitionKey ge 'S' and PartitionKey le 'S'", "partition-scan", "PartitionKey 'S'",
			"+PartitionKey ge 'S'; +PartitionKey le 'S'", ""},
		{"PartitionKey eq '' and RowKey le ''", "point", "PartitionKey '', RowKey ''",
			"+PartitionKey eq ''; +RowKey le ''", ""},
		{"PartitionKey eq 'S' and RowKey ge ''", "partition-scan", "PartitionKey 'S'",
			"+PartitionKey eq 'S'; +RowKey ge ''", ""},
		{"PartitionKey eq 'S' and RowKey gt ''", "range", "PartitionKey 'S', RowKey after ''",
			"+PartitionKey eq 'S'; +RowKey gt ''", ""},

		{"PartitionKey eq 'S' and Total gt 5", "partition-scan", "PartitionKey 'S'",
			"+PartitionKey eq 'S'; Total gt 5", "Total gt 5"},
		{"(PartitionKey eq 'S' and Open) and (RowKey gt 'a' and 5 lt Total)", "range",
			"PartitionKey 'S', RowKey after 'a'",
			"+PartitionKey eq 'S'; Open; +RowKey gt 'a'; 5 lt Total", "Open and Total gt 5"},
		{"PartitionKey eq 'S' and RowKey ne 'a'", "partition-scan", "PartitionKey 'S'",
			"+PartitionKey eq 'S'; RowKey ne 'a'", "RowKey ne 'a'"},
		{"PartitionKey eq 'S' and RowKey eq 5", "partition-scan", "PartitionKey 'S'",
			"+PartitionKey eq 'S'; RowKey eq 5", "RowKey eq 5"},
		{"PartitionKey", "table-scan", "every partition", "PartitionKey", "PartitionKey"},

		{"PartitionKey gt 'a' and PartitionKey le 'c'", "partition-range-scan", "PartitionKey after 'a' up to 'c'",
			"+PartitionKey gt 'a'; +PartitionKey le 'c'", ""},
		{"PartitionKey ge 'a' and RowKey gt 'x'", "partition-range-scan", "PartitionKey from 'a'",
			"+PartitionKey ge 'a'; RowKey gt 'x'", "RowKey gt 'x'"},
		{"RowKey eq '1'", "table-scan", "every partition", "RowKey eq '1'", "RowKey eq '1'"},

		{"not (PartitionKey ne 'S') and not (RowKey lt 'a' or RowKey ge 'b')", "range",
			"PartitionKey 'S', RowKey from 'a' to before 'b'",
			"+not (PartitionKey ne 'S'); +not (RowKey lt 'a' or RowKey ge 'b')", ""},
		{"not not (not (PartitionKey gt 'S') and not (PartitionKey lt 'S'))", "partition-scan", "PartitionKey 'S'",
			"+not not (not (PartitionKey gt 'S') and not (PartitionKey lt 'S'))", ""},
		{"PartitionKey eq 'S' and not (RowKey lt 'a' or Total gt 5)", "range", "PartitionKey 'S', RowKey from 'a'",
			"+PartitionKey eq 'S'; not (RowKey lt 'a' or Total gt 5)", "not (Total gt 5)"},
		{"PartitionKey eq 'S' and not (Total lt 5)", "partition-scan", "PartitionKey 'S'",
			"+PartitionKey eq 'S'; not (Total lt 5)", "not (Total lt 5)"},
		{"not (PartitionKey lt 5)", "table-scan", "every partition", "not (PartitionKey lt 5)",
			"not (PartitionKey lt 5)"},
		{"not (PartitionKey ne 'a' and RowKey eq 'b')", "table-scan", "every partition",
			"not (PartitionKey ne 'a' and RowKey eq 'b')", "not (PartitionKey ne 'a' and RowKey eq 'b')"},

		{"PartitionKey eq 'a' or PartitionKey eq 'b'", "table-scan", "every partition",
			"PartitionKey eq 'a' or PartitionKey eq 'b'", "PartitionKey eq 'a' or PartitionKey eq 'b'"},
		{"PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2')", "partition-scan", "PartitionKey 'a'",
			"+PartitionKey eq 'a'; RowKey eq '1' or RowKey eq '2'", "RowKey eq '1' or RowKey eq '2'"},

		{"PartitionKey eq 'a' and PartitionKey eq 'b' and Total gt 5", "range", "nothing",
			"+PartitionKey eq 'a'; +PartitionKey eq 'b'; Total gt 5", "Total gt 5"},
		{"RowKey gt 'a' and RowKey lt 'a'", "range", "nothing", "+RowKey gt 'a'; +RowKey lt 'a'", ""},
		{"PartitionKey eq 'a' and RowKey ge 'a' and RowKey lt 'a'", "range", "nothing",
			"+PartitionKey eq 'a'; +RowKey ge 'a'; +RowKey lt 'a'", ""},
		{"PartitionKey lt ''", "range", "nothing", "+PartitionKey lt ''", ""},
	} {
		p := build(t, c.filter)
		residual := ""
		if p.Residual != nil {
			residual = p.Residual.String()
		}
		got := []string{p.Kind.String(), p.Scope, terms(p), residual}
		if diff := cmp.Diff([]string{c.kind, c.scope, c.terms, c.residual}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.filter, diff)
		}
		if p.Range.Empty() != (c.scope == "nothing") {
			t.Errorf("%s: empty is %v", c.filter, p.Range.Empty())
		}
		for _, term := range p.Terms {
			if c.filter[term.Start:term.End] != term.Text {
				t.Errorf("%s: term %q says it is %q", c.filter, term.Text, c.filter[term.Start:term.End])
			}
		}
	}
}

func terms(p plan.Plan) string {
	var texts []string
	for _, term := range p.Terms {
		text := term.Text
		if term.Role == plan.Bound {
			text = "+" + text
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// TestRanges lists entities just inside and just outside the range of each filter, as PartitionKey/RowKey.
func TestRanges(t *testing.T) {
	for _, c := range []struct{ filter, inside, outside string }{
		{"", "/ \uFFFF/\uFFFF", ""},
		{"PartitionKey eq 'b'", "b/ b/\uFFFF", "a/z b\x00/ c/"},
		{"PartitionKey eq 'b' and RowKey eq '1'", "b/1", "b/ b/0 b/1\x00 b/11 c/1"},
		{"PartitionKey eq 'b' and RowKey gt '1'", "b/1\x00 b/11 b/\uFFFF", "b/1 c/"},
		{"PartitionKey eq 'b' and RowKey le '1'", "b/ b/1", "a/1 b/1\x00 b/2"},
		{"PartitionKey gt 'b' and PartitionKey lt 'd'", "b\x00/ c/ cz/z", "b/z d/"},
		{"PartitionKey ge 'b' and PartitionKey le 'd'", "b/ d/\uFFFF", "a/z d\x00/"},
		{"PartitionKey ge 'b' and PartitionKey le 'd' and RowKey ge 'm' and RowKey lt 'p'", "b/m c/ c/z d/o",
			"b/l d/p"},
		{"PartitionKey ge 'b' and PartitionKey le 'd' and RowKey gt 'm' and RowKey le 'p'", "b/n c/ c/z d/p",
			"b/m d/p\x00"},
		{"PartitionKey gt 'b' and PartitionKey lt 'd' and RowKey eq 'm'", "b\x00/ c/ c/z", "b/m d/m"},
		{"PartitionKey eq 'b' and PartitionKey eq 'c'", "", "/ b/ c/"},
	} {
		p := build(t, c.filter)
		for _, key := range strings.Fields(c.inside) {
			if !p.Range.Contains(entityKey(key)) {
				t.Errorf("%s does not read %q", c.filter, key)
			}
		}
		for _, key := range strings.Fields(c.outside) {
			if p.Range.Contains(entityKey(key)) {
				t.Errorf("%s reads %q", c.filter, key)
			}
		}
		if p.Range.Contains(keys.Entity("Other", table.Key{PartitionKey: "b", RowKey: "1"})) {
			t.Errorf("%s reads another table", c.filter)
		}
	}
}

func entityKey(text string) string {
	partition, row, _ := strings.Cut(text, "/")
	return keys.Entity("Orders", table.Key{PartitionKey: partition, RowKey: row})
}

func TestStartAt(t *testing.T) {
	for _, c := range []struct{ filter, scope, inside, outside string }{
		{"", "every partition, beginning at PartitionKey 'b', RowKey '1'", "b/1 c/", "a/z b/ b/0"},
		{"PartitionKey eq 'b' and RowKey lt '5'",
			"PartitionKey 'b', RowKey before '5', beginning at PartitionKey 'b', RowKey '1'",
			"b/1 b/4", "b/0 b/5 c/"},
		{"PartitionKey eq 'a'", "PartitionKey 'a', beginning at PartitionKey 'b', RowKey '1'", "", "a/ a/z b/1"},
		{"PartitionKey lt ''", "nothing", "", "/ b/1"},
	} {
		p := build(t, c.filter).StartAt("Orders", table.Key{PartitionKey: "b", RowKey: "1"})
		if p.Scope != c.scope {
			t.Errorf("%s: got %s, want %s", c.filter, p.Scope, c.scope)
		}
		for _, key := range strings.Fields(c.inside) {
			if !p.Range.Contains(entityKey(key)) {
				t.Errorf("%s does not read %q", c.filter, key)
			}
		}
		for _, key := range strings.Fields(c.outside) {
			if p.Range.Contains(entityKey(key)) {
				t.Errorf("%s reads %q", c.filter, key)
			}
		}
	}
}

func TestWithin(t *testing.T) {
	reach := build(t, "PartitionKey eq 'b'").Range
	for _, c := range []struct{ filter, scope string }{
		{"", "every partition, within the keys of the token"},
		{"PartitionKey eq 'a'", "PartitionKey 'a', within the keys of the token"},
		{"PartitionKey eq 'b' and RowKey lt '5'", "PartitionKey 'b', RowKey before '5'"},
		{"PartitionKey lt ''", "nothing"},
	} {
		p := build(t, c.filter)
		within := p.Within(reach)
		if within.Scope != c.scope || within.Scope != p.Scope && within.Advice != "" {
			t.Errorf("%s: got %s; %s, want %s", c.filter, within.Scope, within.Advice, c.scope)
		}
		if want := p.Range.Within(reach); within.Range != want && !(want.Empty() && within.Range.Empty()) {
			t.Errorf("%s: reads %q, want %q", c.filter, within.Range, want)
		}
	}
}

func TestPointOf(t *testing.T) {
	key := table.Key{PartitionKey: "Sales", RowKey: ""}
	p := plan.PointOf("Orders", key)
	want := plan.Plan{
		Kind:  plan.Point,
		Scope: "PartitionKey 'Sales', RowKey ''",
		Range: keys.Range{From: keys.Entity("Orders", key), To: keys.After(keys.Entity("Orders", key))},
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAdvice(t *testing.T) {
	for _, c := range []struct{ filter, want string }{
		{"PartitionKey eq 'a' and RowKey eq '1'", ""},
		{"PartitionKey eq 'a' and RowKey ge '1' and Total gt 5", ""},
		{"PartitionKey eq 'a'", ""},
		{"PartitionKey eq 'a' and RowKey ge '1' and RowKey ne '4'", ""},

		{"", "The whole table is in range: add PartitionKey eq '…' to read one partition."},
		{"Total gt 5",
			"The whole table is in range, and Total is tested on each entity read: add PartitionKey eq '…', or " +
				"keep a copy of each entity in a partition named after its Total."},
		{"not (Open)",
			"The whole table is in range, and Open is tested on each entity read: add PartitionKey eq '…', or " +
				"keep a copy of each entity in a partition named after its Open."},
		{"Timestamp gt datetime'2020-01-01'",
			"Timestamp isn't a key, so the whole table is in range: write the time into a key too."},
		{"RowKey eq '1'",
			"RowKey finds entities only within a partition: add PartitionKey eq '…', and this is a point query."},
		{"RowKey gt '1' and Total gt 5",
			"RowKey finds entities only within a partition: add PartitionKey eq '…', and this is a range query."},
		{"PartitionKey ne 'a'",
			"Neither ne nor not on PartitionKey saves reading: query the partitions you need with PartitionKey " +
				"eq, one query for each, in parallel."},
		{"not (PartitionKey eq 'a' and RowKey eq '1')",
			"Neither ne nor not on PartitionKey saves reading: query the partitions you need with PartitionKey " +
				"eq, one query for each, in parallel."},
		{"PartitionKey gt 'a'",
			"A range of PartitionKeys reads across partitions: query the partitions you need with PartitionKey " +
				"eq, one query for each, in parallel."},

		{"PartitionKey eq 'a' and Total gt 5",
			"The whole partition is in range, and Total is tested on each entity read: keep a copy of each " +
				"entity whose RowKey begins with its Total, a secondary index, and query a range of it."},
		{"PartitionKey eq 'a' and Timestamp gt datetime'2020-01-01'",
			"Timestamp isn't a key, so the whole partition is in range: begin RowKey with the time."},
		{"PartitionKey eq 'a' and RowKey ne '1'",
			"Neither ne nor not on RowKey saves reading: bound RowKey with ge and lt."},
		{"PartitionKey eq 'a' and not (RowKey eq '1')",
			"Neither ne nor not on RowKey saves reading: bound RowKey with ge and lt."},

		{"(PartitionKey eq 'a' and RowKey eq '1') or (PartitionKey eq 'b' and RowKey eq '1')",
			"An or doesn't narrow the key range: send its 2 alternatives as separate queries, in " +
				"parallel, and each is a point query."},
		{"RowKey eq '1' and (PartitionKey eq 'a' or (PartitionKey eq 'b' or PartitionKey eq 'c'))",
			"An or doesn't narrow the key range: send its 3 alternatives as separate queries, in " +
				"parallel, and each is a point query."},
		{"PartitionKey eq 'a' and (RowKey eq '1' or RowKey gt '2')",
			"An or doesn't narrow the key range: send its 2 alternatives as separate queries, in " +
				"parallel, and none costs more than a range query."},
		{"PartitionKey eq 'a' or PartitionKey eq 'b' and Total gt 5",
			"An or doesn't narrow the key range: send its 2 alternatives as separate queries, in " +
				"parallel, and none costs more than a partition scan."},
		{"PartitionKey eq 'a' and RowKey gt '0' and (RowKey eq '1' or RowKey eq '2')",
			"An or doesn't narrow the key range: send its 2 alternatives as separate queries, in " +
				"parallel, and each is a point query."},
		{"PartitionKey gt 'a' and (PartitionKey eq 'b' or PartitionKey eq 'c')",
			"An or doesn't narrow the key range: send its 2 alternatives as separate queries, in " +
				"parallel, and none costs more than a partition scan."},
		{"PartitionKey eq 'a' or Total gt 5",
			"The whole table is in range, and Total is tested on each entity read: add PartitionKey eq '…', or " +
				"keep a copy of each entity in a partition named after its Total."},

		{"PartitionKey eq 'a' and PartitionKey eq 'b'",
			"No entity can match, because the conditions on PartitionKey exclude each other: drop one, or send " +
				"a query for each."},
		{"PartitionKey eq 'a' and RowKey gt '2' and RowKey lt '1'",
			"No entity can match, because the conditions on RowKey exclude each other: drop one, or send a " +
				"query for each."},
		{"PartitionKey eq 5", "PartitionKey is a string, so compare it with a string: PartitionKey eq '5'."},
		{"PartitionKey eq 'a' and 7L lt RowKey", "RowKey is a string, so compare it with a string: RowKey gt '7'."},
		{"RowKey eq guid'A455C695-DF98-5678-AAAA-81D3367E5A34'",
			"RowKey is a string, so compare it with a string: RowKey eq 'a455c695-df98-5678-aaaa-81d3367e5a34'."},
		{"partitionKey eq 'a' and RowKey eq '1'",
			"Names are case-sensitive: write PartitionKey, not partitionKey."},
	} {
		if got := build(t, c.filter).Advice; got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.filter, got, c.want)
		}
	}
}

func TestKindNames(t *testing.T) {
	for kind, want := range map[plan.Kind]string{
		plan.None: "", plan.Point: "point", plan.Range: "range", plan.PartitionScan: "partition-scan",
		plan.PartitionRangeScan: "partition-range-scan", plan.TableScan: "table-scan",
	} {
		if got := kind.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
