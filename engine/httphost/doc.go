// Package httphost serves an engine over HTTP, for SDKs, editors and curl: rowkey serve puts one at
// 127.0.0.1:10002, where they look for an emulator.
//
// In the story: a host. It turns a net/http request into a wire.Request, URL and body as the client
// sent them, and writes the answer back. Headers come in any order and with their names in the form
// that net/http gives them, neither of which the engine looks at. It decides nothing about tables.
//
// It is the only package under engine/ that imports net/http, and no page loads it.
package httphost
