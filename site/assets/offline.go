package assets

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// OfflineScript is the service worker's path on the site. It's fixed, because browsers come back to it.
const OfflineScript = "sw.js"

// designStarters is what the workbench begins with, beside its page.
const designStarters = "design/starters.json"

// large is the size in bytes from which a file that isn't a page is kept only once it has been
// used.
const large = 100_000

// release lists the files of a release by their paths, each with the beginning of its SHA-256. It
// is the same as Release in site/ui/offline/scope.ts.
type release struct {
	Now     map[string]string `json:"now"`
	Later   map[string]string `json:"later"`
	Headers string            `json:"headers"` // a release may differ from another only in its headers
}

// Offline returns the service worker, and the list of the files that it keeps. A preview gets one
// that removes those of releases.
func (s Source) Offline(files map[string][]byte, rules []Rule) (map[string][]byte, error) {
	if !s.Release {
		script, err := s.single("site/ui/offline/retire.ts", api.FormatIIFE, nil)
		return map[string][]byte{OfflineScript: script}, err
	}
	r := release{
		Now: map[string]string{}, Later: map[string]string{}, Headers: brief(HeadersFile(rules)),
	}
	for name, body := range files {
		switch address, ok := keptAs(name); {
		case !ok:
		case len(body) < large || strings.HasSuffix(address, "/"):
			r.Now[address] = brief(body)
		default:
			r.Later[address] = brief(body)
		}
	}
	list, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	name := Folder + "release-" + brief(list) + ".json"
	script, err := s.single("site/ui/offline/worker.ts", api.FormatIIFE, map[string]string{
		"RELEASE_URL": strconv.Quote("/" + name),
	})
	return map[string][]byte{OfflineScript: script, name: list}, err
}

// keptAs returns the address under which a file is kept. Pages that other sites frame aren't kept,
// nor is the handbook as one page, nor the frame for JavaScript examples, which has an origin of
// its own and no service worker.
func keptAs(name string) (address string, ok bool) {
	switch page := strings.TrimSuffix(name, "index.html"); {
	case name == "favicon.svg", name == designStarters:
		return "/" + name, true
	case strings.HasPrefix(name, "embed/"), strings.HasPrefix(name, "print/"):
		return "", false
	case page != name && (page == "" || strings.HasSuffix(page, "/")):
		return "/" + page, !strings.HasPrefix(page, Folder)
	}
	return "/" + name, path.Dir(name)+"/" == Folder
}

// brief is the beginning of a hash.
func brief(body []byte) string {
	hash := sha256.Sum256(body)
	return fmt.Sprintf("%x", hash[:8])
}
