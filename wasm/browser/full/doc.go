// Command full is the program browser with full accounts: queues, blobs and signatures beside the tables.
// Hosts load it for examples that browser hands back, and for what pages with examples don't need: running
// files, sending requests elsewhere, the playground.
package main
