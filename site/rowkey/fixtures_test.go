package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/engine/suites/java"
)

// fixture runs the tests of a package that starts this command for tests, in its folder. files are what the
// package is made of.
func fixture(t *testing.T, folder string, files []string, program string, args ...string) {
	t.Helper()
	folder = filepath.Join("..", folder)
	for _, name := range files {
		if _, err := os.ReadFile(filepath.Join(folder, name)); err != nil {
			t.Fatal(err) // go test runs again when the file has changed
		}
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), program, args...)
	c.Dir = folder
	c.Env = append(os.Environ(), asCommand+"=1", "ROWKEY_PROGRAM="+own, "ROWKEY_CONTROL=", "PYTHONPATH=.",
		"PYTHONDONTWRITEBYTECODE=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPackage runs the tests of the npm package.
func TestPackage(t *testing.T) {
	need(t, "node")
	files := []string{"index.mjs", "index.test.mjs", "program.mjs", "tables.mjs"}
	fixture(t, "npm", files, "node", "--test", "--test-reporter=../ui/test/report.mjs", "index.test.mjs")
}

// TestPytest runs the tests of the plugin for pytest.
func TestPytest(t *testing.T) {
	if exec.CommandContext(t.Context(), "python3", "-c", "import pytest").Run() != nil {
		t.Skip("python3 can't import pytest")
	}
	files := []string{"pytest_rowkey.py", "test_rowkey.py", "pytest.ini"}
	fixture(t, "pytest", files, "python3", "-m", "pytest", "-q", "-p", "pytest_rowkey", "-p", "no:cacheprovider")
}

// TestJUnit runs the tests of the extension for JUnit, beside each other. It takes two seconds of processor,
// because Java has to compile it and to start.
func TestJUnit(t *testing.T) {
	path, classes := java.Classpath(t, "../.."), t.TempDir()
	files := []string{"io/github/rowkey/Rowkey.java", "RowkeyTest.java"}
	java.Compile(t, path, classes, "--release", "11", "-Xlint:all", "-Xlint:-path", "-Xlint:-processing",
		"-Werror", "../junit/"+files[0], "../junit/"+files[1])
	fixture(t, "junit", files, "java", append(java.Quick, "-cp", path,
		"org.junit.platform.console.ConsoleLauncher", "execute", "-cp", classes, "-c", "RowkeyTest",
		"--details=tree", "--disable-banner", "--config", "junit.jupiter.execution.parallel.enabled=true")...)
}
