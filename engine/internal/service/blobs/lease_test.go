package blobs_test

import (
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/wire"
)

const (
	leaseA = "a0000000-0000-4000-8000-00000000000a"
	leaseB = "b0000000-0000-4000-8000-00000000000b"
	leaseC = "c0000000-0000-4000-8000-00000000000c"
)

// lease sends a request about a lease. what is the action and then, each after a colon, the kind of header
// and its value.
func (w *world) lease(path, what string, status int, code string) wire.Response {
	w.T.Helper()
	action, rest, _ := strings.Cut(what, " ")
	headers := []string{"x-ms-lease-action", action}
	names := map[string]string{
		"id": "x-ms-lease-id", "as": "x-ms-proposed-lease-id", "for": "x-ms-lease-duration",
		"in": "x-ms-lease-break-period",
	}
	ids := map[string]string{"A": leaseA, "B": leaseB, "C": leaseC}
	for field := range strings.FieldsSeq(rest) {
		name, value, _ := strings.Cut(field, ":")
		if full, ok := ids[value]; ok {
			value = full
		}
		headers = append(headers, names[name], value)
	}
	between := "?"
	if strings.Contains(path, "?") {
		between = "&"
	}
	return w.expect("PUT", path+between+"comp=lease", "", status, code, headers...)
}

// state returns status, state and kind of duration of a lease.
func (w *world) state(path string) string {
	w.T.Helper()
	h := w.expect("HEAD", path, "", 200, "").Headers
	return strings.TrimSpace(h.Get("x-ms-lease-status") + " " + h.Get("x-ms-lease-state") + " " +
		h.Get("x-ms-lease-duration"))
}

// TestLeaseOutcomes: what each action does in each state, as in the table of the service's documentation.
func TestLeaseOutcomes(t *testing.T) {
	const (
		mismatch = "LeaseIdMismatchWithLeaseOperation"
		absent   = "LeaseNotPresentWithLeaseOperation"
		present  = "LeaseAlreadyPresent"
		breaking = "LeaseIsBreakingAndCannotBeAcquired"
		fixed    = "leased fixed"
		endless  = "leased infinite"
	)
	states := []string{"available", "leased", "breaking", "broken", "expired"}
	for _, c := range []struct {
		action string
		want   [5]string // the state afterwards, or the error
	}{
		{"acquire for:-1", [5]string{endless, present, present, endless, endless}},
		{"acquire for:15 as:A", [5]string{fixed, fixed, breaking, fixed, fixed}},
		{"acquire for:60 as:B", [5]string{fixed, present, present, fixed, fixed}},
		{"break in:0", [5]string{absent, "broken", "broken", "broken", "broken"}},
		{"break in:10", [5]string{absent, "breaking", "breaking", "broken", "broken"}},
		{"break", [5]string{absent, "breaking", "breaking", "broken", "broken"}},
		{"change id:A as:B", [5]string{absent, fixed, "LeaseIsBreakingAndCannotBeChanged", absent, absent}},
		{"change id:B as:A", [5]string{absent, fixed, "LeaseIsBreakingAndCannotBeChanged", absent, absent}},
		{"change id:B as:C", [5]string{absent, mismatch, absent, absent, absent}},
		{"renew id:A", [5]string{mismatch, fixed, "LeaseIsBrokenAndCannotBeRenewed",
			"LeaseIsBrokenAndCannotBeRenewed", fixed}},
		{"renew id:B", [5]string{mismatch, mismatch, mismatch, mismatch, mismatch}},
		{"release id:A", [5]string{mismatch, "available", "available", "available", "available"}},
		{"release id:B", [5]string{mismatch, mismatch, mismatch, mismatch, mismatch}},
	} {
		for i, want := range c.want {
			if c.action == "change id:B as:C" && states[i] == "breaking" {
				want = mismatch
			}
			for _, path := range []string{"/docs/a", "/docs" + container} {
				w := newWorld(t)
				w.expect("PUT", "/docs"+container, "", 201, "")
				w.put("/docs/a", "1")
				w.enter(path, states[i])
				action, _, _ := strings.Cut(c.action, " ")
				status := map[string]int{"acquire": 201, "break": 202}[action]
				code := ""
				if status == 0 {
					status = 200
				}
				if strings.HasPrefix(want, "Lease") {
					status, code = 409, want
				}
				w.lease(path, c.action, status, code)
				after := want
				if code != "" {
					after = states[i]
				}
				if got := w.state(path); !strings.Contains(got, after) {
					t.Errorf("%s when %s: %q, want %q", c.action, states[i], got, after)
				}
			}
		}
	}
}

// enter brings an unleased container or blob into a state, with a lease of 30 seconds.
func (w *world) enter(path, state string) {
	w.T.Helper()
	if state == "available" {
		return
	}
	w.lease(path, "acquire for:30 as:A", 201, "")
	switch state {
	case "breaking":
		w.lease(path, "break in:20", 202, "")
	case "broken":
		w.lease(path, "break in:0", 202, "")
	case "expired":
		w.Now = w.Now.Add(time.Minute)
	}
}

// TestLeaseWrites: what each write of a leased blob needs, and each read can have.
func TestLeaseWrites(t *testing.T) {
	body := "<BlockList/>"
	for _, c := range []struct {
		method, path, body string
		read               bool
		headers            []string
	}{
		{"PUT", "", "2", false, []string{"x-ms-blob-type", "BlockBlob"}},
		{"PUT", "", "2", false, []string{"x-ms-blob-type", "BlockBlob", "If-None-Match", `"0x1"`}},
		{"PUT", "?comp=block&blockid=QQ==", "2", false, nil},
		{"PUT", "?comp=blocklist", body, false, nil},
		{"PUT", "?comp=metadata", "", false, nil},
		{"DELETE", "", "", false, nil},
		{"GET", "", "", true, nil},
		{"HEAD", "", "", true, nil},
		{"GET", "?comp=metadata", "", true, nil},
		{"GET", "?comp=blocklist", "", true, nil},
	} {
		const missing, lost = "LeaseIdMissing", "LeaseLost"
		const other, absent = "LeaseIdMismatchWithBlobOperation", "LeaseNotPresentWithBlobOperation"
		for state, want := range map[string][3]string{ // with no ID, that of the lease, and another one
			"available": {"", absent, absent}, "leased": {missing, "", other}, "breaking": {missing, "", other},
			"broken": {"", lost, absent}, "expired": {"", lost, absent},
		} {
			for i, id := range []string{"", leaseA, leaseB} {
				w := newWorld(t)
				w.expect("PUT", "/docs"+container, "", 201, "")
				w.put("/docs/a", "1")
				w.enter("/docs/a", state)
				code := want[i]
				if i == 0 && c.read {
					code = ""
				}
				r := w.send(c.method, "/docs/a"+c.path, c.body, append([]string{"x-ms-lease-id", id},
					c.headers...)...)
				got := r.Headers.Get("x-ms-error-code")
				if got != code || (r.Status == 412) != (code != "") {
					t.Errorf("%s %s when %s with %q: %d %s, want %s", c.method, c.path, state, id, r.Status, got, code)
				}
			}
		}
	}
}

// TestLeases: times, answers, lists, and what a lease outlives.
func TestLeases(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	put := w.put("/docs/a", "1")
	r := w.lease("/docs/a", "acquire for:15", 201, "")
	if id := r.Headers.Get("x-ms-lease-id"); len(id) != 36 || r.Headers.Get("ETag") != put.Headers.Get("ETag") ||
		r.Headers.Get("Last-Modified") != put.Headers.Get("Last-Modified") {
		t.Errorf("a lease without a proposal has %v", r.Headers)
	}
	w.lease("/docs/a", "release id:"+r.Headers.Get("x-ms-lease-id"), 200, "")
	w.lease("/docs/a", "acquire for:30 as:A", 201, "")
	w.expect("PUT", "/docs/a", "2", 412, "LeaseIdMissing", "x-ms-blob-type", "BlockBlob", "If-None-Match", "*")
	w.put("/docs/a", "2", "x-ms-lease-id", strings.ToUpper(leaseA))
	if got := w.state("/docs/a"); got != "locked leased fixed" {
		t.Errorf("after a put it's %q", got)
	}
	w.lease("/docs/a", "change id:A as:B", 200, "")
	w.lease("/docs/a", "renew id:A", 409, "LeaseIdMismatchWithLeaseOperation")
	r = w.lease("/docs/a", "break in:60", 202, "")
	if left := r.Headers.Get("x-ms-lease-time"); left != "24" { // six requests after the acquire
		t.Errorf("a lease of 30 seconds breaks in %s", left)
	}
	if left := w.lease("/docs/a", "break in:5", 202, "").Headers.Get("x-ms-lease-time"); left != "5" {
		t.Errorf("it then breaks in %s", left)
	}
	w.Now = w.Now.Add(10 * time.Second)
	if got := w.state("/docs/a"); got != "unlocked broken" {
		t.Errorf("then it's %q", got)
	}
	w.put("/docs/a", "3")
	if got := w.state("/docs/a"); got != "unlocked available" {
		t.Errorf("after a write it's %q", got)
	}
	w.lease("/docs/a", "acquire for:15 as:A", 201, "")
	w.Now = w.Now.Add(time.Minute)
	w.put("/docs/a", "4")
	w.lease("/docs/a", "renew id:A", 409, "LeaseIdMismatchWithLeaseOperation") // somebody wrote since
	w.lease("/docs/a", "acquire for:-1 as:A", 201, "")
	w.lease("/docs"+container, "acquire for:-1 as:C", 201, "")
	for _, path := range []string{"/?comp=list", "/docs" + container + "&comp=list"} {
		list := string(w.expect("GET", path, "", 200, "").Body)
		if !strings.Contains(list, "<LeaseStatus>locked</LeaseStatus><LeaseState>leased</LeaseState>"+
			"<LeaseDuration>infinite</LeaseDuration>") {
			t.Errorf("listed as %s", list)
		}
	}
	w.put("/docs/b", "1") // the container's lease doesn't lock its blobs
	const docs = "/docs" + container
	w.expect("PUT", docs+"&comp=metadata", "", 200, "")
	for _, comp := range []string{"&comp=metadata", "&comp=acl"} {
		w.expect("PUT", docs+comp, "", 412, "LeaseIdMismatchWithContainerOperation", "x-ms-lease-id", leaseA)
	}
	w.expect("DELETE", docs, "", 412, "LeaseIdMissing")
	w.expect("DELETE", docs, "", 202, "", "x-ms-lease-id", leaseC, "x-rowkey-at-once", "1")
	w.expect("PUT", docs, "", 201, "")
	w.expect("GET", docs, "", 412, "LeaseNotPresentWithContainerOperation", "x-ms-lease-id", leaseC)
	w.lease("/docs/a", "acquire for:-1 as:A", 404, "BlobNotFound")
	w.lease("/none/a", "acquire for:-1 as:A", 404, "ContainerNotFound")
	w.put("/docs/a", "1") // its lease went with it
	w.lease("/docs/a", "acquire for:-1 as:A", 201, "")
	w.expect("DELETE", "/docs/a", "", 202, "", "x-ms-lease-id", leaseA)
	w.put("/docs/a", "1")
}

// TestLeaseHeaders: the headers that an action needs, and their values.
func TestLeaseHeaders(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.put("/docs/a", "1")
	w.expect("PUT", "/docs/a?comp=lease", "", 400, "MissingRequiredHeader")
	for _, what := range []string{"acquire", "renew", "change id:A", "change as:A", "release"} {
		w.lease("/docs/a", what, 400, "MissingRequiredHeader")
	}
	for _, what := range []string{"take", "acquire for:14", "acquire for:61", "acquire for:0", "acquire for:x",
		"acquire for:15 as:x", "renew id:x", "break in:61", "break in:-1"} {
		w.lease("/docs/a", what, 400, "InvalidHeaderValue")
	}
	headers := []string{"x-ms-lease-action", "acquire", "x-ms-lease-duration", "15"}
	w.expect("PUT", "/docs/a?comp=lease", "", 412, "ConditionNotMet", append(headers, "If-Match", `"0x1"`)...)
	w.expect("PUT", "/docs/a?comp=lease", "", 201, "", append(headers, "If-Match", "*")...)
}

// TestClockSetBack: a lease ends after its time, also when times continue after those of a clock that was an
// hour ahead. Timestamps go on, and come back to the clock.
func TestClockSetBack(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.put("/docs/a", "x")
	w.Now = w.Now.Add(-time.Hour)
	w.lease("/docs/a", "acquire as:A for:15", 201, "")
	w.lease("/docs/a", "acquire as:B for:15", 409, "LeaseAlreadyPresent")
	w.Now = w.Now.Add(17 * time.Second)
	w.lease("/docs/a", "acquire as:B for:15", 201, "")
	w.Now = w.Now.Add(10 * time.Hour)
	r := w.put("/docs/b", "x")
	if got, _ := time.Parse(time.RFC1123, r.Headers.Get("Last-Modified")); got.Sub(w.Now).Abs() > time.Second {
		t.Errorf("the clock says %s, a blob %s", w.Now, got)
	}
}
