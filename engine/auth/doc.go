// Package auth judges signatures and makes them: those of requests, by the schemes SharedKey and
// SharedKeyLite, and shared access signatures, which stand in a URL and let whoever has it do some
// things for some time.
//
// In the story: a Verifier looks at a request before its service does and says what its sender may do.
// A script that is run against an account that asks signs its requests here, and guides mint the
// tokens that they show.
//
// Signatures are compared in constant time. The engine in a page that needs tables alone is without
// this package.
//
// https://learn.microsoft.com/rest/api/storageservices/authorize-requests-to-azure-storage
package auth
