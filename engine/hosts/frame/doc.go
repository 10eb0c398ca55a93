// Package frame answers the calls of a JavaScript host that package protocol lists: those of every
// page, and with packages playground, relay and command those of programs that have more.
//
// A session has its own account, from open to close.
//
// The bytes of calls come from package bridge, and sandbox runs the scripts. This package doesn't
// depend on WebAssembly, so its tests run on every platform.
package frame
