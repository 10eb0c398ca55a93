package enginetest

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// Probe sends whatever a fuzzer makes up to a queue or blob service, and makes sure that the answer is
// one that the service could give, and that a request which is refused changes nothing.
func (w *World) Probe(to grant.Service, req wire.Request) {
	w.T.Helper()
	before := w.Store.Digest()
	r, tr := w.Account.Do(to, req)
	if wire.StatusText(r.Status) == strconv.Itoa(r.Status) || r.Status == 500 {
		w.T.Errorf("the status is %d: %v", r.Status, tr.Fault)
	}
	for _, h := range r.Headers {
		for i := range len(h.Value) {
			if h.Value[i] < ' ' || h.Value[i] > '~' {
				w.T.Errorf("the header %s has the value %q", h.Name, h.Value)
				break
			}
		}
	}
	code := r.Headers.Get("x-ms-error-code")
	if (r.Status >= 300) != (code != "") || (tr.Fault != nil) != (code != "") {
		w.T.Errorf("%d with the code %q and the fault %v", r.Status, code, tr.Fault)
	}
	if len(r.Body) > 0 && (code != "" || strings.HasPrefix(string(r.Body), "\uFEFF"+xmlbody.Head)) {
		w.document(r, code)
	}
	if r.Status >= 300 && w.Store.Digest() != before {
		w.T.Errorf("was refused but changed what is stored: %d %s", r.Status, r.Body)
	}
}

// document reads the body of an answer.
func (w *World) document(r wire.Response, code string) {
	w.T.Helper()
	root, err := xmlbody.Parse(r.Body)
	if err != nil || r.Headers.Get("Content-Type") != "application/xml" {
		w.T.Errorf("%s in %s: %v", r.Body, r.Headers.Get("Content-Type"), err)
	}
	told, _ := root.Child("Code")
	if text, _ := root.Child("Message"); code != "" && (told.Text != code || !strings.Contains(text.Text, "\nRequestId:")) {
		w.T.Errorf("refused with %s: %s", code, r.Body)
	}
}

// Headers reads headers, one in a line, as fuzzers make them up.
func Headers(text string) (headers wire.Headers) {
	for line := range strings.SplitSeq(text, "\n") {
		if name, value, ok := strings.Cut(line, ":"); ok {
			headers.Add(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
	return headers
}
