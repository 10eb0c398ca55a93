package keys_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
)

func TestRecord(t *testing.T) {
	if got, want := keys.Record(keys.Message, "orders", "7"), "morders\x007\x00"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, key := range []string{"", "orders\x00", "q", "morders", "m\x01\x00"} {
		if parts, ok := keys.SplitRecord(keys.Message, key); ok && len(parts) > 0 {
			t.Errorf("%q was split into %q", key, parts)
		}
	}
	all := keys.Records(keys.Queue)
	for key, in := range map[string]bool{
		keys.Record(keys.Queue, ""): true, keys.Record(keys.Queue, "\U0010FFFF"): true,
		keys.Record(keys.Message, "a"): false, keys.Record(keys.Policies, "a"): false, keys.Table("a"): false,
	} {
		if all.Contains(key) != in {
			t.Errorf("%q is in the range of queues: %t, want %t", key, !in, in)
		}
	}
}

// TestKinds: every kind of record has one letter of its own, which no table and no entity begins with.
func TestKinds(t *testing.T) {
	seen := map[string]bool{keys.Table("a")[:1]: true, entity("a", "", "")[:1]: true}
	for _, kind := range keys.Kinds {
		if len(kind) != 1 || seen[string(kind)] {
			t.Errorf("%q is not a letter of its own", kind)
		}
		seen[string(kind)] = true
	}
}

// TestRecordRoundTrip: a record's parts can be read back from its key, and the key is in the range of each
// of its prefixes and in no other.
func TestRecordRoundTrip(t *testing.T) {
	name := rapid.StringOf(rapid.SampledFrom([]rune{0, 1, 'a', 'b', '/', 0xE000, 0x1F600}))
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(name, 1, 3).Draw(t, "parts")
		key := keys.Record(keys.Blob, parts...)
		got, ok := keys.SplitRecord(keys.Blob, key)
		if !ok || !slices.Equal(got, parts) {
			t.Fatalf("%q came back as %q, %t", parts, got, ok)
		}
		under := rapid.SliceOfN(name, 0, 3).Draw(t, "under")
		want := len(under) <= len(parts) && slices.Equal(under, parts[:len(under)])
		if got := keys.Records(keys.Blob, under...).Contains(key); got != want {
			t.Fatalf("%q is in the range of %q: %t", parts, under, got)
		}
	})
}
