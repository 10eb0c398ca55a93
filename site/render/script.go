package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/entry"
)

// emulators has the addresses of the development account on an emulator.
var emulators = [...]struct{ variable, address string }{
	{"host", "http://127.0.0.1:10002/devstoreaccount1"},
	{"queue", "http://127.0.0.1:10001/devstoreaccount1"},
	{"blob", "http://127.0.0.1:10000/devstoreaccount1"},
}

// Script returns the examples of a page as one .http file for an editor: the code of the fences in
// order, with the addresses that they need. Data is there as the requests that store it, and what
// needs it refers to the last of these.
func (s *Site) Script(p *content.Page) []byte {
	var requests strings.Builder
	fences := script.Fences(p.Text)
	parsed := script.ParseFences(p.Source, fences)
	for i, f := range fences {
		if f.Table != "" {
			requests.Write(dataOf(parsed, i).AppendRequests(nil))
			continue
		}
		if !strings.HasPrefix(f.Text, "###") {
			requests.WriteString("###\n")
		}
		requests.WriteString(withRefs(parsed, f) + "\n\n")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: the examples of %s%s\n", p.Title, s.Origin, p.URL())
	fmt.Fprintf(&b, "# All of it runs at %s%s#guide=%s\n", s.Origin, entry.PlayPath, p.Slug)
	fmt.Fprintf(&b, "# In an editor: %s/docs/running-headless/#editors\n\n", s.Origin)
	for _, e := range emulators {
		if strings.Contains(requests.String(), "{{"+e.variable+"}}") {
			b.WriteString("@" + e.variable + " = " + e.address + "\n")
		}
	}
	b.WriteString("\n" + strings.TrimRight(requests.String(), "\n") + "\n")
	return []byte(b.String())
}

// dataOf returns the data of a fence.
func dataOf(s *script.Script, fence int) *data.Table {
	for _, e := range s.Examples {
		if e.Data != nil && e.Fences[0] == fence {
			return e.Data
		}
	}
	panic("bug: a fence without its data")
}

// withRefs returns the code of a fence with a # @ref for each request that needs data because it
// addresses the table.
func withRefs(s *script.Script, f script.Fence) string {
	lines := strings.Split(f.Text, "\n")
	for _, e := range slices.Backward(s.Examples) {
		for _, r := range slices.Backward(e.Requests) {
			first, last := r.First-f.Line, r.Last-f.Line
			t := s.TableAt(r.Table())
			if t == nil || first < 0 || first >= len(lines) {
				continue
			}
			ref := "# @ref " + t.Name
			if slices.Contains(lines[first:last+1], ref) {
				continue
			}
			if strings.HasPrefix(lines[first], "###") {
				first++
			}
			lines = slices.Insert(lines, first, ref)
		}
	}
	return strings.Join(lines, "\n")
}
