package account

import (
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/trace"
)

// Layout returns a table's keys in order, for drawing. It's empty if the table doesn't exist.
func (a *Account) Layout(name string) trace.Layout {
	layout := trace.Layout{Table: name}
	_ = a.store.View(func(tx *store.Tx) error {
		for row := range tx.Scan(keys.Entities(name)) {
			key, last := row.Key(), len(layout.Partitions)-1
			if last < 0 || layout.Partitions[last].PartitionKey != key.PartitionKey {
				layout.Partitions = append(layout.Partitions, trace.Lane{PartitionKey: key.PartitionKey})
				last++
			}
			lane := &layout.Partitions[last]
			lane.RowKeys = append(lane.RowKeys, key.RowKey)
		}
		return nil
	})
	return layout
}
