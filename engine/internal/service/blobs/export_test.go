package blobs

import (
	"cmp"

	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// PutFull puts an append blob, without its content, that can take one more block.
func PutFull(tx *store.Tx, container, name string) error {
	b := blob{kind: appendBlob, blocks: maxBlocks - 1}
	return tx.PutRecord(keys.Record(keys.Blob, container, name), b.encode())
}

// PutEarlier puts a blob of the blocks QQ== and Qg== as versions did that named content by its position.
func PutEarlier(tx *store.Tx, container, name string) error {
	b := blob{kind: blockBlob, size: 6, blocks: 2}
	var list resource.Writer
	list.Number(2)
	for _, id := range []string{"QQ==", "Qg=="} {
		list.Text(id)
		list.Number(3)
	}
	return cmp.Or(
		tx.PutRecord(keys.Record(keys.Content, container, name, hex(0)), "one"),
		tx.PutRecord(keys.Record(keys.Content, container, name, hex(1)), "two"),
		tx.PutRecord(keys.Record(keys.BlockList, container, name), string(list.Data)),
		tx.PutRecord(keys.Record(keys.Blob, container, name), b.encode()),
	)
}
