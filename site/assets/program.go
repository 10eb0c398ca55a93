package assets

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/evanw/esbuild/pkg/api"
)

// framePolicy is that of the frame in which a JavaScript example runs, and of the worker in it,
// which inherits it. Nothing can be loaded or sent. Scripts are part of the frame or come as text,
// of which the example itself is one.
const framePolicy = "default-src 'none'; script-src 'unsafe-inline' data:; worker-src data:; " +
	"base-uri 'none'; form-action 'none'"

// addFrame adds the frame for JavaScript examples: a document that holds its own script and, as
// text, that of its worker. A host that cannot be told to send headers sends the policy with the
// document.
func (b *Bundle) addFrame(s Source) error {
	client := func(o *api.BuildOptions) {
		o.NodePaths = s.packages()
		o.Alias = map[string]string{"@azure/core-xml": "./site/ui/program/no-xml.ts"}
	}
	frame, err := s.inline("site/ui/program/frame.ts", nil, client)
	if err != nil {
		return err
	}
	worker, err := s.inline("site/ui/program/worker.ts", nil, client)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	fmt.Fprintf(&page, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"+
		"<meta http-equiv=\"Content-Security-Policy\" content=\"%s\"><title>JavaScript example</title>"+
		"<script type=\"text/plain\">%s</script><script>%s</script>\n", framePolicy, worker, frame)
	hash := sha256.Sum256(page.Bytes())
	// A folder, since some hosts take .html off an address.
	folder := Folder + fmt.Sprintf("frame-%x/", hash[:6])
	b.Files[folder+"index.html"] = page.Bytes()
	b.Entries["frame"] = Built{Script: folder, Parts: []string{folder + "index.html"}}
	return b.addStorage(s)
}

// storageModule has the clients of queues and blobs. Most examples don't import one, so they are a
// file of their own, which the page passes into the frame as text.
const storageModule = "site/ui/program/storage/storage.ts"

func (b *Bundle) addStorage(s Source) error {
	options := s.options(api.FormatESModule, nil)
	options.EntryPoints = []string{storageModule}
	built, err := b.add(options)
	b.edit("storage", func(e *Built) { e.Script = built.entry(storageModule) })
	return err
}
