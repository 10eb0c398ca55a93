//go:build js && wasm

package main

import (
	"github.com/rowkey/rowkey/engine/sandbox/whole"
	"github.com/rowkey/rowkey/wasm/browser/bridge"
	"github.com/rowkey/rowkey/wasm/browser/frame"
)

func main() { bridge.Serve(frame.New(whole.Sandbox())) }
