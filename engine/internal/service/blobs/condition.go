package blobs

import (
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/table"
)

// check holds a container or blob that exists against the conditions of a call. A read whose caller
// has it already is answered with 304, any other with 412.
// https://learn.microsoft.com/rest/api/storageservices/specifying-conditional-headers-for-blob-service-operations
func check(c *resource.Call, modified table.Ticks) error {
	h := c.Request.Headers
	unmet := fault.New(fault.ConditionNotMet)
	if tags := h.Get("If-Match"); tags != "" && !matches(tags, modified) {
		return unmet
	}
	if since, ok, err := date(c, "If-Unmodified-Since"); err != nil || ok && newer(modified, since) {
		return firstOf(err, unmet)
	}
	if c.Request.Method == "GET" || c.Request.Method == "HEAD" {
		unmet = fault.New(fault.NotModified)
	}
	if tags := h.Get("If-None-Match"); tags != "" {
		if matches(tags, modified) {
			return unmet
		}
		return nil // it counts more than If-Modified-Since
	}
	if since, ok, err := date(c, "If-Modified-Since"); err != nil || ok && !newer(modified, since) {
		return firstOf(err, unmet)
	}
	return nil
}

func firstOf(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// matches reports whether a list of tags names the one of what was written at an instant.
func matches(tags string, modified table.Ticks) bool {
	for tag := range strings.SplitSeq(tags, ",") {
		tag = strings.Trim(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`)
		if tag == "*" || tag == etag(modified) {
			return true
		}
	}
	return false
}

// newer compares in whole seconds, as the dates of HTTP do.
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
		return time.Time{}, false, fault.New(fault.InvalidHeaderValue).WithHint(name + " is a date such as Mon, 05 Jan 2026 09:00:00 GMT.")
	}
	return t, true, nil
}
