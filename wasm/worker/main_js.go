package main

import (
	"log"
	"os"
	"runtime/debug"

	"github.com/syumai/workers"

	"github.com/rowkey/rowkey/wasm/worker/bridge"
)

func main() {
	// Most of what reading a journal makes is kept, so there is little to collect. GOMEMLIMIT still holds.
	percent := debug.SetGCPercent(-1)
	a, err := open(os.Getenv, bridge.HostJournal())
	if err != nil {
		log.Fatal(err)
	}
	debug.SetGCPercent(percent)
	o := bridge.HostOutlet()
	h := handler(a, os.Getenv("ROWKEY_ACCOUNT"), os.Getenv("ROWKEY_EXPIRES"), bridge.HostLog(), o)
	workers.ServeNonBlock(bridge.Wrap(h, o))
	workers.Ready()
	select {}
}
