//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes: a pipe is read if someone writes to it, and isn't waited for otherwise.
func TestPipes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.http")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	for _, command := range []string{"run", "design", "lint"} {
		code, _, stderr := rowkey(command, name)
		if code != exitUsage || !strings.Contains(stderr, "it's a pipe that nobody writes to") {
			t.Errorf("%s: exit code %d, %s", command, code, stderr)
		}
	}
	foreign := folder(t, shop())
	if err := syscall.Mkfifo(filepath.Join(foreign, "a.http"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readText(filepath.Join(foreign, "a.http"), foreign); err == nil ||
		!strings.Contains(err.Error(), "it isn't a regular file") {
		t.Errorf("a pipe in a folder: %v", err)
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	_, err = writer.WriteString("GET {{host}}/Tables\n")
	if err := errors.Join(err, writer.Close()); err != nil {
		t.Fatal(err)
	}
	// As bash passes <(a command).
	text, err := readText(fmt.Sprintf("/dev/fd/%d", reader.Fd()), "")
	if text != "GET {{host}}/Tables\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}
