package blobs

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/wire"
)

// farBlob is a blob of another account of this host, as an answer has it: with its content in one piece, and
// without its blocks and tags.
type farBlob struct {
	blob
	content []string
	url     string // without its token
}

// fetchFar reads the source of a copy from another account of this host. The URL's token or the source's
// own header has to allow that, or everybody can read it: the signature of the copy is worth nothing there.
func fetchFar(c *resource.Call, r wire.Request) (*farBlob, error) {
	u := wire.SplitURL(r.URL)
	if c.Fetch == nil || !sameServer(c, u.Host) {
		return nil, elsewhere()
	}
	if wantsTags(c.Request.Headers) {
		return nil, fault.New(fault.NotImplemented).WithHint("Tags aren't copied from another account here.")
	}
	r.Headers.Add("x-ms-version", c.Version())
	answer, ok := c.Fetch(r)
	switch {
	case !ok:
		return nil, elsewhere()
	case answer.Status == 304 || answer.Status == 412:
		return nil, fault.New(fault.SourceConditionNotMet)
	case answer.Status >= 300:
		code := fault.CannotVerifyCopySource
		code.Status = answer.Status
		return nil, fault.New(code).WithHint("The source: " + answer.Headers.Get("x-ms-error-code") + ".")
	}
	return farFrom(answer, u), nil
}

// farFrom reads a blob from an answer to a GET.
func farFrom(answer wire.Response, u wire.URL) *farBlob {
	h := answer.Headers
	f := &farBlob{content: answer.Segments, url: u.Base + u.Path}
	if len(answer.Body) > 0 {
		f.content = append([]string{string(answer.Body)}, f.content...)
	}
	for _, s := range f.content {
		f.size += int64(len(s))
	}
	f.kind, f.sealed = h.Get("x-ms-blob-type"), h.Get("x-ms-blob-sealed") == "true"
	f.md5 = h.Get("x-ms-blob-content-md5")
	if f.md5 == "" && answer.Status == 200 {
		f.md5 = h.Get("Content-MD5")
	}
	if f.size > 0 {
		f.blocks = 1
	}
	if n, err := strconv.ParseInt(h.Get("x-ms-blob-committed-block-count"), 10, 64); err == nil {
		f.blocks = n
	}
	f.properties, _ = propertiesOf(h) // they have been stored before
	f.metadata, _ = resource.ReadMetadata(h)
	params, _ := wire.Params(u.Query)
	for _, p := range params {
		if wire.EqualFold(p.Name, "snapshot") {
			f.url += "?snapshot=" + p.Value // a time: the account has read it
			break
		}
	}
	return f
}

// sameServer reports whether a host is that of the call, or its name with another account in place of the
// call's.
func sameServer(c *resource.Call, host string) bool {
	own := wire.SplitURL(c.Request.URL).Host
	account, rest, _ := strings.Cut(own, ".")
	_, other, _ := strings.Cut(host, ".")
	return wire.EqualFold(own, host) ||
		wire.EqualFold(strings.TrimSuffix(account, "-secondary"), c.Account) && wire.EqualFold(rest, other)
}

func elsewhere() error {
	return cannotVerify(fault.New(fault.BlobNotFound).WithHint(
		"The source of a copy needs to be a blob of an account of this server, at the host of the request."))
}
