//go:build !js

package datadir_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// openAccount opens an account with all services in a folder. Its clock always says hour o'clock.
func openAccount(t *testing.T, d *datadir.Dir, hour int) (*account.Account, *store.Store) {
	t.Helper()
	o := options(hour)
	s, err := d.Store(o.Name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return full.Open(s, o), s
}

// TestRestartServices: queues, blobs and settings survive a restart, receipts stay valid, and ETags
// increase even if the clock went back.
func TestRestartServices(t *testing.T) {
	path := t.TempDir()
	d := open(t, path, datadir.Options{})
	a, s := openAccount(t, d, 9)
	send := func(to grant.Service, method, path, body string, status int, headers ...string) wire.Response {
		t.Helper()
		req := wire.Request{Method: method, URL: enginetest.BaseOf(to) + path, Body: []byte(body)}
		for i := 0; i < len(headers); i += 2 {
			req.Headers.Add(headers[i], headers[i+1])
		}
		r, _ := a.Do(to, req)
		if r.Status != status {
			t.Fatalf("%s %s: got %d, want %d\n%s", method, path, r.Status, status, r.Body)
		}
		return r
	}
	const (
		message = "<QueueMessage><MessageText>work</MessageText></QueueMessage>"
		policy  = "<SignedIdentifiers><SignedIdentifier><Id>readers</Id></SignedIdentifier></SignedIdentifiers>"
		rules   = "<StorageServiceProperties><Cors /></StorageServiceProperties>"
	)
	send(grant.Queue, "PUT", "/orders", "", 201, "x-ms-meta-kind", "work")
	send(grant.Queue, "POST", "/orders/messages", message, 201)
	send(grant.Queue, "PUT", "/gone", "", 201)
	send(grant.Queue, "POST", "/gone/messages", message, 201)
	send(grant.Queue, "DELETE", "/gone", "", 204)
	taken, err := xmlbody.Parse(send(grant.Queue, "GET", "/orders/messages", "", 200).Body)
	if err != nil {
		t.Fatal(err)
	}
	receipt, _ := taken.Children[0].Child("PopReceipt")
	id, _ := taken.Children[0].Child("MessageId")
	send(grant.Blob, "PUT", "/logs?restype=container", "", 201)
	send(grant.Blob, "PUT", "/logs/a", "", 201, "x-ms-blob-type", "AppendBlob")
	send(grant.Blob, "PUT", "/logs/a?comp=appendblock", "one,", 201)
	before := send(grant.Blob, "PUT", "/logs/a?comp=appendblock", "two", 201).Headers.Get("ETag")
	snapshot := send(grant.Blob, "PUT", "/logs/a?comp=snapshot", "", 201).Headers.Get("x-ms-snapshot")
	send(grant.Blob, "PUT", "/logs/b", "b", 201, "x-ms-blob-type", "BlockBlob", "x-ms-tags", "rank=1")
	send(grant.Blob, "PUT", "/logs/b?comp=tier", "", 200, "x-ms-access-tier", "Archive")
	send(grant.Blob, "PUT", "/logs?comp=acl&restype=container", policy, 200)
	send(grant.Table, "PUT", "/?restype=service&comp=properties", rules, 202)
	want := s.Digest()
	closed(t, d)

	d = open(t, path, datadir.Options{})
	defer closed(t, d)
	a, s = openAccount(t, d, 8)
	if s.Digest() != want {
		t.Error("the content has changed")
	}
	if err := a.Check(); err != nil {
		t.Error(err)
	}
	send(grant.Queue, "PUT", "/gone", "", 409) // still being deleted
	send(grant.Queue, "DELETE", "/orders/messages/"+id.Text+"?popreceipt="+receipt.Text, "", 204)
	got := send(grant.Blob, "GET", "/logs?comp=acl&restype=container", "", 200)
	if !strings.Contains(string(got.Body), "readers") {
		t.Errorf("got %s", got.Body)
	}
	r := send(grant.Blob, "GET", "/logs/a", "", 200)
	if etag := r.Headers.Get("ETag"); string(r.Body) != "one,two" || etag != before {
		t.Errorf("got %q, %s, want %s", r.Body, etag, before)
	}
	send(grant.Blob, "GET", "/logs/b", "", 409) // still archived
	got = send(grant.Blob, "GET", "/?comp=blobs&where=rank%3D%271%27", "", 200)
	if !strings.Contains(string(got.Body), "<Name>b</Name>") {
		t.Errorf("found %s", got.Body)
	}
	send(grant.Blob, "PUT", "/logs/a?comp=appendblock", ",three", 201)
	if r := send(grant.Blob, "GET", "/logs/a?snapshot="+snapshot, "", 200); string(r.Body) != "one,two" {
		t.Errorf("the snapshot has %q", r.Body)
	}
	if after := send(grant.Blob, "PUT", "/logs/a?comp=metadata", "", 200).Headers.Get("ETag"); after <= before {
		t.Errorf("the ETag went from %s to %s", before, after)
	}
}
