//go:build js && wasm

package main

import (
	"github.com/rowkey/rowkey/engine/hosts/frame/workbench"
	"github.com/rowkey/rowkey/wasm/browser/bridge"
)

func main() { bridge.Serve(workbench.New().Answer) }
