// Package batch reads and writes the multipart envelope of an entity group transaction: requests
// one way, responses the other, for the server and for a client.
//
// In the story: a POST to /$batch is opened here into plain requests; the engine runs them in one
// transaction; their responses are put here into the envelope that goes back, byte for byte as the
// service lays it out. A script goes the other way: its requests are written into an envelope, and
// the reply is opened.
//
// Reading is lenient where clients are known to differ: line ends without CR, blank lines, order
// and case of part headers, a missing last boundary. It refuses what is no envelope, more than one
// change set, and queries beside one. What the operations ask for, and how many there may be, the
// engine looks at.
//
// https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
package batch
