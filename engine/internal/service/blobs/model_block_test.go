package blobs_test

import (
	"encoding/base64"
	"maps"
	"net/url"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// The blocks of blobs in the model, and copies.

// block puts a block, in one piece or in segments.
func (m *model) block(t *rapid.T) {
	name, b := m.drawn()
	id := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "id")
	content := rapid.StringN(1, 5, -1).Draw(t, "content")
	escaped := url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(id)))
	cut := rapid.IntRange(0, len(content)).Draw(t, "cut")
	r, _ := m.w.Account.Do(grant.Blob, wire.Request{
		Method: "PUT", URL: enginetest.BaseOf(grant.Blob) + at(name) + "?comp=block&blockid=" + escaped,
		Body: []byte(content[:cut]), Segments: []string{content[cut:]},
	})
	if b != nil && b.grows {
		m.answered(r, 409, "InvalidBlobType")
		return
	}
	m.answered(r, 201, "")
	if m.waiting[name] == nil {
		m.waiting[name] = map[string]string{}
	}
	m.waiting[name][id] = content
}

// commit makes a blob of a list of blocks.
func (m *model) commit(t *rapid.T) {
	name, old := m.drawn()
	if names := slices.Sorted(maps.Keys(m.waiting)); len(names) > 0 && rapid.Bool().Draw(t, "of those waiting") {
		name = rapid.SampledFrom(names).Draw(t, "name")
		old = m.blobs[name]
	}
	entry := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"Latest", "Latest", "Committed", "Uncommitted"}).Draw(t, "kind") + ":" +
			rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "id")
	})
	entries := rapid.SliceOfN(entry, 0, 4).Draw(t, "list")
	b, known := &known{ids: map[string]string{}}, true
	for _, e := range entries {
		kind, id, _ := strings.Cut(e, ":")
		content, found := m.waiting[name][id]
		if found = found && kind != "Committed"; !found && old != nil && kind != "Uncommitted" {
			content, found = old.ids[id]
		}
		known = known && found
		b.content += content
		b.ids[id] = content
	}
	same := slices.ContainsFunc(entries, func(e string) bool { // both a committed block and a new one
		_, id, _ := strings.Cut(e, ":")
		return slices.Contains(entries, "Committed:"+id) && m.waiting[name][id] != ""
	})
	if same {
		return // which of the two a later list means isn't documented
	}
	r := m.w.send("PUT", at(name)+"?comp=blocklist", list(entries...))
	switch {
	case old != nil && old.grows:
		m.answered(r, 409, "InvalidBlobType")
	case !known:
		m.answered(r, 400, "InvalidBlockList")
	default:
		m.answered(r, 201, "")
		m.written(r, b)
		m.blobs[name] = b
		delete(m.waiting, name)
	}
}

// copy copies a blob, now and then onto itself.
func (m *model) copy(*rapid.T) {
	name, source := m.drawn()
	to, old := m.drawn()
	headers, met := m.condition(old)
	r := m.w.send("PUT", at(to), "", append(headers, sourceAt(at(name))...)...)
	switch {
	case !met && len(headers) > 0 && headers[0] == "If-None-Match" && headers[1] == "*":
		m.answered(r, 409, "BlobAlreadyExists")
	case !met:
		m.answered(r, 412, "ConditionNotMet")
	case source == nil:
		m.answered(r, 404, "BlobNotFound")
	case old != nil && old.grows != source.grows:
		m.answered(r, 409, "InvalidBlobType")
	default:
		m.answered(r, 202, "")
		b := *source
		m.written(r, &b)
		m.blobs[to] = &b
		if to != name {
			delete(m.waiting, to)
		}
	}
}
