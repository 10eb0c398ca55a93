package peer_test

import (
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/remote"
	"github.com/rowkey/rowkey/engine/suites/deployed"
)

// ofWorker are the requests of the corpus, by file and title, that the Worker answers differently, and why.
var ofWorker = map[string]string{
	"errors.http: An account that is not there":    "the Worker answers itself, without waking an account",
	"metadata.http: Atom":                          "an identifier and a time, which XML isn't searched for",
	"tables.http: Create again a minute later":     "the Worker's minutes pass, and the test doesn't wait",
	"tables.http: A table that came back is empty": "the table isn't back yet",
	"update.http: An empty If-Match":               "workerd drops the header",
	"update.http: The entity is as it was":         "because that write wasn't refused",
}

// TestWorker: the Worker answers the corpus as the engine does here.
func TestWorker(t *testing.T) {
	w := deployed.Find(t)
	if w == nil {
		t.Skip("ROWKEY_WORKER doesn't name a Worker")
	}
	service := remote.New(remote.Options{
		Credential: credential(t), Clock: time.Now, Sleep: func(time.Duration) {},
	})
	met := map[string]bool{}
	for _, f := range corpus(t) {
		for _, d := range differences(t, f, service, w.URL) {
			request := d.File + ": " + d.Request
			if met[request] = true; ofWorker[request] == "" {
				t.Errorf("not in the list:\n%s", d)
			}
		}
		if err := w.Tell("empty"); err != nil {
			t.Fatal(err)
		}
	}
	for request, why := range ofWorker {
		if !met[request] {
			t.Errorf("no longer so: %s, %s", request, why)
		}
	}
}
