package main

import (
	"bytes"
	"os"
	"testing"
)

// TestGenerated: what is generated is as the structs say.
func TestGenerated(t *testing.T) {
	files, err := generate("..")
	if err != nil || len(files) != 2 {
		t.Fatal(len(files), err)
	}
	for path, want := range files {
		if got, err := os.ReadFile(path); !bytes.Equal(got, want) {
			t.Errorf("%s isn't as it's generated: run go generate ./engine/protocol. %v", path, err)
		}
	}
}
