package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/suites/java"
)

// suites is the folder with programs in other languages.
var suites = filepath.Join("..", "..", "engine", "suites")

// TestWatchScan runs a program in each of four languages that asks for a customer's open orders. One baseline
// fits all of them, and each fails it as soon as its filter lacks the partition, which it's told to add.
func TestWatchScan(t *testing.T) {
	folder := filepath.Join(suites, "scan")
	for _, test := range []struct {
		language string
		command  func(*testing.T) []string
		https    bool
	}{
		{"Go", scanInGo, true}, {"JavaScript", scanInJavaScript, true}, {"Python", scanInPython, true},
		{"Java", scanInJava, false},
	} {
		t.Run(test.language, func(t *testing.T) {
			command := test.command(t)
			watch := func(program ...string) (code int, stdout, stderr string) {
				args := []string{"watch", "-seed", filepath.Join(folder, "Orders.csv"),
					fmt.Sprintf("--https=%t", test.https), "--baseline", filepath.Join(folder, "tables.txt"), "--"}
				return rowkey(append(args, program...)...)
			}
			if code, stdout, stderr := watch(command...); code != exitOK ||
				!strings.Contains(stdout, "1 request of 1 shape, 2 entities read") {
				t.Errorf("with the partition: exit code %d\n%s%s", code, stdout, stderr)
			}
			code, stdout, stderr := watch(append(command, "hidden")...)
			const name = "QueryEntities Orders where Status eq ?"
			if code != exitFailed || !strings.Contains(stdout, name) ||
				!strings.Contains(stderr, name+": It's new: a table-scan that reads 5.") ||
				!strings.Contains(stderr, "Of 100 times the data it reads 500.") ||
				!strings.Contains(stderr, "add PartitionKey eq '…'") || !strings.Contains(stderr, "tables.txt:3: ") {
				t.Errorf("a hidden scan: exit code %d\n%s%s", code, stdout, stderr)
			}
		})
	}
}

// asScan is a variable of the environment with which this test is such a program, in Go.
const asScan = "ROWKEY_TEST_SCAN"

// runAsScan is that program.
func runAsScan() {
	filters := "PartitionKey eq 'ann' and Status eq 'open'"
	if len(os.Args) > 1 {
		filters = "Status eq 'open'"
	}
	runAsProgram(filters)
}

func scanInGo(t *testing.T) []string {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asScan, "1")
	return []string{program}
}

func scanInJavaScript(t *testing.T) []string {
	need(t, "node")
	if _, err := os.Stat(filepath.Join(suites, "node_modules/@azure/data-tables/package.json")); err != nil {
		t.Skip("the JavaScript clients are not installed: run npm ci in engine/suites")
	}
	return []string{"node", scanSource(t, "scan.mjs")}
}

func scanInPython(t *testing.T) []string {
	withPython(t, "azure.data.tables")
	return []string{"python3", scanSource(t, "scan.py")}
}

// withPython sets the environment of programs in Python, and skips a test that needs modules which aren't
// there.
func withPython(t *testing.T, modules ...string) {
	t.Helper()
	need(t, "python3")
	folder, err := filepath.Abs("../../.cache/python") // where build.sh puts the clients, if the system has none
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PYTHONPATH", folder)
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	const find = "import sys; from importlib.util import find_spec as f; sys.exit(not all(map(f, sys.argv[1:])))"
	if exec.CommandContext(t.Context(), "python3", append([]string{"-c", find}, modules...)...).Run() != nil {
		t.Skip("python3 lacks one of " + strings.Join(modules, ", "))
	}
}

func scanInJava(t *testing.T) []string {
	return append(append([]string{"java"}, java.Quick...), "-cp", java.Classpath(t, "../.."),
		scanSource(t, "Scan.java"))
}

// need skips a test whose programs aren't installed.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
}

// scanSource returns a file of the folder, which is read, so that go test runs again when it has changed.
func scanSource(t *testing.T, name string) string {
	t.Helper()
	file := filepath.Join(suites, "scan", name)
	if _, err := os.ReadFile(file); err != nil {
		t.Fatal(err)
	}
	return file
}
