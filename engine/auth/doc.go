// Package auth signs requests with an account key and checks such signatures: the schemes SharedKey
// and SharedKeyLite, in the form they have for tables.
//
// In the story: a script that is run against a real account or an emulator signs its requests here,
// and the local endpoint checks those of its clients here. The engine in a page does neither, since
// everyone is alone there.
//
// It knows no clock: how old a signature is it does not ask. Shared access signatures are not here.
//
// https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
package auth
