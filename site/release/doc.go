// Command release writes everything that is published into a folder: programs for six systems, the npm
// packages, a container image, manifests for package managers, a bill of materials, and checksums.
//
//	go run -C site/release . [-out FOLDER]
//
// The same sources give the same bytes: nothing has a time, a path or a name of the machine in it. It's a
// module of its own, so that nobody who builds or imports Rowkey needs what it is made with.
package main
