// Command whole is the program browser with whole accounts: queues, blobs and signatures beside the
// tables. Hosts load it for examples that browser hands back.
package main
