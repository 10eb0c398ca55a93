package full_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// TestPublic: what everybody can read of a container, as its owner says when making it or with the policies.
func TestPublic(t *testing.T) {
	g := newGate(t)
	const docs, header, no = "/docs?restype=container", "x-ms-blob-public-access", "ResourceNotFound"
	g.owner(grant.Blob, "PUT", docs, "", 201, header, "blob")
	g.owner(grant.Blob, "PUT", "/docs/a", "1", 201, "x-ms-blob-type", "BlockBlob")
	g.owner(grant.Blob, "PUT", "/private?restype=container", "", 201)
	g.owner(grant.Blob, "PUT", "/private/a", "1", 201, "x-ms-blob-type", "BlockBlob")
	set := func(level string) { g.owner(grant.Blob, "PUT", docs+"&comp=acl", "", 200, header, level) }
	reads := []struct {
		path  string
		level string // that lets everybody read it
	}{
		{"/docs/a", "blob"}, {"/docs/a?comp=metadata", "blob"}, {"/docs/a?comp=blocklist", "blob"},
		{docs, "container"}, {docs + "&comp=metadata", "container"}, {docs + "&comp=list", "container"},
		{docs + "&comp=acl", "owner"}, {"/private/a", "owner"}, {"/none/a", "owner"},
	}
	for _, level := range []string{"", "blob", "container", "blob", ""} {
		set(level)
		for _, r := range reads {
			if level != "" && (r.level == "blob" || r.level == level) {
				g.Expect(grant.Blob, "GET", r.path, "", 200, "")
			} else {
				g.Expect(grant.Blob, "GET", r.path, "", 404, no)
			}
		}
		g.Expect(grant.Blob, "PUT", "/docs/b", "1", 403, unauthentic, "x-ms-blob-type", "BlockBlob")
		g.Expect(grant.Blob, "DELETE", "/docs/a", "", 403, unauthentic)
	}
	set("container")
	g.Expect(grant.Blob, "GET", "/docs/none", "", 404, "BlobNotFound")
	g.Expect(grant.Blob, "GET", "/docs/a", "", 400, "InvalidAuthenticationInfo", "Authorization", "x")
	g.owner(grant.Blob, "PUT", "/docs/a?comp=block&blockid=QQ==", "1", 201)
	blocks := g.Expect(grant.Blob, "GET", "/docs/a?comp=blocklist&blocklisttype=all", "", 200, "")
	if strings.Contains(string(blocks.Body), "QQ==") {
		t.Errorf("everybody sees what waits for a list: %s", blocks.Body)
	}
	g.owner(grant.Blob, "PUT", docs+"&comp=metadata", "", 200, "x-ms-meta-a", "1")
	h := g.Expect(grant.Blob, "HEAD", docs, "", 200, "").Headers
	if h.Get(header) != "container" || h.Get("x-ms-meta-a") != "1" {
		t.Errorf("got %v", h)
	}
	listed := g.Expect(grant.Blob, "GET", g.with("/?comp=list", "ss=b srt=s sp=l"+far), "", 200, "")
	if strings.Count(string(listed.Body), "<PublicAccess>container</PublicAccess>") != 1 {
		t.Errorf("listed as %s", listed.Body)
	}
	g.Expect(grant.Blob, "PUT", g.with("/private/b", "container=private sp=w"+far), "", 202, "",
		"x-ms-copy-source", enginetest.BaseOf(grant.Blob)+"/docs/a")
	g.owner(grant.Blob, "PUT", docs+"&comp=acl", "", 400, header, "everything")
	g.owner(grant.Blob, "DELETE", docs, "", 202)
	g.Expect(grant.Blob, "GET", "/docs/a", "", 404, no)
	g.Expect(grant.Queue, "GET", "/docs/messages", "", 403, unauthentic)
	g.Expect(grant.Blob, "GET", "/?comp=list", "", 403, unauthentic)
}
