// Command generate writes what follows from the structs of package protocol: their readers and
// writers in Go, and their types in TypeScript. It runs in the folder of that package.
package main

import (
	"fmt"
	"os"
)

func main() {
	files, err := generate(".")
	for path, text := range files {
		if err == nil {
			err = os.WriteFile(path, text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
