package render

import (
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/content"
)

// With these files beside it, a file of examples runs in httpyac: the configuration that httpyac finds by
// its name, and the engine with what starts it.
const (
	PluginURL  = "/guides/httpyac.config.cjs"
	RelayURL   = "/guides/rowkey.mjs"
	RelayedURL = "/guides/rowkey.wasm"
)

// emulators has the addresses of the development account on an emulator.
var emulators = [...]struct{ variable, address string }{
	{"host", "http://127.0.0.1:10002/devstoreaccount1"},
	{"queue", "http://127.0.0.1:10001/devstoreaccount1"},
	{"blob", "http://127.0.0.1:10000/devstoreaccount1"},
}

// Script returns the examples of a page as one .http file for an editor or httpyac: the code of the fences,
// unchanged and in order, with the addresses that they need.
func (s *Site) Script(p *content.Page) []byte {
	var requests strings.Builder
	for _, f := range script.Fences(p.Text) {
		if !strings.HasPrefix(f.Text, "###") {
			requests.WriteString("###\n")
		}
		requests.WriteString(f.Text + "\n\n")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: the examples of %s%s\n", p.Title, s.Origin, p.URL())
	fmt.Fprintf(&b, "# httpyac runs them if beside this file are %s%s,\n", s.Origin, PluginURL)
	fmt.Fprintf(&b, "# %s%s and %s%s\n", s.Origin, RelayURL, s.Origin, RelayedURL)
	fmt.Fprintf(&b, "# More, and other editors: %s/docs/running-headless/#editors\n\n", s.Origin)
	for _, e := range emulators {
		if strings.Contains(requests.String(), "{{"+e.variable+"}}") {
			b.WriteString("@" + e.variable + " = " + e.address + "\n")
		}
	}
	b.WriteString("\n" + strings.TrimRight(requests.String(), "\n") + "\n")
	return []byte(b.String())
}
