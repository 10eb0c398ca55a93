package assets

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// The files that other pages load to show examples. HostScript is a module for the page itself; in
// EmbedFolder is the page that it frames. Both addresses stay as they are. Below PinnedFolder the
// same files have the version in their address and never change.
const (
	HostScript   = "embed.js"
	EmbedFolder  = "embed/"
	PinnedFolder = "v/"
)

// hostModule is the entry point of the script.
const hostModule = scripts + "embed/host.ts"

// IsFramed reports whether a file is a page that only other pages show, in a frame.
func IsFramed(name string) bool {
	framed := []string{Folder, EmbedFolder, PinnedFolder, SelfFolder}
	return slices.ContainsFunc(framed, func(folder string) bool { return strings.HasPrefix(name, folder) })
}

// versionFile says where the script is that never changes.
const versionFile = "embed.json"

// AddEmbed adds the script for other pages to a site that has the page to frame, and both again at
// addresses that have their version in them. A file says what these are, and what the script's hash
// is.
func AddEmbed(files map[string][]byte, origin string, host []byte) {
	const page = EmbedFolder + "index.html"
	files[HostScript] = host
	hash := sha256.Sum256(slices.Concat(host, files[page]))
	pinned := PinnedFolder + fmt.Sprintf("%x/", hash[:6])
	files[pinned+HostScript], files[pinned+page] = host, files[page]
	integrity := sha512.Sum384(host)
	files[versionFile] = fmt.Appendf(nil, "{\"script\": %q, \"integrity\": \"sha384-%s\"}\n",
		origin+"/"+pinned+HostScript, base64.StdEncoding.EncodeToString(integrity[:]))
}

// hostScript bundles the script for other pages, which frames the page at an address beside its
// own.
func hostScript(s Source, frame string) ([]byte, error) {
	define := map[string]string{"FRAME_PAGE": strconv.Quote(frame)}
	script, err := s.single(hostModule, api.FormatESModule, define)
	return bytes.TrimSpace(script), err
}

// SelfFolder has the two files that a host copies to serve examples itself: the script, and the
// framed page with all it needs.
const SelfFolder = "self-host/"

const (
	selfModule = "site/ui/embed/self/frame.ts"
	selfWorker = "site/ui/embed/self/worker.ts"
	selfPage   = "embed.html"
)

// SelfHost makes the files of SelfFolder. wasm is the engine of full accounts, and compressed is
// its gzip form, which the page holds because a host may not compress what it serves.
func SelfHost(s Source, b *Bundle, wasm, compressed []byte) (map[string][]byte, error) {
	start, err := loader(s.Root)
	if err != nil {
		return nil, err
	}
	worker, err := s.inline(selfWorker, map[string]string{
		"TABLES": "ENGINE", "FULL": "ENGINE", "ENGINE_BYTES": strconv.Itoa(len(wasm)),
	}, func(o *api.BuildOptions) { o.Plugins = append(o.Plugins, start) })
	if err != nil {
		return nil, err
	}
	frame, err := s.inline(selfModule, nil)
	if err != nil {
		return nil, err
	}
	host, err := hostScript(s, selfPage)
	if err != nil {
		return nil, err
	}
	style := bytes.TrimSpace(b.Files[b.Entries["embed"].Style])
	var page bytes.Buffer
	fmt.Fprintf(&page, "<!doctype html><html lang=\"en\" class=\"js\"><meta charset=\"utf-8\">"+
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "+
		"script-src %s 'wasm-unsafe-eval'; style-src %s; worker-src blob:; connect-src blob:; "+
		"base-uri 'none'; form-action 'none'\">"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Live example</title>"+
		"<style>%s</style><body><script type=\"text/plain\">%s</script><script type=\"text/plain\">%s</script>"+
		"<script type=\"module\">%s</script>\n", hashOf(frame), hashOf(style), style, worker,
		base64.StdEncoding.EncodeToString(compressed), frame)
	return map[string][]byte{SelfFolder + HostScript: host, SelfFolder + selfPage: page.Bytes()}, nil
}

// hashOf is how a policy names an inline script or style.
func hashOf(text []byte) string {
	hash := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
}
