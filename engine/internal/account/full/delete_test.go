package full_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// With x-rowkey-at-once, the name of what a client deleted is free at once.
func TestDeleteAtOnce(t *testing.T) {
	w := enginetest.NewWorld(t, nil)
	for _, at := range []struct {
		to             grant.Service
		create, delete string
		status         int
	}{
		{grant.Table, "/Tables", "/Tables('Orders')", 204},
		{grant.Queue, "/work", "/work", 204},
		{grant.Blob, "/docs?restype=container", "/docs?restype=container", 202},
	} {
		method, body := "PUT", ""
		if at.to == grant.Table {
			method, body = "POST", `{"TableName": "Orders"}`
		}
		for range 2 {
			w.Expect(at.to, method, at.create, body, 201, "")
			w.Expect(at.to, "DELETE", at.delete, "", at.status, "", "x-rowkey-at-once", "1")
			w.Expect(at.to, "DELETE", at.delete, "", 404, map[grant.Service]string{
				grant.Table: "ResourceNotFound", grant.Queue: "QueueNotFound",
				grant.Blob: "ContainerNotFound",
			}[at.to])
		}
		w.Expect(at.to, method, at.create, body, 201, "")
		w.Expect(at.to, "DELETE", at.delete, "", at.status, "", "x-rowkey-at-once", "0")
		w.Expect(at.to, method, at.create, body, 409, map[grant.Service]string{
			grant.Table: "TableBeingDeleted", grant.Queue: "QueueBeingDeleted",
			grant.Blob: "ContainerBeingDeleted",
		}[at.to])
		w.Expect(at.to, "DELETE", at.delete, "", at.status, "", "x-rowkey-at-once", "1")
		w.Expect(at.to, method, at.create, body, 201, "")
	}
}
