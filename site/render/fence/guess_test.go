package fence_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/site/render/fence"
)

// TestGuess: the answers beside the right one are what other plans would read.
func TestGuess(t *testing.T) {
	lane := func(key string, entities int) trace.Lane {
		return trace.Lane{PartitionKey: key, RowKeys: make([]string, entities)}
	}
	table := trace.Layout{Table: "T", Partitions: []trace.Lane{lane("a", 20), lane("b", 30), lane("c", 50)}}
	point, all := fence.Other{Way: "a point query", Read: 1}, fence.Other{Way: "a table scan", Read: 100}
	tests := map[string]struct {
		read, returned int
		touched        []trace.Partition
		want           []fence.Other
	}{
		"a point query": {
			1, 1, []trace.Partition{{PartitionKey: "a", Read: 1, Returned: 1}},
			[]fence.Other{{Way: "a partition scan", Read: 20}, all},
		},
		"a range query": {
			7, 7, []trace.Partition{{PartitionKey: "b", Read: 7, Returned: 7}},
			[]fence.Other{point, {Way: "a partition scan", Read: 30}},
		},
		"a partition scan": {
			20, 4, []trace.Partition{{PartitionKey: "a", Read: 20, Returned: 4}},
			[]fence.Other{{Way: "a range query", Read: 4}, all},
		},
		"a table scan": {
			100, 4, []trace.Partition{
				{PartitionKey: "a", Read: 20, Returned: 3}, {PartitionKey: "b", Read: 30, Returned: 1},
			},
			[]fence.Other{{Way: "2 range queries", Read: 4}, {Way: "2 partition scans", Read: 50}},
		},
		"nothing found": {
			20, 0, []trace.Partition{{PartitionKey: "a", Read: 20}}, []fence.Other{point, all},
		},
		"no other number": {
			100, 100, []trace.Partition{
				{PartitionKey: "a", Read: 20, Returned: 20}, {PartitionKey: "b", Read: 30, Returned: 30},
				{PartitionKey: "c", Read: 50, Returned: 50},
			}, nil,
		},
	}
	for name, test := range tests {
		cost := trace.Cost{EntitiesRead: test.read, EntitiesReturned: test.returned}
		if diff := cmp.Diff(test.want, fence.NewGuess(cost, test.touched, table, "").Near()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
