package endpoint

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// pause is how long the stream collects requests between two messages, so that the page still has time
// to draw while a client sends thousands a second.
const pause = 100 * time.Millisecond

// ServeHTTP sends the requests that the log has and then each new one, as server-sent events: lists of
// entries, the newest last. A page that reconnects gets those it missed.
func (l *Log) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprint(w, ": open\n\n") // tells the page at once that it is connected
	out := http.NewResponseController(w)
	last := r.Header.Get("Last-Event-ID")
	for out.Flush() == nil {
		entries := l.after(r.Context(), last)
		if entries == nil {
			return
		}
		last = entries[len(entries)-1].ID
		message, err := json.Marshal(entries)
		if err != nil {
			return
		}
		fmt.Fprintf(w, "id: %s\ndata: %s\n\n", last, message)
		if out.Flush() != nil {
			return
		}
		select {
		case <-time.After(pause):
		case <-r.Context().Done():
			return
		}
	}
}
