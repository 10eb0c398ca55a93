//go:build !nosite

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/rowkey/rowkey/site/endpoint"
	"github.com/rowkey/rowkey/site/render"
)

// verbsOfSite returns the commands that only a program with the site's builder has.
func verbsOfSite() []verb { return []verb{{"build", buildCommand}} }

// findRoot looks for the repository in the current folder and those above it.
func findRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		module, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if err == nil && strings.HasPrefix(string(module), "module github.com/rowkey/rowkey\n") {
			return folder, nil
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", errors.New("not inside a copy of the Rowkey repository; run this command from one")
		}
		folder = parent
	}
}

// startSite builds the site and serves it. Requests wait until the first build is done.
func (s *serving) startSite(root string, port net.Listener) {
	streams, done := context.WithCancel(context.Background())
	s.done = done
	origin := endpoint.Origin(port)
	d := &developer{
		console: s.console, server: newServer(), restarting: s,
		sources: newChanges(func() map[string]stamp { return look(root) }),
		builder: newBuilder(root, origin, s.console.progress),
	}
	d.builder.release, d.builder.endpoint = false, s.shown()
	s.site = &http.Server{
		Handler:     endpoint.NewHosts(s.options.Hosts).Guard(handler(d.server, s.log)),
		BaseContext: func(net.Listener) context.Context { return streams },

		ReadHeaderTimeout: endpoint.HeaderTimeout,
		IdleTimeout:       endpoint.IdleTimeout,
		ConnState:         s.crowd.Watch,
	}
	go func() {
		d.rebuild()
		fmt.Fprintf(s.console.out, "\nRowkey is at %s/ and rebuilds when you save; press Ctrl+C to stop.\n", origin)
		go s.report(func() error { return s.site.Serve(s.crowd.Listener(port)) })
		d.watch()
	}()
}

// shown returns what the page of requests shows of the endpoint: its first account.
func (s *serving) shown() *render.Endpoint {
	if s.endpoint == nil {
		return nil
	}
	first := s.options.Accounts[0]
	shown := &render.Endpoint{
		Connection: s.endpoint.Connection(first), Development: s.endpoint.IsDevelopment(first),
		Unsigned: s.options.Unsigned,
	}
	for _, service := range endpoint.Services() {
		if url := s.endpoint.URL(service.Letter, first); url != "" {
			shown.Services = append(shown.Services, render.Service{Noun: service.Noun, URL: url})
		}
	}
	return shown
}

// handler serves the site and the server's own addresses. log may be nil.
func handler(s *server, log *endpoint.Log) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", s)
	mux.HandleFunc(devFolder+"events", s.events)
	mux.HandleFunc(devFolder+"reload.js", s.reloadScript)
	if log != nil {
		mux.Handle(devFolder+"requests", log)
	}
	return mux
}
