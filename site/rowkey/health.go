package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// healthCommand waits until the services of an endpoint answer. It's for scripts, and for a container's own
// check.
func healthCommand(c console, args []string) int {
	flags := newFlags("health")
	addresses := servicesFlags(flags)
	wait := flags.Duration("wait", 0, "how long to wait for an answer: a `time` such as 10s; 0 asks once")
	rest, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	if len(rest) > 0 {
		return c.misused(fmt.Errorf("health doesn't take the argument %q", rest[0]))
	}
	if *wait < 0 {
		return c.misused(errors.New("-wait needs a time that isn't negative, such as 10s"))
	}
	ctx, done := context.WithTimeout(context.Background(), max(*wait, time.Second))
	defer done()
	for _, address := range addresses {
		if *address == "" {
			continue
		}
		for !answers(ctx, *address) {
			if *wait == 0 || ctx.Err() != nil {
				return c.fail(fmt.Errorf("nobody answers at %s", *address))
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	return exitOK
}

// answers reports whether a service answers at an address. What it says doesn't matter: to a plain request
// one with a certificate says that it's no plain server.
func answers(ctx context.Context, address string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodOptions, "http://"+address, nil)
	if err != nil {
		return false
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, Proxy: nil}}
	response, err := client.Do(request)
	if err == nil {
		_ = response.Body.Close()
	}
	return err == nil
}
