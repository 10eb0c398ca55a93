// Command full is the program browser with full accounts: queues, blobs and signatures beside the
// tables. Hosts load it for examples that browser hands back.
package main
