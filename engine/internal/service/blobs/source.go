package blobs

import (
	"errors"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/wire"
)

// sourceHeaders are the headers of a copy that count for its source, and those of a read that mean the same.
var sourceHeaders = [...]struct{ sent, read string }{
	{"x-ms-source-if-match", "If-Match"}, {"x-ms-source-if-none-match", "If-None-Match"},
	{"x-ms-source-if-modified-since", "If-Modified-Since"},
	{"x-ms-source-if-unmodified-since", "If-Unmodified-Since"},
	{"x-ms-source-if-tags", "x-ms-if-tags"},
	{"x-ms-source-lease-id", "x-ms-lease-id"}, {"x-ms-source-range", "x-ms-range"},
	{"x-ms-copy-source-authorization", "Authorization"},
}

// parseSource returns a copy's source as a call that reads it, if the sender of the copy can. Without a token
// or a header of its own, the source is read by the copy's sender if known is set, or else by everybody. The
// engine doesn't read other hosts.
func parseSource(c *resource.Call, known bool) (*resource.Call, error) {
	url := c.Request.Headers.Get("x-ms-copy-source")
	r := wire.Request{Method: "GET", URL: url, Address: c.Request.Address}
	for _, h := range sourceHeaders {
		if value := c.Request.Headers.Get(h.sent); value != "" {
			r.Headers.Add(h.read, value)
		}
	}
	to, at := wire.SplitURL(c.Request.URL), wire.SplitURL(url)
	from := &service.Call{Account: c.Account, Request: r, Clock: c.Clock, Now: c.Now}
	if !wire.EqualFold(at.Host, to.Host) || from.Locate() != nil {
		return nil, cannotVerify(fault.New(fault.BlobNotFound).WithHint(
			"The source of a copy needs to be a blob of this account, at the host of the request."))
	}
	s, err := resource.Named(from)
	if err != nil || len(s.Names) < 2 {
		return nil, cannotVerify(fault.New(fault.BlobNotFound))
	}
	if err := checkVersion(s, true); err != nil {
		return nil, err
	}
	s.Grant = c.Grant
	if _, token := s.Param("sig"); token || !known || r.Headers.Has("Authorization") {
		if s.Grant, err = c.Judge.Authorize(grant.Blob, r, c.Clock); err != nil {
			return nil, cannotVerify(err)
		}
	}
	need := grant.Need{
		Service: grant.Blob, Level: grant.OfObject, Resource: s.Names[0], Object: blobName(s), Any: []string{"r"},
	}
	if wire.EqualFold(c.Request.Headers.Get("x-ms-copy-source-tag-option"), "COPY") {
		need.Any = []string{"rt"}
	}
	if err := s.Grant.Allow(need); err != nil {
		return nil, cannotVerify(err)
	}
	return s, nil
}

// cannotVerify returns the fault of a copy whose source can't be read, which has the status of the read.
func cannotVerify(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Code == fault.SourceConditionNotMet {
		return err
	}
	code := fault.CannotVerifyCopySource
	code.Status = f.Code.Status
	return &fault.Error{Code: code, Message: f.Text(), Hint: strings.TrimSpace("The source: " + f.Hint)}
}

// keyOf returns the store key of the blob that a call names.
func keyOf(c *resource.Call) string { return keys.Record(keys.Blob, c.Names[0], storedName(c)) }
