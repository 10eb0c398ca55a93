// Package bridge is the few lines between a JavaScript host and the programs browser, full and design.
//
// The host writes a call into memory that it has allocated here, and gets the address of the reply. Package
// frame reads the one and writes the other, or package workbench in design.
package bridge
