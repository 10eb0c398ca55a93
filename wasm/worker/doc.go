// Command worker runs the engine on Cloudflare's runtime (GOOS=js, GOARCH=wasm): one account with its tables,
// queues and blobs, in memory, behind the account's usual HTTP handlers.
//
// worker.mjs is the Worker. It finds the account that a URL names and sends the request to the Durable
// Object of that name. The object runs this program with host.mjs, and starts a new one when it has ended.
// Package bridge is the program's side of that.
//
// The environment describes the account: ROWKEY_ACCOUNT is its name, and ROWKEY_KEYS its one or two keys in
// base64, separated by a colon. If ROWKEY_UNSIGNED is "allow", requests without a signature are answered.
// ROWKEY_ORIGINS lists the origins whose pages may call, separated by spaces, or * for all.
//
// The host also gives it the account's journal, journal.mjs: it reads that at its start, and each write is in
// it before it's answered. So it doesn't matter when the object is evicted or the program ends.
package main
