//go:build !js

package full_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/auth"
)

// TestPrograms runs scripts with programs that keep something in blobs. Those whose program isn't installed
// are skipped: docs/programs.md says how to get it.
func TestPrograms(t *testing.T) {
	scripts, err := filepath.Glob("../../../suites/programs/*.*")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	at := serve(t, httptest.NewServer)
	for _, script := range scripts {
		if filepath.Base(script) == "program.mjs" {
			continue
		}
		t.Run(filepath.Base(script), func(t *testing.T) {
			run := "python3"
			if strings.HasSuffix(script, ".mjs") {
				run = "node"
			}
			if _, err := exec.LookPath(run); err != nil {
				t.Skip(run + " is not installed")
			}
			c := exec.CommandContext(t.Context(), run, script)
			c.Env = append(os.Environ(), "ROWKEY_CONNECTION=DefaultEndpointsProtocol=http;AccountName="+name+
				";AccountKey="+auth.DevelopmentKey+";BlobEndpoint="+at.blobs+";")
			const missing = 77
			if out, err := c.CombinedOutput(); c.ProcessState != nil && c.ProcessState.ExitCode() == missing {
				t.Skip("its program is not installed")
			} else if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
