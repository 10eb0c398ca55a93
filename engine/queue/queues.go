package queue

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
)

// need makes sure that there is the queue that a call names.
func need(tx *store.Tx, c *service.Call) error {
	_, err := service.Queues().Need(tx, c)
	return err
}

// createQueue makes a queue. Making it again with the same metadata changes nothing and is no fault.
func createQueue(tx *store.Tx, c *service.Call) (service.Reply, error) {
	metadata, err := service.ReadMetadata(c.Request.Headers)
	if err != nil {
		return service.Reply{}, err
	}
	q, found, err := service.Queues().Find(tx, c)
	switch {
	case err != nil:
		return service.Reply{}, err
	case found && slices.Equal(q.Metadata, metadata):
		return service.Reply{Status: 204}, nil
	case found:
		return service.Reply{}, service.Hinted(queueAlreadyExists, "It has other metadata.")
	}
	return service.Reply{Status: 201}, service.Queues().Put(tx, c, metadata)
}

func deleteQueue(tx *store.Tx, c *service.Call) (service.Reply, error) {
	if err := need(tx, c); err != nil {
		return service.Reply{}, err
	}
	return service.Reply{Status: 204}, service.Queues().Delete(tx, c, keys.Records(keys.Message, c.Path[0]))
}

func getMetadata(tx *store.Tx, c *service.Call) (service.Reply, error) {
	q, err := service.Queues().Need(tx, c)
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
}

func setMetadata(tx *store.Tx, c *service.Call) (service.Reply, error) {
	metadata, err := service.ReadMetadata(c.Request.Headers)
	if err != nil {
		return service.Reply{}, err
	}
	if err := need(tx, c); err != nil {
		return service.Reply{}, err
	}
	return service.Reply{Status: 204}, service.Queues().Put(tx, c, metadata)
}

const maxQueuePage = 5000

// listQueues gives the queues by name. A page's NextMarker is the name with which the next begins.
// https://learn.microsoft.com/rest/api/storageservices/list-queues1
func listQueues(tx *store.Tx, c *service.Call) (service.Reply, error) {
	limit, err := c.Int("maxresults", 1, maxQueuePage, maxQueuePage)
	if err != nil {
		return service.Reply{}, err
	}
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
	service.Queues().From(tx, max(prefix, marker), func(name string, q service.Resource) bool {
		if !strings.HasPrefix(name, prefix) {
			return false // names that have the prefix stand together
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
	return page(append(body, "</EnumerationResults>"...)), nil
}

var echoed = map[string]string{"prefix": "Prefix", "marker": "Marker", "maxresults": "MaxResults"}

// page is the reply that a list of queues or messages makes.
func page(root []byte) service.Reply {
	reply := service.Document(200, root)
	reply.Headers.Add("Cache-Control", "no-cache")
	return reply
}
