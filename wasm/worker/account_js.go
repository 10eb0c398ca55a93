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
func handler(a *engine.Account, name, expires string, log func([]byte), o *bridge.Outlet) http.Handler {
	of := entries{account: name, run: strconv.FormatInt(time.Now().UnixNano(), 36)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if expires != "" {
			w.Header().Set("X-Rowkey-Expires", expires)
		}
		service := serviceOf(name, r)
		e := httphost.Endpoint{Service: service, Fallback: host{a, bridge.WishOf(r), o}}
		if service == engine.Blobs {
			e.MaxBody = engine.MaxBlob // the host refuses larger ones than it has memory for
		}
		if log != nil {
			e.Watch = func(x httphost.Exchange) {
				if x.Response.Status != admitted {
					log(of.next(service, x))
				}
			}
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

// host is an account whose host can want a request judged or refused instead.
type host struct {
	*engine.Account
	wish   bridge.Wish
	outlet *bridge.Outlet
}

// admitted is the status that tells the host that a sender is let in.
const admitted = 299

// Do answers a request, unless it's to be refused.
func (h host) Do(to engine.Service, r engine.Request) (res engine.Response, t engine.Trace) {
	switch {
	case h.wish.Judge:
		r.Coming = h.wish.Coming
		refusal, ok := h.Admit(to, r)
		if !ok {
			return refusal, t
		}
		return engine.Response{Status: admitted}, t
	case h.wish.Refusal == "busy" || h.outlet.Full():
		return h.Busy(to, r), t
	case h.wish.Refusal == "large":
		return h.TooLarge(to, r), t
	}
	res, t = h.Account.Do(to, r)
	if r.Method == "GET" && !h.outlet.Admits(res.Body, res.Segments, res.Status == http.StatusPartialContent) {
		return h.Busy(to, r), t // clients that are slow have more of such answers than there's memory for
	}
	return res, t
}
