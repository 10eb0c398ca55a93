package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/syumai/workers"

	"github.com/rowkey/rowkey/wasm/worker/bridge"
)

// gathering is how many requests to /gather are answered together, once the last has arrived.
const gathering = 200

func main() {
	if os.Getenv("ROWKEY_ACCOUNT") == "unstartable" {
		os.Exit(1)
	}
	requests, waiting := 0, 0
	all := make(chan struct{})
	workers.ServeNonBlock(bridge.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		_, does, _ := strings.Cut(r.RequestURI[1:], "/")
		does, _, _ = strings.Cut(does, "?")
		switch does {
		case "count":
			fmt.Fprint(w, requests)
		case "gather":
			if waiting++; waiting == gathering {
				close(all)
			}
			<-all
			echo(w, r)
		case "waiting":
			fmt.Fprint(w, waiting)
		case "panic":
			fmt.Fprint(w, "this is never seen")
			panic("asked to")
		case "panic-elsewhere":
			go panic("asked to")
			select {}
		case "exit":
			os.Exit(3)
		case "overflow":
			fmt.Fprint(w, depth(1))
		case "return":
			_, _ = io.Copy(w, r.Body)
		case "odd":
			w.Header()["Bad Name"] = []string{"x"}
			w.Header()["X-Odd"] = []string{"line\r\nbreak \u2713"}
			w.Header()["Content-Length"] = []string{"1"}
			w.WriteHeader(1000)
			fmt.Fprint(w, "odd")
		default:
			echo(w, r)
		}
	}), bridge.HostOutlet()))
	workers.Ready()
	select {}
}

// depth recurses until the stack overflows.
func depth(n int) int {
	if n == 0 {
		return 0
	}
	return depth(n+1) + 1
}

// echo answers with what it received of a request.
func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"method": r.Method, "target": r.RequestURI, "host": r.Host, "header": r.Header,
		"length": r.ContentLength, "sha256": fmt.Sprintf("%x", sha256.Sum256(body)),
	})
}
