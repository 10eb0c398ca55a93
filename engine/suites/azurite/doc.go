// Package azurite starts the table service of Azurite, the emulator, for tests that compare the engine with
// it.
//
// npm installs Azurite and the Node that it needs, from engine/suites/package.json. If they aren't installed,
// Missing says so, and tests that need them are skipped.
//
// It installs nothing, and it runs only on systems that can start programs.
package azurite
