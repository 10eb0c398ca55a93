package blob

import (
	"strings"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
)

type apply = func(*store.Tx, *service.Call) (service.Reply, error)

// Route says what a request wants. A path is empty, or names a container or a blob in one.
func Route(c *service.Call) (service.Operation, error) {
	comp, _ := c.Param("comp")
	switch len(c.Path) {
	case 0:
		if c.Request.Method == "GET" && comp == "list" {
			return reads("ListContainers", grant.OfService, "l", listContainers), nil
		}
		return service.Operation{}, service.Fail(service.NotImplemented)
	case 1:
		if err := service.CheckName(c.Path[0]); err != nil {
			return service.Operation{}, err
		}
		return routeContainer(c, comp)
	}
	if err := service.CheckName(c.Path[0]); err != nil {
		return service.Operation{}, err
	}
	name := blobName(c)
	if name == "" || len(name) > maxName {
		return service.Operation{}, service.Hinted(service.InvalidResourceName, "A blob has a name of 1 to 1,024 characters.")
	}
	op, err := routeBlob(c, comp)
	op.Need.Resource, op.Need.Object = c.Path[0], name
	return op, err
}

const maxName = 1024

// blobName is the part of the path behind the container, slashes included.
func blobName(c *service.Call) string { return strings.Join(c.Path[1:], "/") }

func routeContainer(c *service.Call, comp string) (op service.Operation, err error) {
	method := c.Request.Method
	reading := method == "GET" || method == "HEAD"
	restype, _ := c.Param("restype")
	switch {
	case restype != "container":
		return op, service.Hinted(service.NotImplemented,
			"A container is addressed with restype=container; there is no root container here.")
	case comp == "list" && method == "GET":
		op = reads("ListBlobs", grant.OfContainer, "l", listBlobs)
	case comp == "" && reading, comp == "metadata" && reading:
		op = reads("GetContainerProperties", grant.OfContainer, "r", getContainer)
	case comp == "metadata" && method == "PUT":
		op = writes("SetContainerMetadata", grant.OfContainer, "w", setContainerMetadata)
	case comp == "" && method == "PUT":
		op = writes("CreateContainer", grant.OfContainer, "c", createContainer)
		op.Need.Any = append(op.Need.Any, "w")
	case comp == "" && method == "DELETE":
		op = writes("DeleteContainer", grant.OfContainer, "d", deleteContainer)
	default:
		return op, service.Fail(service.NotImplemented)
	}
	op.Need.Resource = c.Path[0]
	return op, nil
}

func routeBlob(c *service.Call, comp string) (op service.Operation, err error) {
	method := c.Request.Method
	if _, sent := c.Param("snapshot"); sent {
		return op, service.Fail(service.NotImplemented)
	}
	if _, sent := c.Param("versionid"); sent {
		return op, service.Fail(service.NotImplemented)
	}
	switch {
	case comp == "" && method == "PUT" && c.Request.Headers.Has("x-ms-copy-source"):
		return op, service.Hinted(service.NotImplemented, "Blobs are not copied here: read one and put the other.")
	case comp == "" && method == "PUT":
		op = writes("PutBlob", grant.OfObject, "w", putBlob)
		op.Need.Any = append(op.Need.Any, "c")
	case comp == "" && method == "GET":
		op = reads("GetBlob", grant.OfObject, "r", getBlob)
	case comp == "" && method == "HEAD":
		op = reads("GetBlobProperties", grant.OfObject, "r", headBlob)
	case comp == "" && method == "DELETE":
		op = writes("DeleteBlob", grant.OfObject, "d", deleteBlob)
	case comp == "appendblock" && method == "PUT":
		op = writes("AppendBlock", grant.OfObject, "a", appendBlock)
		op.Need.Any = append(op.Need.Any, "w")
	case comp == "metadata" && method == "PUT":
		op = writes("SetBlobMetadata", grant.OfObject, "w", setBlobMetadata)
	case comp == "metadata" && (method == "GET" || method == "HEAD"):
		op = reads("GetBlobMetadata", grant.OfObject, "r", getBlobMetadata)
	default:
		return op, service.Fail(service.NotImplemented)
	}
	return op, nil
}

func reads(name string, level grant.Level, permission string, do apply) service.Operation {
	return service.Operation{Name: name, Need: grant.Need{Level: level, Any: []string{permission}}, Apply: do}
}

func writes(name string, level grant.Level, permission string, do apply) service.Operation {
	op := reads(name, level, permission, do)
	op.Writes = true
	return op
}

// The codes that only blobs have.
// https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes
var (
	appendPosition         = service.Code{Name: "AppendPositionConditionNotMet", Status: 412, Message: "The append position condition specified was not met."}
	blobAlreadyExists      = service.Code{Name: "BlobAlreadyExists", Status: 409, Message: "The specified blob already exists."}
	blobNotFound           = service.Code{Name: "BlobNotFound", Status: 404, Message: "The specified blob does not exist."}
	blockCount             = service.Code{Name: "BlockCountExceedsLimit", Status: 409, Message: "The committed block count cannot exceed the maximum limit of 50,000 blocks."}
	containerAlreadyExists = service.Code{Name: "ContainerAlreadyExists", Status: 409, Message: "The specified container already exists."}
	containerBeingDeleted  = service.Code{Name: "ContainerBeingDeleted", Status: 409, Message: "The specified container is being deleted."}
	containerNotFound      = service.Code{Name: "ContainerNotFound", Status: 404, Message: "The specified container does not exist."}
	invalidBlobType        = service.Code{Name: "InvalidBlobType", Status: 409, Message: "The blob type is invalid for this operation."}
	invalidMD5             = service.Code{Name: "InvalidMd5", Status: 400, Message: "The MD5 value specified in the request is invalid. The MD5 value must be 128 bits and Base64-encoded."}
	invalidRange           = service.Code{Name: "InvalidRange", Status: 416, Message: "The range specified is invalid for the current size of the resource."}
	maxBlobSize            = service.Code{Name: "MaxBlobSizeConditionNotMet", Status: 412, Message: "The max blob size condition specified was not met."}
	md5Mismatch            = service.Code{Name: "Md5Mismatch", Status: 400, Message: "The MD5 value specified in the request did not match with the MD5 value calculated by the server."}
	notModified            = service.Code{Name: "ConditionNotMet", Status: 304, Message: "The condition specified using HTTP conditional header(s) is not met."}
)
