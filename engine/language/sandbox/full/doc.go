// Package full provides the sandbox whose accounts have everything: tables, queues, blobs, and a key that
// signs requests and mints tokens.
//
// The command line and the site build run every script here. Pages and Node load the program with it only for
// examples that need more than tables. It is a package of its own so that the smaller program doesn't contain
// it. Accounts are in memory, and nothing outlives them.
package full
