// Package httphost serves accounts over HTTP, for SDKs, editors and curl: rowkey serve uses it at
// 127.0.0.1:10002, where clients expect an emulator.
//
// It is a host: it turns a net/http request into a wire.Request, with the URL and body as the client
// sent them, finds the account that the URL names, and writes that account's answer with header names
// spelled as the service spells them. httphost.go goes from request to answer, body.go reads the body,
// account.go finds the account, and explain.go reports the plan and the cost in two headers.
//
// It makes no decisions about tables: an account refuses what is refused, in the service's words. It
// opens no port and no file, so it also runs at the edge.
package httphost
