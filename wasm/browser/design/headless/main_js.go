//go:build js && wasm

package main

import (
	"github.com/rowkey/rowkey/engine/design/command"
	"github.com/rowkey/rowkey/wasm/browser/bridge"
)

func main() { bridge.Serve(command.Answer) }
