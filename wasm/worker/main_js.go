package main

import (
	"log"
	"os"

	"github.com/syumai/workers"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/wasm/worker/bridge"
)

func main() {
	a, err := open(os.Getenv)
	if err != nil {
		log.Fatal(err)
	}
	workers.ServeNonBlock(bridge.Wrap(a.Handler(engine.Tables)))
	workers.Ready()
	select {}
}
