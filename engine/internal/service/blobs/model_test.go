package blobs_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestModel compares a container with a map of what should be in it.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &model{T: t, w: newWorld(t), blobs: map[string]*known{}, tags: []string{`"0x1"`},
			waiting: map[string]map[string]string{}, snapshots: map[string][]*known{}}
		m.w.expect("PUT", "/logs"+container, "", 201, "")
		t.Repeat(map[string]func(*rapid.T){
			"put": m.put, "append": m.append, "describe": m.describe, "read": m.read, "delete": m.delete,
			"list": m.list, "block": m.block, "commit": m.commit, "copy": m.copy,
			"snapshot": m.snapshot, "restore": m.restore, "": m.check,
		})
	})
}

// model is the container and what should be in it.
type model struct {
	*rapid.T
	w     *world
	blobs map[string]*known
	tags  []string // every ETag so far

	waiting   map[string]map[string]string // blocks that no list has named yet, by blob and ID
	snapshots map[string][]*known          // by blob, oldest first
}

// known is a blob in the model.
type known struct {
	grows             bool
	content, tag, put string // put is a metadata value
	blocks            int
	ids               map[string]string // the content of its blocks
	at                string            // the time of a snapshot
}

// name draws a short name of few letters, so that many names share a prefix.
func (m *model) name(what string) string {
	return rapid.StringOfN(rapid.SampledFrom([]rune("ab//.é\uE000\U0001F600")), 1, 4, -1).Draw(m.T, what)
}

// drawn draws the name of a blob, which now and then doesn't exist.
func (m *model) drawn() (name string, b *known) {
	names := slices.Sorted(maps.Keys(m.blobs))
	if len(names) == 0 || rapid.IntRange(0, 5).Draw(m.T, "other") == 0 {
		name = m.name("name")
	} else {
		name = rapid.SampledFrom(names).Draw(m.T, "name")
	}
	return name, m.blobs[name]
}

func at(name string) string { return "/logs/" + wire.Escape(name, "/") }

// condition draws a header with a condition, or none, and returns whether a blob meets it.
func (m *model) condition(b *known) (headers []string, met bool) {
	tag := rapid.SampledFrom(m.tags).Draw(m.T, "tag")
	if b != nil && rapid.Bool().Draw(m.T, "its own tag") {
		tag = b.tag
	}
	is := b != nil && tag == b.tag
	switch rapid.IntRange(0, 4).Draw(m.T, "condition") {
	case 0:
		return []string{"If-Match", tag}, is
	case 1:
		return []string{"If-None-Match", tag}, !is
	case 2:
		return []string{"If-Match", "*"}, b != nil
	case 3:
		return []string{"If-None-Match", "*"}, b == nil
	}
	return nil, true
}

// answered compares an answer's status and code with what they should be.
func (m *model) answered(r wire.Response, status int, code string) {
	m.Helper()
	if got := r.Headers.Get("x-ms-error-code"); r.Status != status || got != code {
		m.Fatalf("got %d %s, want %d %s", r.Status, got, status, code)
	}
}

// written keeps the ETag that a write returned, which needs to be new.
func (m *model) written(r wire.Response, b *known) {
	b.tag = r.Headers.Get("ETag")
	if slices.Contains(m.tags, b.tag) || b.tag == "" {
		m.Fatalf("the ETag %s isn't new", b.tag)
	}
	m.tags = append(m.tags, b.tag)
}

func (m *model) put(t *rapid.T) {
	name, old := m.drawn()
	headers, met := m.condition(old)
	b := &known{grows: rapid.Bool().Draw(t, "grows")}
	kind := "AppendBlob"
	if !b.grows {
		kind, b.content = "BlockBlob", rapid.StringN(0, 5, -1).Draw(t, "content")
	}
	r := m.w.send("PUT", at(name), b.content, append(headers, "x-ms-blob-type", kind)...)
	switch {
	case met:
		m.answered(r, 201, "")
		m.written(r, b)
		m.blobs[name] = b
		delete(m.waiting, name)
	case len(headers) > 0 && headers[0] == "If-None-Match" && headers[1] == "*":
		m.answered(r, 409, "BlobAlreadyExists")
	default:
		m.answered(r, 412, "ConditionNotMet")
	}
}

func (m *model) append(t *rapid.T) {
	name, b := m.drawn()
	headers, met := m.condition(b)
	block, size := rapid.StringN(1, 5, -1).Draw(t, "block"), 0
	if b != nil {
		size = len(b.content)
	}
	position := max(0, size+rapid.IntRange(-1, 1).Draw(t, "position"))
	limit := max(0, size+len(block)+rapid.IntRange(-1, 1).Draw(t, "limit"))
	headers = append(headers, "x-ms-blob-condition-appendpos", strconv.Itoa(position),
		"x-ms-blob-condition-maxsize", strconv.Itoa(limit))
	r := m.w.send("PUT", at(name)+"?comp=appendblock", block, headers...)
	switch {
	case b == nil:
		m.answered(r, 404, "BlobNotFound")
	case !met:
		m.answered(r, 412, "ConditionNotMet")
	case !b.grows:
		m.answered(r, 409, "InvalidBlobType")
	case position != size:
		m.answered(r, 412, "AppendPositionConditionNotMet")
	case size+len(block) > limit:
		m.answered(r, 412, "MaxBlobSizeConditionNotMet")
	default:
		m.answered(r, 201, "")
		m.written(r, b)
		b.content += block
		b.blocks++
		if got := r.Headers.Get("x-ms-blob-append-offset"); got != strconv.Itoa(size) {
			t.Fatalf("appended at %s, want %d", got, size)
		}
	}
}

// describe sets metadata.
func (m *model) describe(t *rapid.T) {
	name, b := m.drawn()
	headers, met := m.condition(b)
	value := rapid.StringMatching("[a-z<&]{0,3}").Draw(t, "value")
	r := m.w.send("PUT", at(name)+"?comp=metadata", "", append(headers, "x-ms-meta-put", value)...)
	switch {
	case b == nil:
		m.answered(r, 404, "BlobNotFound")
	case !met:
		m.answered(r, 412, "ConditionNotMet")
	default:
		m.answered(r, 200, "")
		m.written(r, b)
		b.put = value
	}
}

func (m *model) delete(t *rapid.T) {
	name, b := m.drawn()
	headers, met := m.condition(b)
	which := rapid.SampledFrom([]string{"", "include", "only"}).Draw(t, "which snapshots")
	r := m.w.send("DELETE", at(name), "", append(headers, "x-ms-delete-snapshots", which)...)
	switch {
	case b == nil:
		m.answered(r, 404, "BlobNotFound")
	case !met:
		m.answered(r, 412, "ConditionNotMet")
	case which == "" && len(m.snapshots[name]) > 0:
		m.answered(r, 409, "SnapshotsPresent")
	default:
		m.answered(r, 202, "")
		delete(m.snapshots, name)
		if which != "only" {
			delete(m.blobs, name)
			delete(m.waiting, name)
		}
	}
}

func (m *model) read(t *rapid.T) {
	name, b := m.drawn()
	headers, met := m.condition(b)
	from, to := rapid.IntRange(0, 12).Draw(t, "from"), rapid.IntRange(-1, 12).Draw(t, "to")
	text := fmt.Sprintf("bytes=%d-", from)
	if to >= 0 {
		text += strconv.Itoa(to)
	}
	r := m.w.send("GET", at(name), "", append(headers, "x-ms-range", text)...)
	unmet := 412
	if len(headers) > 0 && headers[0] == "If-None-Match" {
		unmet = 304
	}
	switch {
	case b == nil:
		m.answered(r, 404, "BlobNotFound")
	case !met:
		m.answered(r, unmet, "ConditionNotMet")
	case to >= 0 && to < from:
		m.answered(r, 200, "")
		m.same(string(r.Body), b.content)
	case from >= len(b.content):
		m.answered(r, 416, "InvalidRange")
	default:
		if to < 0 || to >= len(b.content) {
			to = len(b.content) - 1
		}
		m.answered(r, 206, "")
		m.same(string(r.Body), b.content[from:to+1])
		m.same(r.Headers.Get("Content-Range"), fmt.Sprintf("bytes %d-%d/%d", from, to, len(b.content)))
	}
}

func (m *model) same(got, want string) {
	m.Helper()
	if got != want {
		m.Fatalf("got %q, want %q", got, want)
	}
}

// list compares the pages of a list, joined, with the lines that it should have.
func (m *model) list(t *rapid.T) {
	prefix := rapid.SampledFrom([]string{"", "", "a", "a/", m.name("prefix")}).Draw(t, "which prefix")
	delimiter := rapid.SampledFrom([]string{"", "/", "/", "b", "//"}).Draw(t, "delimiter")
	size := rapid.IntRange(1, 4).Draw(t, "size")
	var got []string
	marker := ""
	for {
		page, next := m.page(fmt.Sprintf("&maxresults=%d&prefix=%s&delimiter=%s&marker=%s",
			size, wire.Escape(prefix, ""), wire.Escape(delimiter, ""), wire.Escape(marker, "")))
		got = append(got, page...)
		if len(page) > size || next != "" && len(page) < size {
			t.Fatalf("a page has %d of %d and goes on with %q", len(page), size, next)
		}
		if marker = next; marker == "" {
			break
		}
	}
	m.same(strings.Join(got, " "), strings.Join(m.listed(prefix, delimiter), " "))
}

// page returns the lines of one page of a list, and the marker of the next.
func (m *model) page(query string) (lines []string, next string) {
	r := m.w.expect("GET", "/logs"+container+"&comp=list&include=metadata"+query, "", 200, "")
	root, err := xmlbody.Parse(r.Body)
	if err != nil {
		m.Fatal(err)
	}
	part := func(e xmlbody.Element, name string) xmlbody.Element { c, _ := e.Child(name); return c }
	for _, e := range part(root, "Blobs").Children {
		line := part(e, "Name").Text
		if e.Name == "Blob" {
			p := part(e, "Properties")
			line += " " + part(p, "Content-Length").Text + " " + part(p, "Etag").Text + " " +
				part(part(e, "Metadata"), "put").Text
		}
		lines = append(lines, line)
	}
	return lines, part(root, "NextMarker").Text
}

// listed returns the lines that a list should have.
func (m *model) listed(prefix, delimiter string) (lines []string) {
	names := slices.SortedFunc(maps.Keys(m.blobs), func(a, b string) int {
		return cmp.Compare(string16(a), string16(b))
	})
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		b := m.blobs[name]
		line := fmt.Sprintf("%s %d %s %s", name, len(b.content), strings.Trim(b.tag, `"`), b.put)
		if before, _, found := strings.Cut(rest, delimiter); found && delimiter != "" {
			line = prefix + before + delimiter
		}
		if len(lines) == 0 || lines[len(lines)-1] != line {
			lines = append(lines, line)
		}
	}
	return lines
}

// string16 returns a string of the UTF-16 units of text, which compares as they do.
func string16(text string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = append(b, byte(unit>>8), byte(unit))
	}
	return string(b)
}

// check reads every blob.
func (m *model) check(*rapid.T) {
	for name, b := range m.blobs {
		r := m.w.expect("GET", at(name), "", 200, "")
		m.same(string(r.Body), b.content)
		m.same(r.Headers.Get("ETag"), b.tag)
		m.same(r.Headers.Get("x-ms-meta-put"), b.put)
		if b.grows {
			m.same(r.Headers.Get("x-ms-blob-committed-block-count"), strconv.Itoa(b.blocks))
		}
		r = m.w.expect("HEAD", at(name), "", 200, "")
		m.same(r.Headers.Get("Content-Length")+r.Headers.Get("ETag"), strconv.Itoa(len(b.content))+b.tag)
	}
	m.checkSnapshots()
	if err := m.w.Account.Check(); err != nil {
		m.Fatal(err)
	}
}
