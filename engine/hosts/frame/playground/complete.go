package playground

import (
	"slices"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/complete"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/protocol"
)

// complete says what could be written at a place of a script.
func (d *desk) complete(c *protocol.CompleteCall) protocol.Reply {
	if s := &d.shape; s.known == nil || s.at != d.account.Now() {
		*s = shape{at: d.account.Now(), known: complete.Lexicon{}}
		d.view(func(tx *store.Tx) {
			for _, name := range tablesIn(tx) {
				learn(&s.known, tx, name)
			}
		})
	}
	known := slices.Clone(d.shape.known)
	for _, text := range append(c.Scripts, c.Before+c.After) {
		known.Script(script.Parse("", text))
	}
	return complete.At(c.Before, c.After, known)
}

// learn takes properties and keys from the first entities of the first partitions of a table.
func learn(l *complete.Lexicon, tx *store.Tx, name string) {
	const partitions, each = 50, 5
	t, all := l.Table(name), keys.Entities(name)
	for range partitions {
		n, partition := 0, ""
		for row := range tx.Scan(all) {
			if n == 0 {
				partition = row.Partition()
				t.PartitionKeys = append(t.PartitionKeys, row.Key().PartitionKey)
				all.From = keys.Partition(name, row.Key().PartitionKey).To
			} else if n == each || !row.In(partition) {
				break
			}
			key := row.Key().RowKey
			if n++; len(t.RowKeys) < partitions && !slices.Contains(t.RowKeys, key) {
				t.RowKeys = append(t.RowKeys, key)
			}
			for _, p := range row.Entity(nil, nil).Properties {
				t.Learn(p.Name, data.TypeName(p.Value.Kind()))
			}
		}
		if n == 0 {
			return
		}
	}
}
