// Package assets makes the files that pages load: the style sheet and the scripts, which esbuild's
// Go API bundles, and the engine, which the Go toolchain builds for the browser. It also compresses
// them for a release and says with which headers each is served.
//
// The build asks it for a Bundle, and the templates print the names in it. Every name has a hash of
// the content, so a browser can keep the file for good. Pages have no inline script that could pass
// a name on, so the scripts have the names they need compiled in.
package assets
