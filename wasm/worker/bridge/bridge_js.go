package bridge

import (
	"context"
	"log"
	"net/http"
	"runtime/debug"
	"syscall/js"
)

// Wrap returns a handler for the library that answers the host's messages with h.
func Wrap(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(h, r).handOver(w)
	})
}

// answer recovers from panics, because the library doesn't and the program would end. The context is
// cancelled when the handler returns, but not when the client disconnects.
func answer(h http.Handler, r *http.Request) (res *response) {
	defer func() {
		if p := recover(); p != nil {
			log.Printf("panic while answering %s: %v\n%s", r.Method, p, debug.Stack())
			res = newResponse()
			http.Error(res, "The program failed on this request. It is still running and answers others.",
				http.StatusInternalServerError)
		}
	}()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	message := r.Body.(interface{ GetRawJSBody() js.Value }).GetRawJSBody()
	res = newResponse()
	h.ServeHTTP(res, request(r.Method, message).WithContext(ctx))
	return res
}
