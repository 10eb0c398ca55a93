// Package assets makes the files that pages load: the style sheet and the scripts, bundled by
// esbuild's Go API, and the engine, built for the browser by the Go toolchain. It also compresses
// what is released and says with which headers each file is to be served.
//
// The build asks it for a Bundle, the templates print the names in it. Every name
// carries a hash of the content, so that a browser may keep the file for good. There is no inline
// script to hand a name over, so the scripts have the names they need compiled in.
package assets
