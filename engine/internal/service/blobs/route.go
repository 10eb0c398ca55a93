package blobs

import (
	"cmp"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
)

const server = "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0"

// Service returns the blob service.
func Service() service.Service {
	return service.Service{
		Of:     grant.Blob,
		Server: server,
		Route:  resource.Route(grant.Blob, route),
		Refuse: resource.Refuse,
	}
}

// InUse refuses a call that names a container that doesn't exist, that has another lease than the call names,
// or that doesn't meet the call's conditions.
func InUse(tx *store.Tx, c *resource.Call) error {
	k, err := resource.Containers().Need(tx, c)
	if err != nil {
		return err
	}
	return cmp.Or(checkContainerLease(tx, c), check(c, k.Modified))
}

// route returns the operation of a request. The path is empty, or names a container, or a blob in one.
func route(c *resource.Call) (service.Operation, error) {
	comp, _ := c.Param("comp")
	if kind, _ := c.Param("restype"); kind == "account" && comp == "properties" {
		return routeAccount(c)
	}
	if len(c.Names) == 0 {
		if kind, _ := c.Param("restype"); kind == "container" && comp == "" {
			return service.Operation{}, fault.New(fault.InvalidQueryParameterValue).WithHint(
				"The URL names no container.")
		}
		if c.Request.Method == "GET" && comp == "list" {
			return c.Reads("ListContainers", grant.OfService, "l", parseListContainers), nil
		}
		if c.Request.Method == "GET" && comp == "blobs" {
			return c.Reads("FindBlobsByTags", grant.OfService, "f", parseFind), nil
		}
		if c.Request.Method == "POST" && comp == "batch" {
			return batchOf(c), nil
		}
		return service.Operation{}, fault.New(fault.NotImplemented)
	}
	restype, _ := c.Param("restype")
	if len(c.Names) == 1 && restype == "" && comp != "batch" {
		c.Names = []string{rootContainer, c.Names[0]} // a blob in the root container
	}
	switch c.Names[0] {
	case rootContainer, "$web", logContainer:
	default:
		if err := resource.CheckName(c.Names[0]); err != nil {
			return service.Operation{}, err
		}
	}
	if len(c.Names) == 1 {
		return routeContainer(c, comp)
	}
	name := blobName(c)
	if name == "" || table.Length(name) > maxName {
		return service.Operation{}, fault.New(fault.InvalidResourceName).WithHint(
			"The name of a blob has 1 to 1,024 characters.")
	}
	op, err := routeBlob(c, comp)
	op.Need.Resource, op.Need.Object = c.Names[0], name
	if c.Request.Headers.Get("x-ms-tags") != "" || c.Request.Headers.Get("x-ms-if-tags") != "" {
		for i, letters := range op.Need.Any {
			op.Need.Any[i] = letters + "t"
		}
	}
	return op, err
}

const maxName = 1024 // characters

// The containers whose names have a $.
// https://learn.microsoft.com/rest/api/storageservices/working-with-the-root-container
const (
	rootContainer = "$root"
	logContainer  = "$logs" // only the service makes it
)

// blobName returns the part of the path after the container, slashes included. The service takes a backslash
// for one.
func blobName(c *resource.Call) string {
	return strings.ReplaceAll(strings.Join(c.Names[1:], "/"), `\`, "/")
}

func routeContainer(c *resource.Call, comp string) (op service.Operation, err error) {
	method := c.Request.Method
	reading := method == "GET" || method == "HEAD"
	restype, _ := c.Param("restype")
	switch {
	case restype != "container":
		return op, fault.New(fault.NotImplemented).WithHint("Add restype=container to address a container.")
	case comp == "list" && method == "GET":
		op = c.Reads("ListBlobs", grant.OfContainer, "l", parseListBlobs)
		if include, _ := c.Param("include"); strings.Contains(include, "tags") {
			op.Need.Any = []string{"lt"}
		}
	case comp == "blobs" && method == "GET":
		op = c.Reads("FindBlobsByTags", grant.OfContainer, "f", parseFind)
	case comp == "" && reading, comp == "metadata" && reading:
		op = c.Reads("GetContainerProperties", grant.OfContainer, "r", parseGetContainer)
	case comp == "metadata" && method == "PUT":
		op = c.Writes("SetContainerMetadata", grant.OfContainer, []string{"w"},
			parseSetContainerMetadata)
	case comp == "batch" && method == "POST":
		return batchOf(c), nil
	case comp == "lease" && method == "PUT":
		op = c.Writes("LeaseContainer", grant.OfContainer, leasers(c), parseLease)
	case comp == "" && method == "PUT":
		op = c.Writes("CreateContainer", grant.OfContainer, []string{"c", "w"}, parseCreateContainer)
	case comp == "" && method == "DELETE":
		op = c.Writes("DeleteContainer", grant.OfContainer, []string{"d"}, parseDeleteContainer)
	default:
		return op, fault.New(fault.NotImplemented)
	}
	op.Need.Resource, op.Need.Itself = c.Names[0], comp != "list" && comp != "blobs"
	return op, nil
}

func routeBlob(c *resource.Call, comp string) (op service.Operation, err error) {
	method, copies := c.Request.Method, c.Request.Headers.Has("x-ms-copy-source")
	for _, name := range [...]string{
		"x-ms-structured-body", "x-ms-encryption-key", "x-ms-encryption-scope", "x-ms-source-encryption-key",
		"x-ms-immutability-policy-until-date", "x-ms-legal-hold",
	} {
		if c.Request.Headers.Get(name) != "" {
			return op, fault.New(fault.NotImplemented).WithHint("This engine doesn't have " + name + ".")
		}
	}
	reads := method == "GET" || method == "HEAD"
	if err := checkVersion(c, reads || comp == "" && method == "DELETE" || comp == "tier"); err != nil {
		return op, err
	}
	switch {
	case comp == "" && method == "PUT" && copies && c.Request.Headers.Has("x-ms-blob-type"):
		op = c.Writes("PutBlobFromURL", grant.OfObject, []string{"w", "c"}, fromURL(parsePutBlob))
	case comp == "" && method == "PUT" && copies:
		op = c.Writes("CopyBlob", grant.OfObject, []string{"w", "c"}, parseCopy)
	case comp == "copy" && method == "PUT":
		op = c.Writes("AbortCopyBlob", grant.OfObject, []string{"w"}, parseAbortCopy)
	case comp == "" && method == "PUT":
		op = c.Writes("PutBlob", grant.OfObject, []string{"w", "c"}, parsePutBlob)
		op.Long = true
	case comp == "" && method == "GET":
		op = c.Reads("GetBlob", grant.OfObject, "r", parseGetBlob)
	case comp == "" && method == "HEAD":
		op = c.Reads("GetBlobProperties", grant.OfObject, "r", parseHeadBlob)
	case comp == "" && method == "DELETE":
		op = c.Writes("DeleteBlob", grant.OfObject, []string{"d"}, parseDeleteBlob)
	case comp == "appendblock" && method == "PUT" && copies:
		op = c.Writes("AppendBlockFromURL", grant.OfObject, []string{"a", "w"}, fromURL(parseAppendBlock))
	case comp == "appendblock" && method == "PUT":
		op = c.Writes("AppendBlock", grant.OfObject, []string{"a", "w"}, parseAppendBlock)
		op.Long = true
	case comp == "seal" && method == "PUT":
		op = c.Writes("AppendBlobSeal", grant.OfObject, []string{"a", "w"}, parseSeal)
	case comp == "block" && method == "PUT" && copies:
		op = c.Writes("PutBlockFromURL", grant.OfObject, []string{"w", "c"}, fromURL(parsePutBlock))
	case comp == "block" && method == "PUT":
		op = c.Writes("PutBlock", grant.OfObject, []string{"w", "c"}, parsePutBlock)
		op.Long = true
	case comp == "blocklist" && method == "PUT":
		op = c.Writes("PutBlockList", grant.OfObject, []string{"w", "c"}, parsePutBlockList)
	case comp == "blocklist" && method == "GET":
		op = c.Reads("GetBlockList", grant.OfObject, "r", parseGetBlockList)
	default:
		return routeAspect(c, comp)
	}
	return op, nil
}

// routeAspect routes a request about something of a blob that isn't its content.
func routeAspect(c *resource.Call, comp string) (op service.Operation, err error) {
	method := c.Request.Method
	switch {
	case comp == "lease" && method == "PUT":
		op = c.Writes("LeaseBlob", grant.OfObject, leasers(c), parseLease)
	case comp == "properties" && method == "PUT":
		op = c.Writes("SetBlobProperties", grant.OfObject, []string{"w"}, parseSetBlobProperties)
	case comp == "snapshot" && method == "PUT":
		op = c.Writes("SnapshotBlob", grant.OfObject, []string{"w", "c"}, parseSnapshot)
	case comp == "tags" && method == "PUT":
		op = c.Writes("SetBlobTags", grant.OfObject, []string{"t"}, parseSetTags)
	case comp == "tags" && method == "GET":
		op = c.Reads("GetBlobTags", grant.OfObject, "t", parseGetTags)
	case comp == "tier" && method == "PUT":
		op = c.Writes("SetBlobTier", grant.OfObject, []string{"w"}, parseSetTier)
	case comp == "metadata" && method == "PUT":
		op = c.Writes("SetBlobMetadata", grant.OfObject, []string{"w"}, parseSetBlobMetadata)
	case comp == "metadata" && (method == "GET" || method == "HEAD"):
		op = c.Reads("GetBlobMetadata", grant.OfObject, "r", parseGetBlobMetadata)
	default:
		return op, fault.New(fault.NotImplemented)
	}
	return op, nil
}
