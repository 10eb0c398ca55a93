package store

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The ways in which an update ends. Only the first one keeps its changes.
const (
	succeeds = iota
	fails
	panics
	exits // its goroutine
	ways
)

// op sets a key, or removes it if there is no data.
type op struct{ key, data string }

func opsOf(key *rapid.Generator[string], least, most int) *rapid.Generator[[]op] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) op {
		return op{key.Draw(t, "key"), rapid.StringMatching("[0-9]?").Draw(t, "data")}
	}), least, most)
}

// TestTree runs random updates and compares the tree with a map after each of them. Some fail, panic or end
// their goroutine after their writes, and must not leave anything behind.
func TestTree(t *testing.T) {
	ops := opsOf(rapid.StringMatching("[a-d]{1,3}"), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		tr, want := newTree(), map[string]string{}
		for range rapid.IntRange(1, 20).Draw(t, "updates") {
			want = update(t, tr, rapid.IntRange(0, ways-1).Draw(t, "way"), ops.Draw(t, "ops"), want)
		}
	})
}

// TestBigTree undoes updates that split and join the nodes of the tree, which have up to 63 rows.
func TestBigTree(t *testing.T) {
	ops := opsOf(rapid.StringMatching("[a-z]{2}"), 200, 500)
	rapid.Check(t, func(t *rapid.T) {
		tr, want := newTree(), map[string]string{}
		for _, way := range []int{succeeds, fails, panics, succeeds, exits} {
			want = update(t, tr, way, ops.Draw(t, "ops"), want)
		}
	})
}

// update runs one update that ends in a way, and returns what the tree needs to have after it.
func update(t *rapid.T, tr *tree, way int, ops []op, want map[string]string) map[string]string {
	after := maps.Clone(want)
	var wrong error
	ended := make(chan any)
	go func() {
		defer func() { ended <- recover() }()
		_ = tr.update(func(b *branch) error {
			for _, o := range ops {
				wrong = errors.Join(wrong, o.apply(b, after))
			}
			switch way {
			case fails:
				return errors.New("on purpose")
			case panics:
				panic("on purpose")
			case exits:
				runtime.Goexit()
			}
			return nil
		})
	}()
	if p := <-ended; wrong != nil || (p != nil) != (way == panics) {
		t.Fatalf("the panic %v and the errors %v", p, wrong)
	}
	if way == succeeds {
		want = after
	}
	if got := contents(t, tr); !maps.Equal(got, want) {
		t.Fatalf("the tree has %v, want %v", got, want)
	}
	return want
}

// apply does the same to a tree and a map, and returns an error if their answers differ.
func (o op) apply(b *branch, want map[string]string) error {
	old, found := want[o.key]
	var before Row
	var replaced bool
	if o.data == "" {
		before, replaced, _ = b.remove(o.key)
		delete(want, o.key)
	} else {
		before, replaced, _ = b.set(Row(o))
		want[o.key] = o.data
	}
	if found != replaced || before.data != old {
		return fmt.Errorf("%q was %v before, want %q, %t", o.key, before, old, found)
	}
	if row, found, _ := b.get(o.key); found != (o.data != "") || row.data != o.data {
		return fmt.Errorf("%q is %v, want %q", o.key, row, o.data)
	}
	return nil
}

// contents returns the rows of a tree, and checks their order.
func contents(t *rapid.T, tr *tree) map[string]string {
	rows := map[string]string{}
	var order []string
	_ = tr.view(func(b *branch) error {
		b.ascend("", func(key, data string) bool {
			rows[key] = data
			order = append(order, key)
			return true
		})
		return nil
	})
	if !slices.IsSorted(order) || len(order) != len(rows) {
		t.Fatalf("the keys are out of order, or one is there twice: %q", order)
	}
	return rows
}

func TestTreeRefuses(t *testing.T) {
	tr := newTree()
	refused := func(name string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	refused("a write in a View", tr.view(func(b *branch) error {
		_, _, err := b.set(Row{"a", "1"})
		return err
	}), errReadOnly)
	refused("a removal during a scan", tr.update(func(b *branch) (err error) {
		if _, _, err := b.set(Row{"a", "1"}); err != nil {
			return err
		}
		b.ascend("", func(string, string) bool {
			_, _, err = b.remove("a")
			return true
		})
		return err
	}), errScanning)
	var ended *branch
	refused("an update", tr.update(func(b *branch) error {
		ended = b
		return nil
	}), nil)
	_, _, err := ended.get("a")
	refused("a read after the end", err, errEnded)
	_, _, err = ended.set(Row{"a", "1"})
	refused("a write after the end", err, errEnded)
	refused("closing", tr.close(), nil)
	refused("closing twice", tr.close(), errClosed)
	refused("a View of a closed tree", tr.view(func(*branch) error { return nil }), errClosed)
	refused("an Update of a closed tree", tr.update(func(*branch) error { return nil }), errClosed)
}
