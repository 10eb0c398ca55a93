package main

import (
	"log"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/hosts/keeper"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/wasm/worker/bridge"
)

// room is the limit of keys and entities, in bytes. A Durable Object has 128 MB of memory. In measurements
// with entities of various sizes, an account that was full used up to 83 MB of it.
const room = 16 << 20

// open opens the account that the environment describes, with what k has kept of it.
func open(environment func(string) string, k keeper.Keeper) (*engine.Account, error) {
	o := engine.Options{
		Name: environment("ROWKEY_ACCOUNT"), Keys: strings.Split(environment("ROWKEY_KEYS"), ":"),
		Admission: engine.Signed, Origins: strings.Fields(environment("ROWKEY_ORIGINS")), MaxBytes: room,
		Keeper: k, Report: func(err error) { log.Print(err) },
	}
	if environment("ROWKEY_UNSIGNED") == "allow" {
		o.Admission = engine.Unsigned
	}
	return engine.Open(o)
}

// handler serves every service of an account. expires is when the account ends, and announced with each
// answer; "" for never. log takes an entry of each request before it's answered; nil for none.
func handler(a *engine.Account, name, expires string, log func([]byte)) http.Handler {
	of := entries{account: name, run: strconv.FormatInt(time.Now().UnixNano(), 36)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if expires != "" {
			w.Header().Set("X-Rowkey-Expires", expires)
		}
		service := serviceOf(name, r)
		e := httphost.Endpoint{Service: service, Fallback: refusing{a, bridge.Refusal(r)}}
		if service == engine.Blobs {
			e.MaxBody = engine.MaxBlob // the host refuses larger ones than it has memory for
		}
		if log != nil {
			e.Watch = func(x httphost.Exchange) { log(of.next(service, x)) }
		}
		e.ServeHTTP(w, r)
	})
}

// services are the names of services in paths and hosts.
var services = map[string]engine.Service{"table": engine.Tables, "queue": engine.Queues, "blob": engine.Blobs}

// serviceOf returns the service that a request is for. It's named in the path, /s/NAME/queue, or in the host,
// NAME.queue.example.com. Otherwise it's the tables.
func serviceOf(name string, r *http.Request) engine.Service {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	mount, _ := wire.Mount(path, name)
	if of, ok := services[mount[strings.LastIndexByte(mount, '/')+1:]]; ok {
		return of
	}
	labels := strings.SplitN(strings.ToLower(r.Host), ".", 3)
	if strings.TrimSuffix(labels[0], "-secondary") == name && len(labels) > 1 {
		if of, ok := services[labels[1]]; ok {
			return of
		}
	}
	return engine.Tables
}

// refusing is an account that refuses a request for a reason that its host has.
type refusing struct {
	*engine.Account
	reason string
}

// Do answers a request, unless it's to be refused. A body that's too large for tables and queues is so for
// the engine, too, which sees a byte more than it takes. Of a blob's it would keep what it sees.
func (a refusing) Do(to engine.Service, r engine.Request) (engine.Response, engine.Trace) {
	switch {
	case a.reason == "busy":
		return a.Busy(to, r), engine.Trace{}
	case a.reason == "large" && to == engine.Blobs:
		return a.TooLarge(to, r), engine.Trace{}
	}
	return a.Account.Do(to, r)
}
