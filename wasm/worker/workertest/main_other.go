//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

// main stands in on other platforms, so that ./... builds and vets everywhere.
func main() {
	fmt.Fprintln(os.Stderr, "workertest: this program runs inside JavaScript")
	os.Exit(1)
}
