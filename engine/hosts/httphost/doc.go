// Package httphost serves accounts over HTTP, for SDKs, editors and curl: rowkey serve puts some at
// 127.0.0.1:10002, where clients look for an emulator.
//
// In the story: a host. It turns a net/http request into a wire.Request, URL and body as the client
// sent them, finds the account that the URL names, and writes its answer back with the header names
// as the service spells them. httphost.go is that way there and back, account.go finds the account,
// cors.go lets pages of other origins call, explain.go puts what the engine did into two headers.
//
// It decides nothing about tables. Whatever is refused is refused by an account, in the service's
// words. It opens no port and no file, so that it serves at the edge as well.
//
// It is the only package under engine/ that imports net/http, and no page loads it.
package httphost
