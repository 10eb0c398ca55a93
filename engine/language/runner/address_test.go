package runner_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/language/runner"
)

func TestBeside(t *testing.T) {
	for _, c := range []struct{ table, queue, blob string }{
		{
			"http://127.0.0.1:10002/devstoreaccount1",
			"http://127.0.0.1:10001/devstoreaccount1", "http://127.0.0.1:10000/devstoreaccount1",
		},
		{
			"https://contoso.table.core.windows.net",
			"https://contoso.queue.core.windows.net", "https://contoso.blob.core.windows.net",
		},
		{
			"http://contoso.table.localhost:10002",
			"http://contoso.queue.localhost:10001", "http://contoso.blob.localhost:10000",
		},
		{"http://127.0.0.1:8080/devstoreaccount1", "", ""},
	} {
		if queue, blob := runner.Beside(c.table); queue != c.queue || blob != c.blob {
			t.Errorf("%s: %q, %q", c.table, queue, blob)
		}
	}
}
