package blob

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
)

func createContainer(tx *store.Tx, c *service.Call) (service.Reply, error) {
	metadata, err := service.ReadMetadata(c.Request.Headers)
	if err != nil {
		return service.Reply{}, err
	}
	_, found, err := service.Containers().Find(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if found {
		return service.Reply{}, service.Fail(containerAlreadyExists)
	}
	return stamped(201, c.Now), service.Containers().Put(tx, c, metadata)
}

func deleteContainer(tx *store.Tx, c *service.Call) (service.Reply, error) {
	k, err := service.Containers().Need(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	if err := check(c, k.Modified); err != nil {
		return service.Reply{}, err
	}
	return service.Reply{Status: 202}, service.Containers().Delete(tx, c,
		keys.Records(keys.Blob, c.Path[0]), keys.Records(keys.Content, c.Path[0]))
}

func getContainer(tx *store.Tx, c *service.Call) (service.Reply, error) {
	k, err := service.Containers().Need(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	reply := stamped(200, k.Modified)
	unleased.addTo(&reply)
	k.Metadata.AddTo(&reply.Headers)
	return reply, nil
}

func setContainerMetadata(tx *store.Tx, c *service.Call) (service.Reply, error) {
	metadata, err := service.ReadMetadata(c.Request.Headers)
	if err != nil {
		return service.Reply{}, err
	}
	if _, err := service.Containers().Need(tx, c); err != nil {
		return service.Reply{}, err
	}
	return stamped(200, c.Now), service.Containers().Put(tx, c, metadata)
}

const maxPage = 5000

// listContainers gives the containers by name.
// https://learn.microsoft.com/rest/api/storageservices/list-containers2
func listContainers(tx *store.Tx, c *service.Call) (service.Reply, error) {
	l, err := startList(c, "Containers")
	if err != nil {
		return service.Reply{}, err
	}
	service.Containers().From(tx, max(l.prefix, l.marker), func(name string, k service.Resource) bool {
		if !strings.HasPrefix(name, l.prefix) || !l.room(name) {
			return false // names that have the prefix stand together
		}
		l.body = xmlbody.Append(append(l.body, "<Container>"...), "Name", name)
		l.body = append(l.body, "<Properties>"...)
		l.body = xmlbody.Append(l.body, "Last-Modified", service.Date(k.Modified))
		l.body = append(l.body, `<Etag>"`+etag(k.Modified)+`"</Etag>`...) // in quotes, unlike those of blobs
		l.body = append(unleased.append(l.body), "</Properties>"...)
		l.body = append(l.metadata(k.Metadata), "</Container>"...)
		return true
	})
	return l.end(), nil
}
