// Command worker is the engine as a program for Cloudflare's runtime (GOOS=js, GOARCH=wasm): the tables
// of one account, in memory, behind the handler that serves HTTP everywhere else.
//
// In the story it is an edge. worker.mjs is the Worker: it finds the account that a URL names and
// sends the request to the Durable Object of that name, which runs this program. host.mjs runs it
// there, and starts another when it has ended. Package bridge is the program's side of that.
//
// The account comes in the environment: ROWKEY_ACCOUNT is its name, ROWKEY_KEYS its key in base64, or
// two with a colon between them. With ROWKEY_UNSIGNED set to "allow" requests without a signature are
// answered, and ROWKEY_ORIGINS lists the origins whose pages may call, * for all, with blanks between
// them.
//
// It keeps nothing: when the object is evicted or the program ends, the tables are gone.
package main
