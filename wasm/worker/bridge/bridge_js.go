package bridge

import (
	"context"
	"log"
	"net/http"
	"runtime/debug"
	"syscall/js"
)

// Wrap returns a handler for the library, which answers with h the messages of the host.
func Wrap(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(h, r).handOver(w)
	})
}

// answer never panics: past this point nobody would recover, and the program would end. The context
// ends with the answer; nobody is told when a client goes away, as no handler waits.
func answer(h http.Handler, r *http.Request) (res *response) {
	defer func() {
		if p := recover(); p != nil {
			log.Printf("panic while answering %s: %v\n%s", r.Method, p, debug.Stack())
			res = newResponse()
			http.Error(res, "The program failed on this request. It goes on, and so do others.",
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
