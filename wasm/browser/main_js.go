//go:build js && wasm

package main

import (
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/wasm/browser/bridge"
)

func main() { bridge.Serve(frame.New(sandbox.Tables()).Answer) }
