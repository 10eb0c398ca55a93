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

// refusal is the key of a request's context for why the host wants it refused.
type refusal struct{}

// Refusal returns why the host wants a request refused, "busy" or "large", or "".
func Refusal(r *http.Request) string {
	if reason, ok := r.Context().Value(refusal{}).(js.Value); ok && reason.Type() == js.TypeString {
		return reason.String()
	}
	return ""
}

// answer recovers from panics, because the library doesn't and the program would end. The context is
// cancelled when the handler returns, but not when the client disconnects.
func answer(h http.Handler, r *http.Request) (res *response) {
	defer func() {
		if p := recover(); p != nil {
			log.Printf("panic while answering %s: %v\n%s", r.Method, p, debug.Stack())
			res = newResponse(r.Method)
			http.Error(res, "The program failed on this request. It is still running and answers others.",
				http.StatusInternalServerError)
		}
	}()
	message := r.Body.(interface{ GetRawJSBody() js.Value }).GetRawJSBody()
	ctx, cancel := context.WithCancel(context.WithValue(r.Context(), refusal{}, message.Get("refusal")))
	defer cancel()
	res = newResponse(r.Method)
	h.ServeHTTP(res, request(r.Method, message).WithContext(ctx))
	return res
}
