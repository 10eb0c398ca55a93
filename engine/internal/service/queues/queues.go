package queues

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// InUse refuses a call that names a queue that doesn't exist.
func InUse(tx *store.Tx, c *resource.Call) error {
	_, err := resource.Queues().Need(tx, c)
	return err
}

// parseCreate creates a queue. Creating it again with the same metadata succeeds and changes nothing.
func parseCreate(c *resource.Call) (service.Apply, error) {
	metadata, err := resource.ReadMetadata(c.Request.Headers)
	return func(tx *store.Tx) (service.Reply, error) {
		q, found, err := resource.Queues().Find(tx, c)
		switch {
		case err != nil:
			return service.Reply{}, err
		case found && slices.Equal(q.Metadata, metadata):
			return service.Reply{Status: 204}, nil
		case found:
			return service.Reply{}, fault.New(fault.QueueAlreadyExists).WithHint(
				"The queue has different metadata.")
		}
		return service.Reply{Status: 201}, resource.Queues().Put(tx, c,
			resource.Resource{Metadata: metadata})
	}, err
}

func parseDelete(c *resource.Call) (service.Apply, error) {
	return func(tx *store.Tx) (service.Reply, error) {
		if err := InUse(tx, c); err != nil {
			return service.Reply{}, err
		}
		return service.Reply{Status: 204}, resource.Queues().Delete(tx, c,
			keys.Records(keys.Message, c.Names[0]))
	}, nil
}

func parseGetMetadata(c *resource.Call) (service.Apply, error) {
	return func(tx *store.Tx) (service.Reply, error) {
		q, err := resource.Queues().Need(tx, c)
		if err != nil {
			return service.Reply{}, err
		}
		count := 0
		for m := range messages(tx, c) {
			if m.expires > c.Now {
				count++
			}
		}
		reply := service.Reply{Status: 200}
		reply.Headers.Add("Cache-Control", "no-cache")
		reply.Headers.Add("x-ms-approximate-messages-count", strconv.Itoa(count))
		q.Metadata.AddTo(&reply.Headers)
		return reply, nil
	}, nil
}

func parseSetMetadata(c *resource.Call) (service.Apply, error) {
	metadata, err := resource.ReadMetadata(c.Request.Headers)
	return func(tx *store.Tx) (service.Reply, error) {
		if err := InUse(tx, c); err != nil {
			return service.Reply{}, err
		}
		return service.Reply{Status: 204}, resource.Queues().Put(tx, c,
			resource.Resource{Metadata: metadata})
	}, err
}

const maxQueuePage = 5000

// parseList lists queues by name. The NextMarker of a page is the name at which the next page begins.
// https://learn.microsoft.com/rest/api/storageservices/list-queues1
func parseList(c *resource.Call) (service.Apply, error) {
	limit, err := c.Int("maxresults", 1, maxQueuePage, maxQueuePage)
	return func(tx *store.Tx) (service.Reply, error) { return list(tx, c, c.PageSize(limit)), nil }, err
}

func list(tx *store.Tx, c *resource.Call, limit int) service.Reply {
	prefix, _ := c.Param("prefix")
	marker, _ := c.Param("marker")
	include, _ := c.Param("include")
	body := []byte(`<EnumerationResults ServiceEndpoint="`)
	body = append(xmlbody.AppendText(body, c.Base+"/"), `">`...)
	for _, name := range [...]string{"prefix", "marker", "maxresults"} {
		if value, sent := c.Param(name); sent {
			body = xmlbody.Append(body, echoed[name], value)
		}
	}
	body = append(body, "<Queues>"...)
	listed, next := 0, ""
	resource.Queues().From(tx, max(prefix, marker), func(name string, q resource.Resource) bool {
		if !strings.HasPrefix(name, prefix) {
			return false // all names with the prefix are together
		}
		if listed == limit {
			next = name
			return false
		}
		listed++
		body = xmlbody.Append(append(body, "<Queue>"...), "Name", name)
		if include == "metadata" {
			body = q.Metadata.Append(body)
		}
		body = append(body, "</Queue>"...)
		return true
	})
	body = xmlbody.Append(append(body, "</Queues>"...), "NextMarker", next)
	return page(append(body, "</EnumerationResults>"...))
}

// echoed are the parameters that a list repeats, with the names of their elements.
var echoed = map[string]string{"prefix": "Prefix", "marker": "Marker", "maxresults": "MaxResults"}

// page returns the reply for a list of queues or messages.
func page(root []byte) service.Reply {
	reply := resource.Document(200, root)
	reply.Headers.Add("Cache-Control", "no-cache")
	return reply
}
