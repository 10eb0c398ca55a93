package account_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/grant"
)

// An account that was emptied holds nothing, and names that were taken are free at once.
func TestEmpty(t *testing.T) {
	g := newGate(t)
	fill := func() {
		g.owner(grant.Table, "POST", "/Tables", `{"TableName": "Orders"}`, 201)
		g.owner(grant.Table, "POST", "/Orders", `{"PartitionKey": "a", "RowKey": "1"}`, 201)
		g.owner(grant.Table, "PUT", "/Orders?comp=acl",
			"<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>", 204)
		g.owner(grant.Queue, "PUT", "/work", "", 201)
		g.owner(grant.Blob, "PUT", "/docs?restype=container", "", 201)
	}
	fill()
	g.owner(grant.Table, "DELETE", "/Orders", "", 501, "x-rowkey-empty", "1") // not the account
	g.owner(grant.Table, "DELETE", "", "", 501)                               // not asked for
	for _, to := range []grant.Service{grant.Table, grant.Queue, grant.Blob} {
		g.owner(to, "DELETE", "", "", 204, "x-rowkey-empty", "1")
		g.owner(grant.Table, "GET", "/Orders()", "", 404)
		g.owner(grant.Queue, "GET", "/work?comp=metadata", "", 404)
		g.owner(grant.Blob, "GET", "/docs?restype=container", "", 404)
		fill()
	}
	g.owner(grant.Table, "DELETE", "/Tables('Orders')", "", 204)
	g.owner(grant.Table, "DELETE", "/", "", 204, "x-rowkey-empty", "1")
	fill()
	ask := []string{"x-rowkey-empty", "1"}
	g.Expect(grant.Table, "DELETE", g.with("/", "ss=tqb srt=sco sp=rwdlacup"+far), "", 403, mayNot, ask...)
	g.Expect(grant.Table, "DELETE", "/", "", 403, stranger, ask...)
}
