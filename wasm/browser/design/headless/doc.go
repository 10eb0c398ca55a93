// Command headless is the command rowkey design for Node, which wasm/browser/design.mjs runs. No page loads
// it.
package main
