package blobs

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// routeAccount routes a question about the kind of the account, which any path can have.
// https://learn.microsoft.com/rest/api/storageservices/get-account-information
func routeAccount(c *resource.Call) (service.Operation, error) {
	if c.Request.Method != "GET" && c.Request.Method != "HEAD" {
		return service.Operation{}, fault.New(fault.UnsupportedHTTPVerb)
	}
	op := c.Reads("GetAccountInformation", grant.OfService, "r", parseGetAccount)
	if len(c.Names) > 0 {
		op.Need.Level, op.Need.Resource = grant.OfContainer, c.Names[0]
	}
	if len(c.Names) > 1 {
		op.Need.Level, op.Need.Object = grant.OfObject, blobName(c)
	}
	return op, nil
}

func parseGetAccount(*resource.Call) (service.Apply, error) {
	return func(*store.Tx) (service.Reply, error) {
		reply := service.Reply{Status: 200}
		reply.Headers.Add("x-ms-sku-name", "Standard_RAGRS") // the secondary can be read
		reply.Headers.Add("x-ms-account-kind", "StorageV2")
		reply.Headers.Add("x-ms-is-hns-enabled", "false")
		return reply, nil
	}, nil
}
