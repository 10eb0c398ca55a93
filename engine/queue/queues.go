package queue

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/engine/xmlbody"
)

// record is what is known of a queue.
type record struct {
	deleted  table.Ticks // when its deletion began; 0 for a queue in use
	metadata service.Metadata
}

func (q record) encode() string {
	var w service.Writer
	w.Time(q.deleted)
	w.Metadata(q.metadata)
	return string(w.Data)
}

func decode(data string) record {
	r := service.Read(data)
	return record{deleted: r.Time(), metadata: r.Metadata()}
}

// deletionTime is how long a deleted queue's name stays taken: "at least 30 seconds".
// https://learn.microsoft.com/rest/api/storageservices/delete-queue3
const deletionTime = 30 * 10_000_000 // ticks

// find returns the queue that a call names. A queue that is being deleted is a fault, and once it is
// gone there is none.
func find(tx *store.Tx, c *service.Call) (q record, found bool, err error) {
	data, found, err := tx.Record(keys.Record(keys.Queue, c.Path[0]))
	if err != nil || !found {
		return record{}, false, err
	}
	switch q = decode(data); {
	case q.deleted == 0:
		return q, true, nil
	case c.Now < q.deleted+deletionTime:
		return record{}, false, service.Fail(queueBeingDeleted)
	}
	return record{}, false, nil
}

// need is find for what cannot do without the queue.
func need(tx *store.Tx, c *service.Call) (record, error) {
	q, found, err := find(tx, c)
	if err == nil && !found {
		err = service.Fail(queueNotFound)
	}
	return q, err
}

// createQueue makes a queue. Making it again with the same metadata changes nothing and is no fault.
func createQueue(tx *store.Tx, c *service.Call) (service.Reply, error) {
	metadata, err := service.ReadMetadata(c.Request.Headers)
	if err != nil {
		return service.Reply{}, err
	}
	q, found, err := find(tx, c)
	switch {
	case err != nil:
		return service.Reply{}, err
	case found && same(q.metadata, metadata):
		return service.Reply{Status: 204}, nil
	case found:
		return service.Reply{}, service.Hinted(queueAlreadyExists, "It has other metadata.")
	}
	return service.Reply{Status: 201}, put(tx, c, record{metadata: metadata})
}

func same(a, b service.Metadata) bool {
	byName := func(x, y wire.Header) int { return strings.Compare(x.Name, y.Name) }
	return slices.Equal(slices.SortedFunc(slices.Values(a), byName), slices.SortedFunc(slices.Values(b), byName))
}

func put(tx *store.Tx, c *service.Call, q record) error {
	return tx.PutRecord(keys.Record(keys.Queue, c.Path[0]), q.encode())
}

// deleteQueue drops the messages at once and keeps the name taken for a while, as the service does.
func deleteQueue(tx *store.Tx, c *service.Call) (service.Reply, error) {
	if _, err := need(tx, c); err != nil {
		return service.Reply{}, err
	}
	if err := tx.DeleteRecords(keys.Records(keys.Message, c.Path[0])); err != nil {
		return service.Reply{}, err
	}
	if err := tx.DeleteRecord(keys.PoliciesOf(byte(grant.Queue), c.Path[0])); err != nil {
		return service.Reply{}, err
	}
	return service.Reply{Status: 204}, put(tx, c, record{deleted: c.Now})
}

func getMetadata(tx *store.Tx, c *service.Call) (service.Reply, error) {
	q, err := need(tx, c)
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
	q.metadata.AddTo(&reply.Headers)
	return reply, nil
}

func setMetadata(tx *store.Tx, c *service.Call) (service.Reply, error) {
	metadata, err := service.ReadMetadata(c.Request.Headers)
	if err != nil {
		return service.Reply{}, err
	}
	if _, err := need(tx, c); err != nil {
		return service.Reply{}, err
	}
	return service.Reply{Status: 204}, put(tx, c, record{metadata: metadata})
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
	for key, data := range tx.Records(keys.Records(keys.Queue).StartAt(keys.Record(keys.Queue, max(prefix, marker)))) {
		parts, _ := keys.SplitRecord(keys.Queue, key)
		name, q := parts[0], decode(data)
		if q.deleted != 0 || !strings.HasPrefix(name, prefix) {
			continue
		}
		if listed == limit {
			next = name
			break
		}
		listed++
		body = xmlbody.Append(append(body, "<Queue>"...), "Name", name)
		if include == "metadata" {
			body = appendMetadata(body, q.metadata)
		}
		body = append(body, "</Queue>"...)
	}
	body = xmlbody.Append(append(body, "</Queues>"...), "NextMarker", next)
	return page(append(body, "</EnumerationResults>"...)), nil
}

var echoed = map[string]string{"prefix": "Prefix", "marker": "Marker", "maxresults": "MaxResults"}

func appendMetadata(dst []byte, m service.Metadata) []byte {
	if len(m) == 0 {
		return xmlbody.Append(dst, "Metadata", "")
	}
	dst = append(dst, "<Metadata>"...)
	for _, pair := range m {
		dst = xmlbody.Append(dst, pair.Name, pair.Value)
	}
	return append(dst, "</Metadata>"...)
}

// page is the reply that a list of queues or messages makes.
func page(root []byte) service.Reply {
	reply := service.Document(200, root)
	reply.Headers.Add("Cache-Control", "no-cache")
	return reply
}
