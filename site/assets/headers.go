package assets

import (
	"cmp"
	"path"
	"strings"
)

// Header is one response header.
type Header struct{ Name, Value string }

// Rule gives headers to every path that its pattern matches; a pattern may end in *. A later rule
// replaces the headers of an earlier one.
type Rule struct {
	Pattern string
	Headers []Header
}

// pagePolicy lets a page load its own files and nothing else: no inline script, no inline style,
// no other site, and no page may frame it.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
	"font-src 'self'; " + connectSelf + "worker-src 'self'; frame-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// embedPolicy is that of the page that other pages frame: as strict, but anyone may frame it.
const embedPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

const connectSelf = "connect-src 'self'; "

// playPolicy also lets the playground call accounts that its reader names: by TLS anywhere, and
// emulators on the reader's own machine.
var playPolicy = strings.Replace(pagePolicy, connectSelf,
	"connect-src 'self' https: http://127.0.0.1:* http://localhost:*; ", 1)

// workerPolicy is the worker's own: a worker takes its policy from its own response, so that only
// it may compile WebAssembly.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// offlinePolicy is the service worker's. It loads the site's files and no script but its own.
const offlinePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

// immutable lets browsers keep a file whose address changes with its content.
const immutable = "public, max-age=31536000, immutable"

// forAnyone lets pages of all origins load a module.
var forAnyone = []Header{
	{"Access-Control-Allow-Origin", "*"},
	{"Cross-Origin-Resource-Policy", "cross-origin"},
}

// Rules says with which headers the site is served.
func Rules() []Rule {
	return []Rule{
		{"/*", []Header{
			{"Content-Security-Policy", pagePolicy},
			{"X-Content-Type-Options", "nosniff"},
			{"Referrer-Policy", "strict-origin-when-cross-origin"},
			{"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
			{"Cache-Control", "public, max-age=0, must-revalidate"},
		}},
		{"/" + Folder + "*", []Header{{"Cache-Control", immutable}}},
		{"/play/*", []Header{{"Content-Security-Policy", playPolicy}}},
		{"/" + OfflineScript, []Header{
			{"Content-Security-Policy", offlinePolicy}, {"Cache-Control", "no-cache"},
		}},
		// Not their whole names, because a host may keep the files of earlier releases.
		{"/" + Folder + "worker-*", []Header{{"Content-Security-Policy", workerPolicy}}},
		{"/" + Folder + "shared-*", []Header{{"Content-Security-Policy", "default-src 'none'"}}},
		// A picture has a style sheet of its own, and no script.
		{"/" + Folder + "load-*", []Header{
			{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"},
		}},
		{"/" + HostScript, forAnyone},
		{"/" + versionFile, forAnyone},
		{"/" + EmbedFolder, []Header{{"Content-Security-Policy", embedPolicy}}},
		{"/" + PinnedFolder + "*", append([]Header{
			{"Content-Security-Policy", embedPolicy},
			{"Cache-Control", immutable},
		}, forAnyone...)},
		{"/" + SelfFolder + "*", []Header{{"Content-Disposition", "attachment"}}},
		// The sandbox stands here, too, for a reader who opens the frame by itself.
		{"/" + Folder + "frame-*", []Header{
			{"Content-Security-Policy", framePolicy + "; frame-ancestors 'self'; sandbox allow-scripts"},
		}},
	}
}

// HeadersFile writes the rules as Cloudflare Pages and Netlify read them. There a second value is
// added to the first unless the first is dropped, which a line with ! does.
func HeadersFile(rules []Rule) []byte {
	var b strings.Builder
	given := map[string]bool{}
	for _, r := range rules {
		b.WriteString(r.Pattern + "\n")
		for _, h := range r.Headers {
			if given[h.Name] {
				b.WriteString("  ! " + h.Name + "\n")
			}
			given[h.Name] = true
			b.WriteString("  " + h.Name + ": " + h.Value + "\n")
		}
	}
	return []byte(b.String())
}

// HeadersOf returns the headers that the rules give to a path.
func HeadersOf(rules []Rule, path string) map[string]string {
	headers := map[string]string{}
	for _, r := range rules {
		prefix, open := strings.CutSuffix(r.Pattern, "*")
		if path != r.Pattern && (!open || !strings.HasPrefix(path, prefix)) {
			continue
		}
		for _, h := range r.Headers {
			headers[h.Name] = h.Value
		}
	}
	return headers
}

// contentTypes are the media types of files by the ends of their names.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".xml": "application/xml", ".wasm": "application/wasm",
	".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2",
}

// ContentType is the media type of a file by its name.
func ContentType(name string) string {
	return cmp.Or(contentTypes[path.Ext(name)], "text/plain; charset=utf-8")
}
