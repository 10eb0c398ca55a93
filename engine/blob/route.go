package blob

import (
	"strings"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/table"
)

// Route says what a request wants. A path is empty, or names a container or a blob in one.
func Route(c *service.Call) (service.Operation, error) {
	comp, _ := c.Param("comp")
	if len(c.Path) == 0 {
		if c.Request.Method == "GET" && comp == "list" {
			return service.Reads("ListContainers", grant.OfService, "l", listContainers), nil
		}
		return service.Operation{}, service.Fail(service.NotImplemented)
	}
	if strings.HasPrefix(c.Path[0], "$") {
		return service.Operation{}, service.Hinted(service.NotImplemented,
			"The containers that the service makes, $root, $web and $logs, are not here.")
	}
	if err := service.CheckName(c.Path[0]); err != nil {
		return service.Operation{}, err
	}
	if len(c.Path) == 1 {
		return routeContainer(c, comp)
	}
	name := blobName(c)
	if name == "" || table.Length(name) > maxName {
		return service.Operation{}, service.Hinted(service.InvalidResourceName, "A blob has a name of 1 to 1,024 characters.")
	}
	op, err := routeBlob(c, comp)
	op.Need.Resource, op.Need.Object = c.Path[0], name
	return op, err
}

const maxName = 1024 // characters

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
		op = service.Reads("ListBlobs", grant.OfContainer, "l", listBlobs)
	case comp == "" && reading, comp == "metadata" && reading:
		op = service.Reads("GetContainerProperties", grant.OfContainer, "r", getContainer)
	case comp == "metadata" && method == "PUT":
		op = service.Writes("SetContainerMetadata", grant.OfContainer, []string{"w"}, setContainerMetadata)
	case comp == "" && method == "PUT":
		op = service.Writes("CreateContainer", grant.OfContainer, []string{"c", "w"}, createContainer)
	case comp == "" && method == "DELETE":
		op = service.Writes("DeleteContainer", grant.OfContainer, []string{"d"}, deleteContainer)
	default:
		return op, service.Fail(service.NotImplemented)
	}
	op.Need.Resource, op.Need.Itself = c.Path[0], comp != "list"
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
		op = service.Writes("PutBlob", grant.OfObject, []string{"w", "c"}, putBlob)
	case comp == "" && method == "GET":
		op = service.Reads("GetBlob", grant.OfObject, "r", getBlob)
	case comp == "" && method == "HEAD":
		op = service.Reads("GetBlobProperties", grant.OfObject, "r", headBlob)
	case comp == "" && method == "DELETE":
		op = service.Writes("DeleteBlob", grant.OfObject, []string{"d"}, deleteBlob)
	case comp == "appendblock" && method == "PUT":
		op = service.Writes("AppendBlock", grant.OfObject, []string{"a", "w"}, appendBlock)
	case comp == "metadata" && method == "PUT":
		op = service.Writes("SetBlobMetadata", grant.OfObject, []string{"w"}, setBlobMetadata)
	case comp == "metadata" && (method == "GET" || method == "HEAD"):
		op = service.Reads("GetBlobMetadata", grant.OfObject, "r", getBlobMetadata)
	default:
		return op, service.Fail(service.NotImplemented)
	}
	return op, nil
}

// The codes that only blobs have.
// https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes
var (
	appendPosition         = service.Code{Name: "AppendPositionConditionNotMet", Status: 412, Message: "The append position condition specified was not met."}
	blobAlreadyExists      = service.Code{Name: "BlobAlreadyExists", Status: 409, Message: "The specified blob already exists."}
	blobNotFound           = service.Code{Name: "BlobNotFound", Status: 404, Message: "The specified blob does not exist."}
	blockCount             = service.Code{Name: "BlockCountExceedsLimit", Status: 409, Message: "The committed block count cannot exceed the maximum limit of 50,000 blocks."}
	containerAlreadyExists = service.Code{Name: "ContainerAlreadyExists", Status: 409, Message: "The specified container already exists."}
	invalidBlobType        = service.Code{Name: "InvalidBlobType", Status: 409, Message: "The blob type is invalid for this operation."}
	invalidMD5             = service.Code{Name: "InvalidMd5", Status: 400, Message: "The MD5 value specified in the request is invalid. The MD5 value must be 128 bits and Base64-encoded."}
	invalidRange           = service.Code{Name: "InvalidRange", Status: 416, Message: "The range specified is invalid for the current size of the resource."}
	maxBlobSize            = service.Code{Name: "MaxBlobSizeConditionNotMet", Status: 412, Message: "The max blob size condition specified was not met."}
	md5Mismatch            = service.Code{Name: "Md5Mismatch", Status: 400, Message: "The MD5 value specified in the request did not match with the MD5 value calculated by the server."}
	unauthorizedOverwrite  = service.Code{Name: "UnauthorizedBlobOverwrite", Status: 403, Message: "This request is not authorized to perform blob overwrites."}
	notModified            = service.Code{Name: "ConditionNotMet", Status: 304, Message: "The condition specified using HTTP conditional header(s) is not met."}
)
