package main

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixtures opens the wheel as pip does: each file has the hash that RECORD says, and pytest finds the
// plugin.
func TestFixtures(t *testing.T) {
	r := &release{root: "../..", out: t.TempDir(), version: "1.2.3", sums: map[string]string{}}
	if err := r.fixtures(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(r.out, "java/io/github/rowkey/Rowkey.java")); err != nil {
		t.Error(err)
	}
	wheel, err := zip.OpenReader(filepath.Join(r.out, "python/pytest_rowkey-1.2.3-py3-none-any.whl"))
	if err != nil {
		t.Fatal(err)
	}
	defer wheel.Close()
	files := map[string]string{}
	for _, f := range wheel.File {
		opened, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(opened)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(body)
	}
	const info = "pytest_rowkey-1.2.3.dist-info/"
	if !strings.Contains(files[info+"entry_points.txt"], "[pytest11]\nrowkey = pytest_rowkey\n") {
		t.Error("pytest doesn't find it")
	}
	for name, body := range files {
		sum := sha256.Sum256([]byte(body))
		line := fmt.Sprintf("%s,sha256=%s,%d\n", name, base64.RawURLEncoding.EncodeToString(sum[:]), len(body))
		if name == info+"RECORD" {
			line = name + ",,\n"
		}
		if !strings.Contains(files[info+"RECORD"], line) {
			t.Errorf("RECORD doesn't have %s", line)
		}
	}
}
