package blobs_test

import (
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// The snapshots of blobs in the model.

// snapshot makes a snapshot, now and then with metadata of its own.
func (m *model) snapshot(t *rapid.T) {
	name, b := m.drawn()
	headers, met := m.condition(b)
	put := rapid.SampledFrom([]string{"", "", "s"}).Draw(t, "metadata")
	sent := headers
	if put != "" {
		sent = append(sent, "x-ms-meta-put", put)
	}
	r := m.w.send("PUT", at(name)+"?comp=snapshot", "", sent...)
	switch {
	case b == nil:
		m.answered(r, 404, "BlobNotFound")
	case !met:
		m.answered(r, 412, "ConditionNotMet")
	default:
		m.answered(r, 201, "")
		s := *b
		s.at = r.Headers.Get("x-ms-snapshot")
		if put != "" {
			m.written(r, &s)
			s.put = put
		}
		m.same(r.Headers.Get("ETag"), s.tag)
		m.snapshots[name] = append(m.snapshots[name], &s)
	}
}

// atSnapshot returns the path of a snapshot.
func atSnapshot(name string, s *known) string {
	return at(name) + "?snapshot=" + wire.Escape(s.at, "")
}

// someSnapshot draws a snapshot; nil if there's none.
func (m *model) someSnapshot(t *rapid.T) (name string, i int, s *known) {
	names := slices.Sorted(maps.Keys(m.snapshots))
	if len(names) == 0 {
		return "", 0, nil
	}
	name = rapid.SampledFrom(names).Draw(t, "name")
	i = rapid.IntRange(0, len(m.snapshots[name])-1).Draw(t, "which")
	return name, i, m.snapshots[name][i]
}

// restore copies a snapshot over a blob, often its own, or deletes it.
func (m *model) restore(t *rapid.T) {
	name, i, s := m.someSnapshot(t)
	if s == nil {
		return
	}
	if rapid.Bool().Draw(t, "delete") {
		m.answered(m.w.send("DELETE", atSnapshot(name, s), ""), 202, "")
		if m.snapshots[name] = slices.Delete(m.snapshots[name], i, i+1); len(m.snapshots[name]) == 0 {
			delete(m.snapshots, name)
		}
		return
	}
	to := name
	if rapid.Bool().Draw(t, "elsewhere") {
		to, _ = m.drawn()
	}
	r := m.w.send("PUT", at(to), "", sourceAt(atSnapshot(name, s))...)
	if old := m.blobs[to]; old != nil && old.grows != s.grows {
		m.answered(r, 409, "InvalidBlobType")
		return
	}
	m.answered(r, 202, "")
	b := *s
	m.written(r, &b)
	m.blobs[to] = &b
	delete(m.waiting, to)
}

// checkSnapshots reads every snapshot, and lists them all in pages.
func (m *model) checkSnapshots() {
	var want []string
	for _, name := range slices.SortedFunc(maps.Keys(m.blobs), func(a, b string) int {
		return strings.Compare(string16(a), string16(b))
	}) {
		for _, s := range m.snapshots[name] {
			r := m.w.expect("GET", atSnapshot(name, s), "", 200, "")
			m.same(string(r.Body), s.content)
			m.same(r.Headers.Get("ETag"), s.tag)
			m.same(r.Headers.Get("x-ms-meta-put"), s.put)
			want = append(want, name+" "+s.at)
		}
		want = append(want, name+" ")
	}
	var got []string
	size := rapid.SampledFrom([]string{"1", "2", "5"}).Draw(m.T, "size")
	for marker := ""; ; {
		r := m.w.expect("GET", "/logs"+container+"&comp=list&include=snapshots&maxresults="+size+"&marker="+
			wire.Escape(marker, ""), "", 200, "")
		root, err := xmlbody.Parse(r.Body)
		if err != nil {
			m.Fatal(err)
		}
		blobs, _ := root.Child("Blobs")
		for _, e := range blobs.Children {
			name, _ := e.Child("Name")
			snapshot, _ := e.Child("Snapshot")
			got = append(got, name.Text+" "+snapshot.Text)
		}
		next, _ := root.Child("NextMarker")
		if marker = next.Text; marker == "" {
			break
		}
	}
	m.same(strings.Join(got, "|"), strings.Join(want, "|"))
}
