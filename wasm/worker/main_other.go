//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

// main lets ./... build on other platforms.
func main() {
	fmt.Fprintln(os.Stderr, "worker: this program runs inside JavaScript; build it with ./build.sh worker")
	os.Exit(1)
}
