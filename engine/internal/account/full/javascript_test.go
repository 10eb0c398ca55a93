//go:build !js

package full_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine/auth"
)

// TestJavaScriptClients runs the suites of the official JavaScript clients, engine/suites/sdk.test.mjs for
// tables and account.test.mjs for the rest, against an account that answers only signed requests.
func TestJavaScriptClients(t *testing.T) {
	const packages = "../../../suites"
	suites := javaScript(t, packages)
	at := serve(t, httptest.NewServer)
	args := append([]string{"--test", "--test-reporter=../../site/ui/test/report.mjs"}, suites...)
	node := exec.CommandContext(t.Context(), "node", args...)
	node.Dir = packages
	node.Env = append(os.Environ(), "ROWKEY_ENDPOINT="+at.tables, "ROWKEY_QUEUE="+at.queues,
		"ROWKEY_BLOB="+at.blobs,
		"ROWKEY_ACCOUNT="+name, "ROWKEY_KEY="+auth.DevelopmentKey)
	if out, err := node.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// javaScript returns the files of the suites, and skips the test if Node.js or a client is missing. It
// reads every file of a suite, so that go test runs again, not from its cache, when one has changed.
func javaScript(t *testing.T, packages string) []string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node.js is not installed")
	}
	for _, client := range []string{"data-tables", "storage-queue", "storage-blob"} {
		if _, err := os.Stat(filepath.Join(packages, "node_modules/@azure", client,
			"package.json")); err != nil {
			t.Skip("the JavaScript clients are not installed: run npm ci in engine/suites")
		}
	}
	for _, pattern := range []string{"*.mjs", "sdk/*.mjs", "account/*.mjs"} {
		files, err := filepath.Glob(filepath.Join(packages, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		for _, file := range files {
			if _, err := os.ReadFile(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	return []string{"sdk.test.mjs", "account.test.mjs"}
}
