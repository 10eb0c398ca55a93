//go:build js && wasm

package main

// main leaves the program to its exports. It must not return: that would end the instance.
func main() { select {} }
