//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

// main stands in on other platforms, so that ./... builds and vets everywhere.
func main() {
	fmt.Fprintln(os.Stderr, "worker: this program runs inside JavaScript; build it with ./build.sh worker")
	os.Exit(1)
}
