package blobs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// tags are the index tags of a blob, sorted by key. Unlike metadata, they can be searched, and changing them
// changes neither ETag nor Last-Modified.
// https://learn.microsoft.com/azure/storage/blobs/storage-manage-find-blobs
type tags []wire.Param

const (
	maxTags     = 10
	maxTagKey   = 128
	maxTagValue = 256
)

// newTags returns the tags that a client has sent, sorted.
func newTags(sent []wire.Param) (tags, error) {
	t := tags(slices.Clone(sent))
	slices.SortFunc(t, func(a, b wire.Param) int { return strings.Compare(a.Name, b.Name) })
	if len(t) > maxTags {
		return nil, fault.New(fault.TagsTooLarge).WithHint("A blob can have at most 10 tags.")
	}
	for i, tag := range t {
		switch {
		case tag.Name == "":
			return nil, fault.New(fault.InvalidTag).WithHint("The key of a tag has at least one character.")
		case table.Length(tag.Name) > maxTagKey || table.Length(tag.Value) > maxTagValue:
			return nil, fault.New(fault.TagsTooLarge).WithHint(
				"The key of a tag has at most 128 characters, its value 256.")
		case !allowed(tag.Name) || !allowed(tag.Value):
			return nil, fault.New(fault.InvalidTag).WithHint(
				"Tags are made of ASCII letters, digits, spaces and + - . / : = _")
		case i > 0 && t[i-1].Name == tag.Name:
			return nil, fault.New(fault.DuplicateTagNames).WithHint("The key " + tag.Name + " is there twice.")
		}
	}
	return t, nil
}

// allowed reports whether a tag can have some text.
func allowed(text string) bool {
	for i := range len(text) {
		c := text[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') &&
			strings.IndexByte(" +-./:=_", c) < 0 {
			return false
		}
	}
	return true
}

// readTags returns the tags that the header of a call gives a blob. They have the form of a URL's query.
func readTags(h wire.Headers) (tags, error) {
	pairs, ok := wire.Params(h.Get("x-ms-tags"))
	if !ok {
		return nil, fault.New(fault.InvalidHeaderValue).WithHint("x-ms-tags needs to be like a query: a=1&b=2.")
	}
	return newTags(pairs)
}

// header returns the tags in the form of the header x-ms-tags.
func (t tags) header() string {
	var pairs []string
	for _, tag := range t {
		pairs = append(pairs, wire.Escape(tag.Name, "")+"="+wire.Escape(tag.Value, ""))
	}
	return strings.Join(pairs, "&")
}

// append appends the tags as XML.
func (t tags) append(dst []byte) []byte {
	dst = append(dst, "<Tags><TagSet>"...)
	for _, tag := range t {
		dst = xmlbody.Append(xmlbody.Append(append(dst, "<Tag>"...), "Key", tag.Name), "Value", tag.Value)
		dst = append(dst, "</Tag>"...)
	}
	return append(dst, "</TagSet></Tags>"...)
}

// addCount adds how many tags there are, if any, to the headers of an answer about the blob.
func (t tags) addCount(h *wire.Headers) {
	if len(t) > 0 {
		h.Add("x-ms-tag-count", strconv.Itoa(len(t)))
	}
}

// value returns the value of the tag with a key.
func (t tags) value(key string) (value string, found bool) {
	for _, tag := range t {
		if tag.Name == key {
			return tag.Value, true
		}
	}
	return "", false
}

func (t tags) write(w *resource.Writer) {
	w.Number(int64(len(t)))
	for _, tag := range t {
		w.Text(tag.Name)
		w.Text(tag.Value)
	}
}

func tagsIn(r *resource.Reader) (t tags) {
	for range r.Number() {
		key := r.Text()
		t = append(t, wire.Param{Name: key, Value: r.Text()})
	}
	return t
}

// copiedTags returns the tags of a copy: those that the call gives it, or the source's if it says so.
func copiedTags(h wire.Headers, source blob) (tags, error) {
	switch option := h.Get("x-ms-copy-source-tag-option"); {
	case wire.EqualFold(option, "COPY") && h.Get("x-ms-tags") != "":
		return nil, fault.New(fault.InvalidHeaderValue).WithHint(
			"Send x-ms-tags, or x-ms-copy-source-tag-option: COPY, not both.")
	case wire.EqualFold(option, "COPY"):
		return source.tags, nil
	case option != "" && !wire.EqualFold(option, "REPLACE"):
		return nil, fault.New(fault.InvalidHeaderValue).WithHint(
			"x-ms-copy-source-tag-option needs to be COPY or REPLACE.")
	}
	return readTags(h)
}

// nameConditions gives the conditions of a call about tags the names that those of other calls have.
func nameConditions(c *resource.Call) {
	h := slices.Clone(c.Request.Headers)
	for _, name := range [...]string{"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"} {
		if value := h.Get("x-ms-blob-" + name); value != "" {
			h.Set(name, value)
		}
	}
	c.Request.Headers = h
}

// parseSetTags replaces the tags of a blob.
// https://learn.microsoft.com/rest/api/storageservices/set-blob-tags
func parseSetTags(c *resource.Call) (service.Apply, error) {
	nameConditions(c)
	if _, err := checkSums(c); err != nil {
		return nil, err
	}
	root, err := xmlbody.Parse(c.Request.Body)
	set, ok := root.Child("TagSet")
	if err != nil || root.Name != "Tags" || !ok {
		return nil, fault.New(fault.InvalidXMLDocument).WithHint(
			"The body needs to be <Tags><TagSet><Tag><Key>…</Key><Value>…</Value></Tag>…</TagSet></Tags>.")
	}
	var sent []wire.Param
	for _, e := range set.Children {
		key, _ := e.Child("Key")
		value, _ := e.Child("Value")
		sent = append(sent, wire.Param{Name: key.Text, Value: value.Text})
	}
	t, err := newTags(sent)
	return onBlob(c, need, func(tx *store.Tx, b blob) (service.Reply, error) {
		b.tags = t
		return service.Reply{Status: 204}, put(tx, c, b)
	}), err
}

// parseGetTags returns the tags of a blob.
// https://learn.microsoft.com/rest/api/storageservices/get-blob-tags
func parseGetTags(c *resource.Call) (service.Apply, error) {
	nameConditions(c)
	return func(tx *store.Tx) (service.Reply, error) {
		b, err := need(tx, c)
		return resource.Document(200, b.tags.append(nil)), err
	}, nil
}
