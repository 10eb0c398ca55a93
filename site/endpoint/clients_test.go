package endpoint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/site/endpoint"
)

const suites = "../../engine/suites"

// run runs a program of a suite against an endpoint with a control interface.
func (c *controlled) run(program string, environment []string, args ...string) {
	c.Helper()
	if _, err := os.ReadFile(filepath.Join(suites, args[len(args)-1])); err != nil {
		c.Fatal(err) // go test runs again when the file has changed
	}
	own := endpoint.Account{Name: engine.DevelopmentName}
	command := exec.CommandContext(c.Context(), program, args...)
	command.Dir = suites
	command.Env = append(append(os.Environ(), environment...), "ROWKEY_CONTROL="+c.address,
		"ROWKEY_ENDPOINT="+c.tables, "ROWKEY_QUEUE="+c.endpoint.URL(engine.Queues, own),
		"ROWKEY_BLOB="+c.endpoint.URL(engine.Blobs, own), "ROWKEY_KEY="+auth.DevelopmentKey)
	if out, err := command.CombinedOutput(); err != nil {
		c.Errorf("%v\n%s", err, out)
	}
}

// TestControlJavaScript runs the suite of the official JavaScript clients.
func TestControlJavaScript(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node.js is not installed")
	}
	for _, client := range []string{"data-tables", "storage-queue", "storage-blob"} {
		if _, err := os.Stat(filepath.Join(suites, "node_modules/@azure", client, "package.json")); err != nil {
			t.Skip("the JavaScript clients are not installed: run npm ci in engine/suites")
		}
	}
	openControlled(t).run("node", nil, "--test", "--test-reporter=../../site/ui/test/report.mjs",
		"control.test.mjs")
}

// TestControlPython runs the suite of the official Python client.
func TestControlPython(t *testing.T) {
	folder, err := filepath.Abs("../../.cache/python") // where build.sh puts the client, if the system has none
	if err != nil {
		t.Fatal(err)
	}
	path := []string{"PYTHONPATH=" + folder, "PYTHONDONTWRITEBYTECODE=1"}
	probe := exec.CommandContext(t.Context(), "python3", "-c",
		"from importlib.util import find_spec; exit(not find_spec('azure.data.tables'))")
	if probe.Env = append(os.Environ(), path...); probe.Run() != nil {
		t.Skip("python3 has no azure.data.tables")
	}
	openControlled(t).run("python3", path, "control_test.py")
}
