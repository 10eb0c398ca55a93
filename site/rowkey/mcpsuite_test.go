package main

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var mcpTools = flag.String("mcp", "",
	"the folder into which npm installed @modelcontextprotocol/conformance and /inspector, to run them")

// mcpTool returns a program that npm installed, and skips the test if it isn't there.
func mcpTool(t *testing.T, name string) string {
	t.Helper()
	if *mcpTools == "" {
		t.Skip("-mcp says where npm installed the protocol's tools")
	}
	path := filepath.Join(*mcpTools, "node_modules", ".bin", name)
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// applies are the scenarios of the protocol's suite that a server with tools alone can pass. The others ask
// for resources, prompts, and tools that only a server made for the suite has.
var applies = []string{"server-initialize", "ping", "tools-list", "server-sse-polling",
	"server-sse-multiple-streams", "dns-rebinding-protection"}

// TestConformance runs the protocol's suite, which speaks HTTP, on the tools.
func TestConformance(t *testing.T) {
	program := mcpTool(t, "conformance")
	tools := func(*http.Request) *mcp.Server { return toolServer() }
	s := httptest.NewServer(mcp.NewStreamableHTTPHandler(tools, nil))
	defer s.Close()
	for _, scenario := range applies {
		out, err := exec.Command(program, "server", "--url", s.URL, "--scenario", scenario).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", scenario, err, out)
		}
	}
}

// TestInspector lists and calls the tools of the program over standard input and output with the protocol's
// inspector.
func TestInspector(t *testing.T) {
	inspector, program := mcpTool(t, "mcp-inspector"), filepath.Join(t.TempDir(), "rowkey")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"tools/list"}, `"name": "explain"`},
		{[]string{"tools/call", "--tool-name", "explain", "--tool-arg", "filter=PartitionKey eq 'a'"},
			`"structuredContent": {`},
		{[]string{"tools/call", "--tool-name", "explain", "--tool-arg", "filter=N is 5"}, `"isError": true`},
		{[]string{"tools/call", "--tool-name", "guide", "--tool-arg", "question=newest first"}, "From log-tail, "},
	} {
		args := append([]string{"--cli", program, "mcp", "--method"}, test.args...)
		out, err := exec.Command(inspector, args...).CombinedOutput()
		if !strings.Contains(string(out), test.want) {
			t.Errorf("%q: %v\n%s", test.args, err, out)
		}
	}
}
