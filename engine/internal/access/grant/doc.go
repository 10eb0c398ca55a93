// Package grant says what the sender of a request can do: everything, as the account's owner, or what a
// shared access signature allows.
//
// Package auth turns a request's signature into a Grant. A service says what an operation needs, and the
// account compares that with the Grant before it runs the operation.
//
// The package doesn't check signatures or expiry. The zero Grant allows nothing.
package grant
