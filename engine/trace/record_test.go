package trace_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
)

func key(partition, row string) table.Key { return table.Key{PartitionKey: partition, RowKey: row} }

func one(partition, row string, act trace.Act) trace.Touch {
	return trace.Touch{Key: key(partition, row), Last: row, Act: act}
}

// recorded is a request that read three entities, returned one of them, wrote one and deleted one.
func recorded() trace.Trace {
	t := trace.Trace{Cost: trace.Cost{Transactions: 1}}
	t.Record(key("a", "0"), trace.Read, 5)
	t.Record(key("a", "1"), trace.Read, 10)
	t.Record(key("a", "2"), trace.Returned, 20)
	t.Record(key("b", "1"), trace.Written, 30)
	t.Record(key("b", "2"), trace.Deleted, 40)
	return t
}

func check(t *testing.T, got, want trace.Trace) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the trace differs (-want +got):\n%s", diff)
	}
}

func TestRecord(t *testing.T) {
	check(t, recorded(), trace.Trace{
		Cost: trace.Cost{
			EntitiesRead: 3, EntitiesReturned: 1, EntitiesWritten: 2,
			BytesRead: 35, BytesWritten: 70, Transactions: 1,
		},
		Partitions: []trace.Partition{
			{PartitionKey: "a", Read: 3, Returned: 1},
			{PartitionKey: "b", Written: 2},
		},
		Touched: []trace.Touch{
			one("a", "0", trace.Read),
			one("a", "1", trace.Read),
			one("a", "2", trace.Returned),
			one("b", "1", trace.Written),
			one("b", "2", trace.Deleted),
		},
	})
}

func TestRecordRun(t *testing.T) {
	var got trace.Trace
	got.RecordRun(trace.Run{PartitionKey: "a", First: "1", Last: "7", Entities: 4, Bytes: 40})
	got.Record(key("a", "8"), trace.Returned, 10)
	got.RecordRun(trace.Run{PartitionKey: "b", First: "0", Last: "0", Entities: 1, Bytes: 10})
	check(t, got, trace.Trace{
		Cost:       trace.Cost{EntitiesRead: 6, EntitiesReturned: 1, BytesRead: 60},
		Partitions: []trace.Partition{{PartitionKey: "a", Read: 5, Returned: 1}, {PartitionKey: "b", Read: 1}},
		Touched: []trace.Touch{
			{Key: key("a", "1"), Last: "7", Act: trace.Read},
			one("a", "8", trace.Returned),
			one("b", "0", trace.Read),
		},
	})
}

func TestUndo(t *testing.T) {
	got := recorded()
	got.Undo()
	check(t, got, trace.Trace{
		Cost:       trace.Cost{EntitiesRead: 3, BytesRead: 35, Transactions: 1},
		Partitions: []trace.Partition{{PartitionKey: "a", Read: 3}},
		Touched:    []trace.Touch{one("a", "0", trace.Read), one("a", "1", trace.Read)},
	})
}

func TestAdd(t *testing.T) {
	got := recorded()
	got.Add(recorded())
	got.SortPartitions()
	if got.Cost.EntitiesRead != 6 || got.Cost.BytesWritten != 140 || got.Cost.Transactions != 2 {
		t.Errorf("the sum costs %+v", got.Cost)
	}
	if diff := cmp.Diff([]trace.Partition{
		{PartitionKey: "a", Read: 6, Returned: 2},
		{PartitionKey: "b", Written: 4},
	}, got.Partitions); diff != "" {
		t.Errorf("the partitions differ (-want +got):\n%s", diff)
	}
	if len(got.Touched) != 10 || got.Touched[5] != got.Touched[0] {
		t.Errorf("touched %v", got.Touched)
	}
}

// TestMaxTouched: touched entities are listed up to a limit, and counted above it.
func TestMaxTouched(t *testing.T) {
	var part, all trace.Trace
	for range trace.MaxTouched - 1 {
		part.Record(key("a", "1"), trace.Read, 1)
	}
	all.Add(part)
	all.Add(part)
	all.Record(key("a", "1"), trace.Read, 1)
	if got, want := len(all.Touched), trace.MaxTouched; got != want {
		t.Errorf("%d are listed, want %d", got, want)
	}
	if got, want := all.Cost.EntitiesRead, 2*trace.MaxTouched-1; got != want {
		t.Errorf("%d are counted, want %d", got, want)
	}
}
