// Package batch reads and writes the multipart envelopes of entity group transactions, requests and
// responses, for servers and clients.
//
// For a POST to /$batch, Parse returns the requests in the envelope, the engine runs them in one
// transaction, and Encode makes the envelope of their responses, byte for byte as the service does. A
// script does the reverse: Write makes the envelope of its requests, and ParseReply reads the answer.
//
// Reading is lenient where clients are known to differ: line ends without CR, blank lines, order and case
// of part headers, a missing last boundary. It refuses what isn't an envelope, more than one change set,
// and queries beside one. The engine checks what the operations do and how many there are.
//
// https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
package batch
