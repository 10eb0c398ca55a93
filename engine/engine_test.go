package engine_test

import (
	"errors"
	"testing"

	"github.com/rowkey/rowkey/engine"
)

// What an account can't be opened with, or a script can't be run with, is an error.
func TestMistakes(t *testing.T) {
	for _, o := range []engine.Options{{Name: "My_Account"}, {Keys: []string{""}}, {Keys: []string{"?"}}} {
		if _, err := engine.Open(o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	for _, text := range []string{"", "# nothing to run\n", "GET\n"} {
		if err := engine.RunScript("empty.http", text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	a, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.Close(), a.Close()); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}
