package main

import (
	"log"
	"os"
	"strings"

	"github.com/syumai/workers"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/wasm/worker/bridge"
)

func main() {
	a, err := open(os.Getenv)
	if err != nil {
		log.Fatal(err)
	}
	endpoint := &httphost.Endpoint{Fallback: a.Service(grant.Table), Origins: strings.Fields(os.Getenv("ROWKEY_ORIGINS"))}
	workers.ServeNonBlock(bridge.Wrap(endpoint))
	workers.Ready()
	select {}
}
