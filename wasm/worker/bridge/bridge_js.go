package bridge

import (
	"context"
	"log"
	"net/http"
	"runtime/debug"
	"syscall/js"
)

// Wrap returns a handler for the library that answers the host's messages with h, and lets long answers out
// by o.
func Wrap(h http.Handler, o *Outlet) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(h, r).handOver(w, o)
	})
}

// Wish is what the host wants done with a request, other than to answer it.
type Wish struct {
	Refusal string // why it's to be refused: "busy" or "large"
	Judge   bool   // says whether its sender is let in: the body is only coming
	Coming  int64  // the length of that
}

// wish is the key of a request's context for its Wish.
type wish struct{}

// WishOf returns what the host wants done with a request.
func WishOf(r *http.Request) Wish {
	w, _ := r.Context().Value(wish{}).(Wish)
	return w
}

func wishOf(message js.Value) (w Wish) {
	if reason := message.Get("refusal"); reason.Type() == js.TypeString {
		w.Refusal = reason.String()
	}
	if coming := message.Get("coming"); coming.Type() == js.TypeNumber {
		w.Judge, w.Coming = true, int64(coming.Float())
	}
	return w
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
	ctx, cancel := context.WithCancel(context.WithValue(r.Context(), wish{}, wishOf(message)))
	defer cancel()
	res = newResponse(r.Method)
	h.ServeHTTP(res, request(r.Method, message).WithContext(ctx))
	return res
}
