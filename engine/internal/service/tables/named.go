package tables

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Named returns the table and the entities that a located call names, in its URL or in its body. What is
// malformed names nothing.
func Named(c *service.Call) (name string, entities []table.Key) {
	found, err := Recognize(c.Request, c.Path)
	switch {
	case err != nil:
	case found.Operation == createsTable:
		name, _ = odata.DecodeTable(c.Request.Body)
		return name, nil
	case found.Operation == insertsEntity:
		if key, _, err := odata.DecodeInsert(c.Request.Body); err == nil {
			entities = append(entities, key)
		}
	case c.Path == "$batch":
		return namedInBatch(c)
	case strings.Contains(found.Operation, "Entity"):
		entities = append(entities, found.Key)
	}
	return found.Table, entities
}

// namedInBatch returns the table of the first part of a batch, and the entities of all.
func namedInBatch(c *service.Call) (name string, entities []table.Key) {
	envelope, _ := batch.Parse(c.Request.Headers.Get("Content-Type"), c.Request.Body)
	for i, operation := range envelope.Operations {
		part := service.Call{Account: c.Account, Request: inBatch(c, operation.Request)}
		if part.Locate() != nil || part.Path == "$batch" {
			continue
		}
		table, keys := Named(&part)
		if i == 0 {
			name = table
		}
		entities = append(entities, keys...)
	}
	return name, entities
}

// inBatch returns a request of a batch with an absolute URL.
func inBatch(c *service.Call, r wire.Request) wire.Request {
	if strings.HasPrefix(r.URL, "/") {
		r.URL = wire.SplitURL(c.Request.URL).Base + r.URL
	} else if !strings.Contains(r.URL, "://") {
		r.URL = c.Base + "/" + r.URL
	}
	return r
}
