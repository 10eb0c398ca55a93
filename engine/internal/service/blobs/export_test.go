package blobs

import (
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// PutFull puts an append blob, without its content, that can take one more block.
func PutFull(tx *store.Tx, container, name string) error {
	b := blob{kind: appendBlob, blocks: maxBlocks - 1}
	return tx.PutRecord(keys.Record(keys.Blob, container, name), b.encode())
}
