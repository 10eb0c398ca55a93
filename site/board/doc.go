// Package board makes the conformance board: how the answers of Rowkey and of Azurite compare with those of
// the service, by area, from engine/suites. It runs nothing: TestAzurite of engine/suites/peer has compared
// them, and fails where the files that are read here are no longer true.
package board
