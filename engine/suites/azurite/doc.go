// Package azurite starts the table service of Azurite, the emulator, for tests that hold the engine
// against it.
//
// In the story: beside the hosts. Azurite comes from npm, as engine/enginetest/package.json says,
// and so does the Node that it needs. Where they are not installed, Missing says so, and the tests
// that need them are skipped.
package azurite
