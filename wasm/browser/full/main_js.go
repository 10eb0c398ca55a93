//go:build js && wasm

package main

import (
	"github.com/rowkey/rowkey/engine/hosts/frame"
	"github.com/rowkey/rowkey/engine/hosts/frame/command"
	"github.com/rowkey/rowkey/engine/hosts/frame/control"
	"github.com/rowkey/rowkey/engine/hosts/frame/outside"
	"github.com/rowkey/rowkey/engine/hosts/frame/playground"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/wasm/browser/bridge"
)

func main() {
	h := frame.New(full.Sandbox())
	command.Serve(h, full.Sandbox())
	control.Serve(h)
	outside.Serve(h)
	playground.Serve(h, full.Sandbox())
	bridge.Serve(h.Answer)
}
