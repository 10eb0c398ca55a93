package blobs

import (
	"cmp"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/table"
)

// check compares a container or blob that exists with the conditions of a call. The fault is 304 for a read
// of something that hasn't changed, and 412 otherwise.
// https://learn.microsoft.com/rest/api/storageservices/specifying-conditional-headers-for-blob-service-operations
func check(c *resource.Call, modified table.Ticks) error {
	h := c.Request.Headers
	unmet := fault.New(fault.ConditionNotMet)
	if tags := h.Get("If-Match"); tags != "" && !matches(tags, modified) {
		return unmet
	}
	if since, ok, err := date(c, "If-Unmodified-Since"); err != nil || ok && newer(modified, since) {
		return cmp.Or[error](err, unmet)
	}
	if c.Request.Method == "GET" || c.Request.Method == "HEAD" {
		unmet = fault.New(fault.NotModified)
	}
	if tags := h.Get("If-None-Match"); tags != "" {
		if matches(tags, modified) {
			return unmet
		}
		return nil // If-Modified-Since doesn't count then
	}
	if since, ok, err := date(c, "If-Modified-Since"); err != nil || ok && !newer(modified, since) {
		return cmp.Or[error](err, unmet)
	}
	return nil
}

// checkBlob is check for a blob, which can have conditions on its tags as well.
func checkBlob(c *resource.Call, b blob) error {
	return cmp.Or(check(c, b.modified), checkTags(c, b.tags))
}

// matches reports whether a list of ETags has that of a container or blob, or *.
func matches(tags string, modified table.Ticks) bool {
	for tag := range strings.SplitSeq(tags, ",") {
		tag = strings.Trim(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`)
		if tag == "*" || tag == resource.ETag(modified) {
			return true
		}
	}
	return false
}

// newer compares whole seconds, because dates in HTTP have no fractions.
func newer(modified table.Ticks, since time.Time) bool {
	return modified.Time().Truncate(time.Second).After(since)
}

func date(c *resource.Call, name string) (t time.Time, sent bool, err error) {
	text := c.Request.Headers.Get(name)
	if text == "" {
		return time.Time{}, false, nil
	}
	t, err = time.Parse(time.RFC1123, text)
	if err != nil {
		return time.Time{}, false, fault.New(fault.InvalidHeaderValue).WithHint(
			name + " needs to be a date such as Mon, 05 Jan 2026 09:00:00 GMT.")
	}
	return t, true, nil
}
