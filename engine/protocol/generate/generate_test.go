package main

import (
	"bytes"
	"os"
	"testing"
)

// TestGenerated: what is generated is as the structs say.
func TestGenerated(t *testing.T) {
	want, err := generate("..")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("../../../site/ui/protocol.ts"); !bytes.Equal(got, want) {
		t.Errorf("protocol.ts isn't as it's generated: run go generate ./engine/protocol. %v", err)
	}
}
