package caught_test

import (
	"errors"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/caught"
)

func TestText(t *testing.T) {
	for _, test := range []struct {
		panics func()
		want   string
	}{
		{func() { panic("a string") }, "a string"},
		{func() { panic(errors.New("an error")) }, "an error"},
		{func() { _ = []int{}[len(t.Name())] }, "runtime error: index out of range [8] with length 0"},
		{func() { panic(7) }, "something that's no error"},
	} {
		func() {
			defer func() {
				if got := caught.Text(recover()); got != test.want {
					t.Errorf("got %q, want %q", got, test.want)
				}
			}()
			test.panics()
		}()
	}
}
