// Package grant says what the sender of a request may do: everything, as the owner of the account
// may, or what a shared access signature lets through.
//
// In the story: auth looks at a request's signature and makes a Grant of it. The services, which know
// what the request wants, hold that against the Grant before they do it.
//
// It checks no signature and knows no clock. The zero Grant allows nothing.
package grant
