// Package auth makes and checks signatures: those of requests, by the schemes SharedKey and
// SharedKeyLite, and shared access signatures, which are part of a URL and give whatever client has them
// some permissions for some time.
//
// An account that checks signatures asks a Verifier what the sender of each request can do. Scripts that
// run against such an account sign their requests with a Credential, and guides mint their tokens with
// one.
//
// Signatures are compared in constant time. The engine of a page that needs tables alone leaves this
// package out.
//
// https://learn.microsoft.com/rest/api/storageservices/authorize-requests-to-azure-storage
package auth
