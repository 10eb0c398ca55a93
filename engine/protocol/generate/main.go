// Command generate writes the types of package protocol in TypeScript. It runs in the folder of that package.
package main

import (
	"fmt"
	"os"
)

func main() {
	text, err := generate(".")
	if err == nil {
		err = os.WriteFile("../../site/ui/protocol.ts", text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
