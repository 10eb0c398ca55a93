// Command design is the program of the design workbench, which only its page loads. It runs no scripts and
// keeps no sessions, so it's smaller than the program browser.
package main
