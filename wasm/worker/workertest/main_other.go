//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

// main lets ./... build on other platforms.
func main() {
	fmt.Fprintln(os.Stderr, "workertest: this program runs inside JavaScript")
	os.Exit(1)
}
