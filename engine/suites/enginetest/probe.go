package enginetest

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// Probe sends a request from a fuzzer to a queue or blob service. It checks that the service could have
// answered so, and that a refused request changes nothing.
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
		w.T.Errorf("a refused request changed what is stored: %d %s", r.Status, r.Body)
	}
}

// document checks the body of an answer.
func (w *World) document(r wire.Response, code string) {
	w.T.Helper()
	root, err := xmlbody.Parse(r.Body)
	if err != nil || r.Headers.Get("Content-Type") != "application/xml" {
		w.T.Errorf("%s in %s: %v", r.Body, r.Headers.Get("Content-Type"), err)
	}
	if code == "" {
		return
	}
	got, _ := root.Child("Code")
	message, _ := root.Child("Message")
	if got.Text != code || !strings.Contains(message.Text, "\nRequestId:") {
		w.T.Errorf("refused with %s: %s", code, r.Body)
	}
}

// Headers parses a fuzzer's headers, one per line. It skips lines without a colon.
func Headers(text string) (headers wire.Headers) {
	for line := range strings.SplitSeq(text, "\n") {
		if name, value, ok := strings.Cut(line, ":"); ok {
			headers.Add(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
	return headers
}
