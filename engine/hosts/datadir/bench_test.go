//go:build !js

package datadir_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
)

// put writes the i-th entity of 400 bytes.
func put(b *testing.B, s *store.Store, i int) {
	if err := s.Update(func(tx *store.Tx) error {
		return tx.Put("Things", table.Entity{
			Key:        table.Key{PartitionKey: fmt.Sprint(i % 100), RowKey: fmt.Sprint(i)},
			Properties: []table.Property{{Name: "T", Value: table.StringValue(strings.Repeat("x", 350))}},
		})
	}); err != nil {
		b.Fatal(err)
	}
}

// filled returns a folder with an account of 100,000 entities.
func filled(b *testing.B) (path string, d *datadir.Dir) {
	path = b.TempDir()
	d, s := opened(b, path)
	for i := range 100_000 {
		put(b, s, i)
	}
	return path, d
}

func opened(b *testing.B, path string) (*datadir.Dir, *store.Store) {
	d, err := datadir.Open(path, datadir.Options{})
	if err != nil {
		b.Fatal(err)
	}
	s, err := d.Store(enginetest.Account, 0)
	if err != nil {
		b.Fatal(err)
	}
	return d, s
}

// BenchmarkWrite writes one entity in one transaction, in memory and in a folder.
func BenchmarkWrite(b *testing.B) {
	b.Run("memory", func(b *testing.B) {
		s, err := store.Open(store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		for i := 0; b.Loop(); i++ {
			put(b, s, i%10_000)
		}
	})
	b.Run("folder", func(b *testing.B) {
		d, s := opened(b, b.TempDir())
		defer d.Close()
		for i := 0; b.Loop(); i++ {
			put(b, s, i%10_000)
		}
	})
}

// BenchmarkOpen replays 100,000 entities.
func BenchmarkOpen(b *testing.B) {
	path, d := filled(b)
	if err := d.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		d, _ := opened(b, path)
		b.StopTimer()
		_ = d.Close()
		b.StartTimer()
	}
}

// BenchmarkCompact compacts the journal of 100,000 entities. Nothing else is written meanwhile.
func BenchmarkCompact(b *testing.B) {
	_, d := filled(b)
	defer d.Close()
	for b.Loop() {
		if err := d.Compact(); err != nil {
			b.Fatal(err)
		}
	}
}
