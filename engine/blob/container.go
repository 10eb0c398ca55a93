package blob

import (
	"strings"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/xmlbody"
)

// container is what is known of a container.
type container struct {
	modified table.Ticks
	deleted  table.Ticks // when its deletion began; 0 for a container in use
	metadata service.Metadata
}

func (k container) encode() string {
	var w service.Writer
	w.Time(k.modified)
	w.Time(k.deleted)
	w.Metadata(k.metadata)
	return string(w.Data)
}

func decodeContainer(data string) container {
	r := service.Read(data)
	return container{modified: r.Time(), deleted: r.Time(), metadata: r.Metadata()}
}

// deletionTime is how long a deleted container's name stays taken: "at least 30 seconds".
// https://learn.microsoft.com/rest/api/storageservices/delete-container
const deletionTime = 30 * 10_000_000 // ticks

// findContainer returns the container that a call names. One that is being deleted is a fault, and
// once it is gone there is none.
func findContainer(tx *store.Tx, c *service.Call) (k container, found bool, err error) {
	data, found, err := tx.Record(keys.Record(keys.Container, c.Path[0]))
	if err != nil || !found {
		return container{}, false, err
	}
	switch k = decodeContainer(data); {
	case k.deleted == 0:
		return k, true, nil
	case c.Now < k.deleted+deletionTime:
		return container{}, false, service.Fail(containerBeingDeleted)
	}
	return container{}, false, nil
}

// needContainer is findContainer for what cannot do without it.
func needContainer(tx *store.Tx, c *service.Call) (container, error) {
	k, found, err := findContainer(tx, c)
	if err == nil && !found {
		err = service.Fail(containerNotFound)
	}
	return k, err
}

func putContainer(tx *store.Tx, c *service.Call, k container) error {
	return tx.PutRecord(keys.Record(keys.Container, c.Path[0]), k.encode())
}

func createContainer(tx *store.Tx, c *service.Call) (service.Reply, error) {
	metadata, err := service.ReadMetadata(c.Request.Headers)
	if err != nil {
		return service.Reply{}, err
	}
	_, found, err := findContainer(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if found {
		return service.Reply{}, service.Fail(containerAlreadyExists)
	}
	return stamped(201, c.Now), putContainer(tx, c, container{modified: c.Now, metadata: metadata})
}

// deleteContainer drops the blobs at once and keeps the name taken for a while, as the service does.
func deleteContainer(tx *store.Tx, c *service.Call) (service.Reply, error) {
	k, err := needContainer(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if err := check(c, k.modified); err != nil {
		return service.Reply{}, err
	}
	for _, r := range [...]keys.Range{keys.Records(keys.Blob, c.Path[0]), keys.Records(keys.Content, c.Path[0])} {
		if err := tx.DeleteRecords(r); err != nil {
			return service.Reply{}, err
		}
	}
	if err := tx.DeleteRecord(keys.PoliciesOf(byte(grant.Blob), c.Path[0])); err != nil {
		return service.Reply{}, err
	}
	return service.Reply{Status: 202}, putContainer(tx, c, container{modified: k.modified, deleted: c.Now})
}

func getContainer(tx *store.Tx, c *service.Call) (service.Reply, error) {
	k, err := needContainer(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	reply := stamped(200, k.modified)
	unleased.addTo(&reply)
	k.metadata.AddTo(&reply.Headers)
	return reply, nil
}

func setContainerMetadata(tx *store.Tx, c *service.Call) (service.Reply, error) {
	metadata, err := service.ReadMetadata(c.Request.Headers)
	if err != nil {
		return service.Reply{}, err
	}
	if _, err := needContainer(tx, c); err != nil {
		return service.Reply{}, err
	}
	return stamped(200, c.Now), putContainer(tx, c, container{modified: c.Now, metadata: metadata})
}

const maxPage = 5000

// listContainers gives the containers by name.
// https://learn.microsoft.com/rest/api/storageservices/list-containers2
func listContainers(tx *store.Tx, c *service.Call) (service.Reply, error) {
	l, err := startList(c, "Containers")
	if err != nil {
		return service.Reply{}, err
	}
	for key, data := range tx.Records(keys.Records(keys.Container).StartAt(keys.Record(keys.Container, l.from()))) {
		parts, _ := keys.SplitRecord(keys.Container, key)
		name, k := parts[0], decodeContainer(data)
		if k.deleted != 0 || !strings.HasPrefix(name, l.prefix) {
			continue
		}
		if !l.room(name) {
			break
		}
		l.body = xmlbody.Append(append(l.body, "<Container>"...), "Name", name)
		l.body = append(l.body, "<Properties>"...)
		l.body = xmlbody.Append(l.body, "Last-Modified", service.Date(k.modified))
		l.body = xmlbody.Append(l.body, "Etag", etag(k.modified))
		l.body = append(unleased.append(l.body), "</Properties>"...)
		l.body = append(l.metadata(k.metadata), "</Container>"...)
	}
	return l.end(), nil
}
