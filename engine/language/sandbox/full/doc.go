// Package full is the sandbox whose accounts have everything: tables, queues and blobs, and a key
// with which requests are signed and tokens minted.
//
// In the story: the command line and the site build run every script here. Pages and Node load the
// program with it only for examples that the sandbox of tables alone hands back. It is apart from
// package sandbox so that the smaller program is without all that.
package full
