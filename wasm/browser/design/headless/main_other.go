//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

// main stands in on other platforms, so that ./... builds and vets everywhere.
func main() {
	fmt.Fprintln(os.Stderr, "headless: this program runs inside JavaScript; build it with GOOS=js GOARCH=wasm")
	os.Exit(1)
}
