package assets

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// The files that other pages load to show examples. HostScript is a module for the page itself; in EmbedFolder
// is the page that it frames. Both addresses stay as they are. Below PinnedFolder the same files have the
// version in their address and never change.
const (
	HostScript   = "embed.js"
	EmbedFolder  = "embed/"
	PinnedFolder = "v/"
)

// Their entry points.
const (
	hostModule   = "site/ui/embed/host.ts"
	embedModule  = "site/ui/embed/frame.ts"
	embedStyle   = "site/ui/styles/embed.css"
	sharedScript = "site/ui/embed/shared.ts"
)

// IsFramed reports whether a file is a page that only other pages show, in a frame.
func IsFramed(name string) bool {
	return slices.ContainsFunc([]string{Folder, EmbedFolder, PinnedFolder}, func(folder string) bool {
		return strings.HasPrefix(name, folder)
	})
}

// AddEmbed adds the script for other pages to a site that has the page to frame, and both again at addresses
// that have their version in them.
func AddEmbed(files map[string][]byte, host []byte) {
	const page = EmbedFolder + "index.html"
	files[HostScript] = host
	hash := sha256.Sum256(slices.Concat(host, files[page]))
	pinned := PinnedFolder + fmt.Sprintf("%x/", hash[:6])
	files[pinned+HostScript], files[pinned+page] = host, files[page]
}

// hostScript bundles the script for other pages, which frames the page at an address beside its own.
func hostScript(s Source, frame string) ([]byte, error) {
	options := s.options(api.FormatESModule, map[string]string{"FRAME_PAGE": quote(frame)})
	options.EntryPoints = []string{hostModule}
	built := &Bundle{Files: map[string][]byte{}}
	m, err := built.add(options)
	return bytes.TrimSpace(built.Files[m.entry(hostModule)]), err
}
