package main

import (
	"log"
	"os"

	"github.com/syumai/workers"

	"github.com/rowkey/rowkey/wasm/worker/bridge"
)

func main() {
	a, err := open(os.Getenv, bridge.HostJournal())
	if err != nil {
		log.Fatal(err)
	}
	h := handler(a, os.Getenv("ROWKEY_ACCOUNT"), os.Getenv("ROWKEY_EXPIRES"), bridge.HostLog())
	workers.ServeNonBlock(bridge.Wrap(h))
	workers.Ready()
	select {}
}
