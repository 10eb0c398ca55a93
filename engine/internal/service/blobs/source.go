package blobs

import (
	"errors"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// sourceHeaders are the headers of a copy that count for its source, and those of a read that mean the same.
var sourceHeaders = [...]struct{ sent, read string }{
	{"x-ms-source-if-match", "If-Match"}, {"x-ms-source-if-none-match", "If-None-Match"},
	{"x-ms-source-if-modified-since", "If-Modified-Since"},
	{"x-ms-source-if-unmodified-since", "If-Unmodified-Since"},
	{"x-ms-source-if-tags", "x-ms-if-tags"},
	{"x-ms-source-lease-id", "x-ms-lease-id"}, {"x-ms-source-range", "x-ms-range"},
	{"x-ms-copy-source-authorization", "Authorization"}, {"x-ms-version", "x-ms-version"},
}

// source is the source of a copy: a blob of this account, as a call that reads it, or one of another account,
// which has been read.
type source struct {
	*resource.Call
	far *farBlob // nil for one of this account
}

// parseSource returns a copy's source, if the sender of the copy can read it. Without a token or a header of
// its own, the source is read by the copy's sender if known is set, or else by everybody. The engine doesn't
// read other hosts.
func parseSource(c *resource.Call, known bool) (source, error) {
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
		far, err := fetchFar(c, r)
		return source{far: far}, err
	}
	s, err := resource.Named(from)
	if err != nil || len(s.Names) < 2 {
		return source{}, cannotVerify(fault.New(fault.BlobNotFound))
	}
	if err := checkVersion(s, true); err != nil {
		return source{}, err
	}
	s.Grant = c.Grant
	if _, token := s.Param("sig"); token || !known || r.Headers.Has("Authorization") {
		if s.Grant, err = c.Judge.Authorize(grant.Blob, r, c.Clock); err != nil {
			return source{}, cannotVerify(err)
		}
	}
	need := grant.Need{
		Service: grant.Blob, Level: grant.OfObject, Resource: s.Names[0], Object: blobName(s), Any: []string{"r"},
	}
	if wantsTags(c.Request.Headers) {
		need.Any = []string{"rt"}
	}
	if err := s.Grant.Allow(need); err != nil {
		return source{}, cannotVerify(err)
	}
	return source{Call: s}, nil
}

// wantsTags reports whether a copy is to have the tags of its source.
func wantsTags(h wire.Headers) bool {
	return wire.EqualFold(h.Get("x-ms-copy-source-tag-option"), "COPY")
}

// need returns the source, with a fault if there's none or the copy can't have it.
func (s source) need(tx *store.Tx) (blob, error) {
	if s.far != nil {
		return s.far.blob, nil
	}
	return need(tx, s.Call)
}

// url returns the source's URL, without its token.
func (s source) url() string {
	if s.far != nil {
		return s.far.url
	}
	u := wire.SplitURL(s.Request.URL)
	return u.Base + u.Path + snapshotQuery(s.Call)
}

// content returns the source's content.
func (s source) content(tx *store.Tx, b blob) ([]string, error) {
	if s.far != nil {
		return s.far.content, nil
	}
	return read(tx, s.Names[0], storedName(s.Call), span{0, b.size})
}

// copyTo gives the blob that a call names the content of the source, in place of its own.
func (s source) copyTo(tx *store.Tx, c *resource.Call) error {
	switch {
	case s.far != nil:
		if err := empty(tx, c); err != nil {
			return err
		}
		c.Request.Body, c.Request.Segments = nil, s.far.content
		return putContent(tx, c)
	case keyOf(c) == keyOf(s.Call):
		return nil
	}
	return copyContent(tx, s.Call, c)
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
