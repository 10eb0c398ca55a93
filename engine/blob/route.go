package blob

import "github.com/rowkey/rowkey/engine/service"

// Route says what a request wants.
func Route(*service.Call) (service.Operation, error) {
	return service.Operation{}, service.Fail(service.NotImplemented)
}
