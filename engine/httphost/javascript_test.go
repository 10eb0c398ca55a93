package httphost_test

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/enginetest"
	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/httphost"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestJavaScriptClient runs the suite of the official JavaScript client, engine/enginetest/sdk.test.mjs,
// against an account that takes signed requests only.
func TestJavaScriptClient(t *testing.T) {
	const packages = "../enginetest"
	suite := javaScript(t, packages)
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	credential := auth.Credential{Account: enginetest.Account, Key: key}
	account := enginetest.New(t, func(o *engine.Options) {
		o.Authorize = func(r wire.Request, _ table.Ticks) (grant.Grant, error) {
			return grant.Owner(), credential.Verify(grant.Table, r)
		}
	})
	server := httptest.NewServer(httphost.Handler(account))
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "--test", "--test-reporter=spec", suite)
	node.Dir = packages
	node.Env = append(os.Environ(), "ROWKEY_ENDPOINT="+server.URL+"/"+enginetest.Account,
		"ROWKEY_ACCOUNT="+enginetest.Account, "ROWKEY_KEY="+auth.DevelopmentKey)
	if out, err := node.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// javaScript is the suite's file, if there is what it needs. It looks at each file of the suite, so
// that a change of one counts as a change of this test.
func javaScript(t *testing.T, packages string) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node.js is not installed")
	}
	if _, err := os.Stat(filepath.Join(packages, "node_modules/@azure/data-tables/package.json")); err != nil {
		t.Skip("the JavaScript client is not installed: run npm ci in engine/enginetest")
	}
	for _, pattern := range []string{"*.mjs", "sdk/*.mjs"} {
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
	return "sdk.test.mjs"
}
