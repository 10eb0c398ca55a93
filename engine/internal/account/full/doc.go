// Package full opens accounts with every service: tables, queues, blobs, and the settings of each, with
// signatures checked. It's apart from package account so that a page whose examples need tables alone
// loads no more than that.
package full
